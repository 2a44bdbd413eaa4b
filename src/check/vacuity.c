#include "check/vacuity.h"

#include <string.h>

typedef struct {
  const net_stmt *assertion;
  bool is_reached;
} reach;

typedef struct {
  mem *memory;
  const network *net;
  VEC(reach) places; // one for each place in the source
} survey;

static bool is_same_place(place a, place b) {
  return a.line == b.line && a.column == b.column &&
         (a.file == b.file || (a.file && b.file && !strcmp(a.file, b.file)));
}

// Assertions of a never claim are part of the claim, not of the model.
static bool is_in_flow(const network *n, const net_flow *f, const net_stmt *assertion) {
  for (uint32_t i = 0; i < f->locations.count; i++)
    for (uint32_t k = 0; k < f->locations.at[i].edges.count; k++)
      for (const net_stmt *s = n->edges.at[f->locations.at[i].edges.at[k]]->effect; s; s = s->next)
        if (s == assertion)
          return true;
  return false;
}

static bool is_in_claim(const network *n, const net_stmt *assertion) {
  for (uint32_t t = 0; t < n->templates.count; t++)
    if (n->templates.at[t]->kind != TEMPLATE_PROCESS && is_in_flow(n, &n->templates.at[t]->flow, assertion))
      return true;
  return false;
}

// An inline has one assertion in the source, but one statement for each use.
static void note(void *context, const net_stmt *assertion, bool is_reached) {
  survey *s = context;
  if (is_in_claim(s->net, assertion))
    return;
  if (assertion->value->op == EXPR_CONST && !assertion->value->value) // assert(false): it is right not to reach it
    return;
  for (uint32_t i = 0; i < s->places.count; i++)
    if (is_same_place(s->places.at[i].assertion->at, assertion->at)) {
      s->places.at[i].is_reached |= is_reached;
      return;
    }
  vec_push(s->memory, &s->places, ((reach){assertion, is_reached}));
}

// An estimate may have cut off states from which no error can be reached, and a reduction automata that cannot cause
// one. Assertions that hold may be reached there.
static bool has_visited_all(const check_item *item) {
  const beeline_result *r = &item->result;
  return r->verdict == BEELINE_SATISFIED && !item->question.abstract && item->question.asked.kind == QUESTION_ERROR &&
         strcmp(r->heuristic, "zero") == 0 && !r->left_out;
}

// Does a search of it visit all that happens in the model, as a whole or part by part?
static bool is_whole(const shared_view *v, const network *net) {
  const space_split *split = v->reduced ? v->reduced->split : NULL;
  return v->code && v->net == net && !(split && split->are_all_needed);
}

// False if there was no such search.
static bool note_all(survey *s, const check_item *item) {
  bool is_any = false;
  for (uint32_t i = 0; i < 1 << CUT_COUNT; i++) {
    const shared_view *v = &item->shared.views[i];
    if (!is_whole(v, s->net))
      continue;
    space_code_assertions(v->code, note, s);
    is_any = true;
  }
  return is_any;
}

void vacuity_note(beeline_check *check, check_item *item) {
  beeline_result *r = &item->result;
  survey s = {.memory = check->memory, .net = check->model->net};
  if (!has_visited_all(item) || !(item->question.asked.errors & ERROR_ASSERTION))
    return;
  if (!note_all(&s, item))
    return;
  beeline_place *unreached = ARENA_ARRAY(check->arena, beeline_place, s.places.count + 1);
  r->unreached = unreached;
  r->assertion_count = s.places.count;
  for (uint32_t i = 0; i < s.places.count; i++)
    if (!s.places.at[i].is_reached)
      unreached[r->unreached_count++] = check_place(s.places.at[i].assertion->at);
  vec_free(check->memory, &s.places);
}
