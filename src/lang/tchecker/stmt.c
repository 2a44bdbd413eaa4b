#include "lang/tchecker/tck.h"

static net_stmt *set_integer(tck *t, expr *target, const tck_value *value) {
  net_stmt *s = ARENA_NEW(t->memory, net_stmt);
  *s = (net_stmt){.kind = STMT_ASSIGN, .target = target, .value = tck_number(t, value), .at = target->at};
  return s;
}

// x = 3, x = y or x = y + 3.
static net_stmt *set_clock(tck *t, const tck_value *clock, const tck_value *value) {
  net_stmt *s = ARENA_NEW(t->memory, net_stmt);
  *s = (net_stmt){.kind = STMT_SET_CLOCK, .clock = clock->x, .at = clock->at};
  int32_t known;
  if (value->sort == TCK_CLOCK || value->sort == TCK_SHIFTED)
    s->from = value->x;
  if (value->sort == TCK_CLOCK)
    s->value = expr_const(t->memory, 0, value->at);
  else
    s->value = value->sort == TCK_SHIFTED ? value->number : tck_number(t, value);
  if (expr_is_const(s->value, &known) && known < 0 && value->sort == TCK_SHIFTED)
    tck_unsupported(t, value->at, "setting a clock to less than another is not supported yet");
  else if (expr_is_const(s->value, &known) && (known < 0 || known > NET_MAX_TIME))
    tck_error(t, value->at, NULL, "a clock can be set to values from 0 to %d only", NET_MAX_TIME);
  return s;
}

static net_stmt *assignment(tck *t) {
  static const char *const unsupported[] = {"if", "while", "local"};
  for (uint32_t i = 0; i < 3; i++)
    if (tck_is_word(t, unsupported[i]))
      tck_unsupported(t, tck_here(t), "statements with '%s' are not supported yet", unsupported[i]);
  if (t->has_failed)
    return NULL;
  tck_value target = tck_reference(t);
  if (!tck_expect(t, "="))
    return NULL;
  tck_value value = tck_sum(t);
  if (t->has_failed)
    return NULL;
  return target.sort == TCK_CLOCK ? set_clock(t, &target, &value) : set_integer(t, target.number, &value);
}

static bool is_at_end(tck *t) {
  tck_skip_blanks(t);
  return *t->at == ':' || *t->at == '}' || !*t->at;
}

net_stmt *tck_statements(tck *t) {
  net_stmt *first = NULL, **end = &first;
  while (!is_at_end(t) && !t->has_failed) {
    if (tck_is_word(t, "nop")) {
      tck_identifier(t, "nop");
    } else {
      *end = assignment(t);
      if (*end)
        end = &(*end)->next;
    }
    if (!is_at_end(t))
      tck_expect(t, ";");
  }
  return first;
}
