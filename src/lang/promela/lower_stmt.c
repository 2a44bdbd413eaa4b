#include "lang/promela/lower.h"

#include <string.h>

static net_stmt *add_stmt(pml *p, basic *out, stmt_kind kind, place at) {
  net_stmt *s = ARENA_NEW(p->memory, net_stmt), **end = &out->effect;
  s->kind = kind;
  s->at = at;
  while (*end)
    end = &(*end)->next;
  *end = s;
  return s;
}

static void lower_run(pml *p, const ast_expr *run, expr *target, basic *out) {
  const net_template *t = net_template_named(p->net, run->name);
  net_stmt *s = add_stmt(p, out, STMT_RUN, run->at);
  pending_run later = {s, run->at};
  expr_list args = {0};
  if (!t || t->kind != TEMPLATE_PROCESS) {
    pml_error(p, run->at, NULL, "there is no proctype '%s'", run->name);
    return;
  }
  s->template_ = (int32_t)t->index;
  s->target = target;
  s->priority = run->value > 0 ? run->value : 1;
  if (run->value > 255)
    pml_error(p, run->at, NULL, "a priority must be 1 to 255, not %d", run->value);
  pml_arguments(p, (const ast_expr *const *)run->args.at, run->args.count, &args);
  for (uint32_t i = 0; i < args.count; i++)
    vec_push(p->m, &s->args, args.at[i]);
  vec_free(p->m, &args);
  vec_push(p->m, &p->runs, later);
}

static void assign(pml *p, const ast_stmt *s, const ast_expr *value, basic *out) {
  if (strcmp(s->ref->name, "_priority") == 0 && !s->ref->next) {
    net_stmt *set = add_stmt(p, out, STMT_SET_PRIORITY, s->at);
    vec_push(p->m, &set->args, expr_new(p->memory, EXPR_PID, s->at));
    vec_push(p->m, &set->args, pml_expr(p, value));
    return;
  }
  expr *target = pml_target(p, s->ref);
  if (!target)
    return;
  if (value->kind == AX_RUN) {
    lower_run(p, value, target, out);
    return;
  }
  net_stmt *a = add_stmt(p, out, STMT_ASSIGN, s->at);
  a->target = target;
  a->value = pml_expr(p, value);
}

static void lower_increment(pml *p, const ast_stmt *s, expr_op op, basic *out) {
  expr *target = pml_target(p, s->ref);
  if (!target)
    return;
  if (target->var->type.kind == KIND_CHANNEL)
    pml_error(p, s->at, NULL, "arithmetic on the channel '%s' is not possible", target->var->name);
  net_stmt *a = add_stmt(p, out, STMT_ASSIGN, s->at);
  a->target = target;
  a->value = expr_binary(p->memory, op, target, expr_const(p->memory, 1, s->at));
}

// A wrong number of fields is an error only when a message moves, so it is no error of the model's text.
static void warn_of_fields(pml *p, const ast_stmt *s, const net_sync *sync) {
  const net_var *v = sync->channel->var;
  if (sync->channel->op != EXPR_VAR || v->channel == NET_NONE)
    return;
  uint32_t count = sync->kind == SYNC_SEND ? sync->fields.count : sync->patterns.count;
  uint32_t fields = p->net->channels.at[v->channel].fields.count;
  if (sync->peek ? count > fields : count != fields)
    diag_add(p->d, DIAG_WARNING, s->at, NULL, "a message of '%s' has %u field%s, not %u", v->name, fields,
             fields == 1 ? "" : "s", count);
}

static void lower_patterns(pml *p, const ast_stmt *s, basic *out) {
  pattern_list patterns = {0};
  pml_patterns(p, (const ast_expr *const *)s->args.at, s->args.count, &patterns, p->is_event_trace);
  for (uint32_t i = 0; i < patterns.count; i++)
    vec_push(p->m, &out->sync.patterns, patterns.at[i]);
  vec_free(p->m, &patterns);
}

static void lower_send(pml *p, const ast_stmt *s, basic *out) {
  expr_list fields = {0};
  out->sync.kind = SYNC_SEND;
  out->sync.channel = pml_channel(p, s->ref);
  out->sync.sorted = s->sorted;
  if (p->is_event_trace) {
    lower_patterns(p, s, out);
    return;
  }
  pml_arguments(p, (const ast_expr *const *)s->args.at, s->args.count, &fields);
  for (uint32_t i = 0; i < fields.count; i++)
    vec_push(p->m, &out->sync.fields, fields.at[i]);
  vec_free(p->m, &fields);
  warn_of_fields(p, s, &out->sync);
}

static void lower_receive(pml *p, const ast_stmt *s, basic *out) {
  out->sync.kind = SYNC_RECEIVE;
  out->sync.channel = pml_channel(p, s->ref);
  out->sync.random = s->random;
  out->sync.peek = s->peek;
  lower_patterns(p, s, out);
  if (!p->is_event_trace)
    warn_of_fields(p, s, &out->sync);
}

// Decodes the escapes of a printf format: \n \t \\ \" and so on.
static const char *decode(pml *p, const char *text) {
  char *copy = arena_string(p->memory, text), *to = copy;
  for (const char *c = text; *c; c++) {
    if (*c != '\\' || !c[1]) {
      *to++ = *c;
      continue;
    }
    c++;
    *to++ = *c == 'n' ? '\n' : *c == 't' ? '\t' : *c == 'r' ? '\r' : *c;
  }
  *to = 0;
  return copy;
}

static void lower_print(pml *p, const ast_stmt *s, basic *out) {
  net_stmt *print = add_stmt(p, out, STMT_PRINT, s->at);
  uint32_t needed = 0;
  print->format = decode(p, s->name);
  for (const char *c = print->format; *c; c++)
    if (*c == '%' && c[1]) {
      c++;
      needed += *c != '%';
    }
  if (needed > s->args.count)
    diag_add(p->d, DIAG_WARNING, s->at, NULL, "the format needs %u values, but %u are given", needed, s->args.count);
  for (uint32_t i = 0; i < s->args.count; i++)
    vec_push(p->m, &print->args, pml_expr(p, s->args.at[i]));
}

static void condition(pml *p, const ast_stmt *s, basic *out) {
  int32_t value;
  if (s->a->kind == AX_RUN) {
    lower_run(p, s->a, NULL, out);
    return;
  }
  out->guard = pml_expr(p, s->a);
  out->is_skip = s->a->kind == AX_CONST && s->a->value == 1;
  out->is_false = s->a->kind == AX_CONST && s->a->value == 0;
  if (expr_is_const(out->guard, &value) && value)
    out->guard = NULL;
}

void pml_leaf(pml *p, const ast_stmt *s, basic *out) {
  *out = (basic){.at = s->at, .text = pml_stmt_text(p->memory, s)};
  switch (s->kind) {
  case AS_ASSIGN:
    assign(p, s, s->a, out);
    break;
  case AS_INCR:
    lower_increment(p, s, EXPR_ADD, out);
    break;
  case AS_DECR:
    lower_increment(p, s, EXPR_SUB, out);
    break;
  case AS_SEND:
    lower_send(p, s, out);
    break;
  case AS_RECEIVE:
    lower_receive(p, s, out);
    break;
  case AS_EXPR:
    condition(p, s, out);
    break;
  case AS_ELSE:
    out->is_else = true;
    break;
  case AS_PRINTF:
    lower_print(p, s, out);
    break;
  case AS_PRINTM: {
    net_stmt *print = add_stmt(p, out, STMT_PRINT, s->at);
    print->format = "%e";
    vec_push(p->m, &print->args, pml_expr(p, s->a));
    break;
  }
  case AS_ASSERT: {
    net_stmt *check = add_stmt(p, out, STMT_ASSERT, s->at);
    check->value = pml_expr(p, s->a);
    check->text = pml_expr_text(p->memory, s->a);
    break;
  }
  case AS_SET_PRIORITY: {
    net_stmt *set = add_stmt(p, out, STMT_SET_PRIORITY, s->at);
    vec_push(p->m, &set->args, pml_expr(p, s->a));
    vec_push(p->m, &set->args, pml_expr(p, s->b));
    break;
  }
  default:
    break;
  }
}
