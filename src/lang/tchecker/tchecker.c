#include "lang/tchecker/tchecker.h"

#include "base/file.h"
#include "lang/tchecker/tck.h"
#include "model/formula_text.h"
#include <errno.h>
#include <string.h>

network *tck_load(arena *memory, diags *d, const char *file, const char *const *arguments, uint32_t count,
                  void **front_end) {
  if (count) {
    diag_add(d, DIAG_ERROR, (place){.file = file}, "remove the argument",
             "TChecker models have no preprocessor, so '%s' has no meaning", arguments[0]);
    return NULL;
  }
  const char *text = file_read(memory, d, file, NULL, NULL);
  if (!text)
    return NULL;
  tck *t = ARENA_NEW(memory, tck);
  t->memory = memory;
  t->m = arena_mem(memory);
  t->d = d;
  t->names.m = t->m;
  t->net = net_new(memory, file, "tchecker");
  t->net->is_timed = t->net->faults_block = true;
  tck_start(t, file, text);
  tck_parse(t);
  if (!d->errors)
    tck_build_edges(t);
  if (d->errors)
    return NULL;
  *front_end = t;
  return t->net;
}

// A copy of the front end that allocates in the arena of d, so that the original is not changed.
static tck resume(const void *front_end, diags *d) {
  tck t = *(const tck *)front_end;
  t.memory = d->memory;
  t.m = arena_mem(d->memory);
  t.d = d;
  return t;
}

expr *tck_condition(const void *front_end, diags *d, const char *text) {
  tck own = resume(front_end, d), *t = &own;
  uint32_t errors = d->errors;
  tck_start(t, "condition", text);
  t->in_condition = true;
  tck_value value = tck_expression(t);
  expr *condition = tck_number(t, &value);
  if (!tck_is_at_end(t))
    tck_error(t, tck_here(t), NULL, "unexpected text after the condition");
  return d->errors > errors ? NULL : condition;
}

static bool has_label(const net_location *l, const char *label) {
  for (uint32_t i = 0; i < l->labels.count; i++)
    if (strcmp(l->labels.at[i], label) == 0)
      return true;
  return false;
}

// Some process is at a location with the label. NULL if no location has the label.
static expr *at_label(tck *t, const char *label) {
  expr *any = NULL;
  for (uint32_t i = 0; i < t->net->templates.count; i++) {
    const net_flow *flow = &t->net->templates.at[i]->flow;
    expr *at = tck_at(t, i, (place){0});
    for (uint32_t k = 0; k < flow->locations.count; k++)
      if (has_label(&flow->locations.at[k], label))
        vec_push(t->m, &at->locations, k);
    if (at->locations.count)
      any = any ? expr_binary(t->memory, EXPR_OR, any, at) : at;
  }
  return any;
}

static const char *similar_label(const tck *t, const char *label) {
  nearest like = {.wanted = label};
  for (uint32_t i = 0; i < t->net->templates.count; i++) {
    const net_flow *flow = &t->net->templates.at[i]->flow;
    for (uint32_t k = 0; k < flow->locations.count; k++)
      for (uint32_t j = 0; j < flow->locations.at[k].labels.count; j++)
        nearest_try(&like, flow->locations.at[k].labels.at[j]);
  }
  return nearest_hint(&like, t->memory);
}

bool tck_property(const void *front_end, diags *d, const char *text, net_property *out) {
  static const char prefix[] = "labels=";
  tck own = resume(front_end, d), *t = &own;
  if (formula_is_ltl(text)) {
    *out = (net_property){.name = "", .text = arena_string(d->memory, text), .question = question_of(t->net, "ltl")};
    out->question.formula = formula_read(d, text, tck_condition, front_end);
    return out->question.formula;
  }
  if (strncmp(text, prefix, strlen(prefix)) != 0) {
    diag_add(d, DIAG_ERROR, (place){0}, "write labels=NAME,NAME or an LTL formula",
             "'%s' is not a property of a TChecker model", text);
    return false;
  }
  *out = (net_property){.name = "", .text = arena_string(d->memory, text), .question = question_of(t->net, "reach")};
  expr **condition = &out->question.condition;
  for (const char *at = text + strlen(prefix); *at;) {
    size_t length = strcspn(at, ",: ");
    const char *label = arena_copy(d->memory, at, length);
    expr *one = length ? at_label(t, label) : NULL;
    if (length && !one) {
      place here = {.file = "property", .line = 1, .column = (uint32_t)(at - text) + 1};
      diag_add(d, DIAG_ERROR, here, similar_label(t, label), "no location has the label '%s'", label);
      return false;
    }
    if (one)
      *condition = *condition ? expr_binary(d->memory, EXPR_AND, *condition, one) : one;
    at += length + (at[length] != 0);
  }
  if (!*condition)
    diag_add(d, DIAG_ERROR, (place){0}, NULL, "'%s' names no label", text);
  return *condition;
}
