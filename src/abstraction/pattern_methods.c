// The table of patterns, and those that need no analysis.
#include "abstraction/pattern_internal.h"

#include <stdio.h>
#include <string.h>

#define X(name) &pattern_##name,
const pattern_method *const pattern_methods[] = {PATTERN_METHODS(X) NULL};
#undef X

const pattern_method *pattern_named(const char *name, size_t length) {
  const pattern_method *const *k = pattern_methods;
  while (*k && !(strlen((*k)->name) == length && strncmp((*k)->name, name, length) == 0))
    k++;
  return *k;
}

const pattern_method *pattern_read(const char *text, pattern_setup *setup, char *why, size_t size) {
  size_t length = strcspn(text, ":");
  const pattern_method *method = pattern_named(text, length);
  if (!method) {
    snprintf(why, size, "there is no pattern '%.*s'", (int)length, text);
    return NULL;
  }
  key_values given = keys_usual(method->keys);
  if (text[length] && !keys_read(method->keys, text + length + 1, &given, why, size))
    return NULL;
  if (method->set)
    method->set(setup, &given);
  return method;
}

static const char *choose_all(const pattern_setup *setup, pattern_set *out) {
  *out = pattern_set_new(setup->memory, setup->net);
  return NULL;
}

const pattern_method pattern_all = {.name = "all", .summary = "everything: the model itself", .choose = choose_all};

typedef struct {
  const network *net;
  pattern_set *out;
} reader;

static void note_symbol(const expr *e, void *context) {
  reader *r = context;
  if (e->op == EXPR_AT)
    r->out->templates[e->value] = true;
  if (e->op == EXPR_PC || e->op == EXPR_UNLABELLED || e->op == EXPR_FIRST || e->op == EXPR_DEADLOCK)
    memset(r->out->templates, true, r->net->templates.count);
}

void pattern_mark_expr(const pattern_setup *setup, const expr *e, pattern_set *out) {
  reader r = {setup->net, out};
  expr_walk(e, note_symbol, &r);
  pattern_mark(out, access_of_expr(facts_accesses(setup->facts), e)->reads);
}

static void mark_assertions(const pattern_setup *setup, uint32_t edge, int32_t owner, pattern_set *out) {
  accesses *a = facts_accesses(setup->facts);
  if (!(access_of_edge(a, edge)->flags & ACCESS_ASSERTS))
    return;
  if (owner != NET_NONE)
    out->templates[owner] = true;
  for (const net_stmt *s = setup->net->edges.at[edge]->effect; s; s = s->next)
    if (s->kind == STMT_ASSERT)
      pattern_mark_expr(setup, s->value, out);
}

pattern_set pattern_goal_symbols(const pattern_setup *setup) {
  const network *net = setup->net;
  const question *asked = &setup->asked;
  pattern_set out = pattern_set_new(setup->memory, net);
  const int32_t *owners = pattern_owners(setup->memory, net);
  if (question_seeks_condition(asked))
    pattern_mark_expr(setup, asked->condition, &out);
  for (uint32_t i = 0; i < net->edges.count && asked->kind == QUESTION_ERROR && (asked->errors & ERROR_ASSERTION); i++)
    mark_assertions(setup, i, owners[i], &out);
  if (question_seeks_deadlock(asked))
    memset(out.templates, true, net->templates.count);
  return out;
}

static const char *choose_goal(const pattern_setup *setup, pattern_set *out) {
  pattern_set kept = pattern_goal_symbols(setup);
  *out = pattern_set_without(setup->memory, setup->net, &kept);
  pattern_set_close(setup->memory, setup->net, setup->facts, out);
  return NULL;
}

const pattern_method pattern_goal = {
    .name = "goal", .summary = "what the question itself reads", .choose = choose_goal};
