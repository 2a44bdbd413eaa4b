// The entry points of the front end.
#include "lang/uppaal/uppaal.h"
#include "base/file.h"
#include "lang/uppaal/lower.h"
#include "model/formula_text.h"

#include <assert.h>

// Lowers everything but the queries. False if it must be done again without some clocks, which are now in p->rated.
static bool lower_model(upp *p, const char *file) {
  uint32_t rated = p->rated.count;
  p->net = net_new(p->memory, file, "uppaal");
  p->net->is_timed = true;
  p->steps = UPP_MAX_STEPS;
  p->scope = upp_scope_new(p, NULL);
  upp_declare_predefined(p);
  p->globals = p->scope = upp_scope_new(p, p->scope);
  upp_lower_decls(p, &p->model->decls);
  upp_lower_system(p);
  p->net->why_not = p->why_not;
  return p->rated.count == rated || p->d->errors;
}

static network *lower(arena *memory, diags *d, const char *file, const upp_model *model, upp *p) {
  const upp start = {.memory = memory, .m = arena_mem(memory), .d = d, .model = model, .inside = NET_NONE};
  for (*p = start; !lower_model(p, file);) {
    upp again = start;
    again.rated.at = p->rated.at;
    again.rated.count = p->rated.count;
    again.rated.room = p->rated.room;
    *p = again;
  }
  if (d->errors)
    return NULL;
  upp_lower_queries(p, &model->queries);
  upp_lower_callable(p);
  return p->net;
}

network *upp_load(arena *memory, diags *d, const char *file, const char *const *arguments, uint32_t count,
                  void **front_end) {
  if (count)
    diag_add(d, DIAG_ERROR, (place){.file = file}, "remove the argument",
             "UPPAAL models have no preprocessor, so '%s' has no meaning", arguments[0]);
  size_t length;
  const char *text = count ? NULL : file_read(memory, d, file, &length, NULL);
  const upp_model *model = text ? upp_parse(memory, d, file, text, length) : NULL;
  upp *p = *front_end = ARENA_NEW(memory, upp);
  return model && !d->errors ? lower(memory, d, file, model, p) : NULL;
}

// A copy of the front end that allocates in the arena of d, so that the original is not changed.
static upp resume(const void *front_end, diags *d) {
  upp p = *(const upp *)front_end;
  assert(p.net->is_finished);
  p.memory = d->memory;
  p.m = arena_mem(d->memory);
  p.d = d;
  return p;
}

// False on errors, or if it cannot be checked.
static bool lower_text(const void *front_end, diags *d, const upp_query *q, question *out) {
  upp p = resume(front_end, d);
  net_property property;
  if (!upp_lower_query(&p, q, &property))
    return false;
  if (property.why_not)
    diag_add(d, DIAG_UNSUPPORTED, (place){0}, NULL, "'%s' is not checked: %s", q->text, property.why_not);
  *out = property.question;
  return !property.why_not;
}

expr *upp_condition(const void *front_end, diags *d, const char *text) {
  upp_query q = {.kind = UPP_INVARIANTLY, .text = text};
  question lowered;
  q.a = upp_parse_condition(d->memory, d, "condition", text);
  return q.a && lower_text(front_end, d, &q, &lowered) ? lowered.condition : NULL;
}

// The term of a query for its greatest value is such an expression, or a clock.
expr *upp_number_of(const void *front_end, diags *d, const char *text) {
  upp_query q = {.kind = UPP_SUPREMUM, .text = text};
  question lowered;
  upp_expr *parsed = upp_parse_condition(d->memory, d, "expression", text);
  if (!parsed)
    return NULL;
  vec_push(arena_mem(d->memory), &q.terms, parsed);
  if (!lower_text(front_end, d, &q, &lowered))
    return NULL;
  if (!lowered.terms[0].value)
    diag_add(d, DIAG_ERROR, parsed->at, NULL, "expected a number, found a clock");
  return lowered.terms[0].value;
}

// A formula of another kind than UPPAAL's queries.
static bool is_ltl(diags *d, const char *text) {
  upp_query q = {0};
  diags ignored = {.memory = d->memory};
  return formula_is_ltl(text) && !upp_parse_query(d->memory, &ignored, "query", text, &q);
}

bool upp_property(const void *front_end, diags *d, const char *text, net_property *out) {
  upp p = resume(front_end, d);
  upp_query q = {0};
  if (is_ltl(d, text)) {
    *out = (net_property){.name = "", .text = arena_string(d->memory, text), .question = question_of(p.net, "ltl")};
    out->question.formula = formula_read(d, text, upp_condition, front_end);
    return out->question.formula;
  }
  if (!upp_parse_query(d->memory, d, "query", text, &q) || !upp_lower_query(&p, &q, out))
    return false;
  out->text = arena_string(d->memory, text);
  return true;
}

bool upp_query_file(void *front_end, diags *d, const char *file) {
  upp *p = front_end;
  size_t length;
  upp_queries queries = {0};
  const char *text = file_read(p->memory, d, file, &length, NULL);
  if (!text || !upp_parse_queries(p->memory, d, file, text, length, &queries))
    return false;
  upp_lower_queries(p, &queries);
  return true;
}
