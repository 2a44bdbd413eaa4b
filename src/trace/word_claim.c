// Runs of claims on words.
#include "trace/word.h"

#include <assert.h>
#include <string.h>

static bool holds(const word *w, uint32_t position, uint32_t atom) {
  return w->values.at[(size_t)position * w->atoms.count + atom];
}

static bool is_possible(const word *w, uint32_t position, const claim_edge *e) {
  for (uint32_t i = 0; i < e->label.count; i++)
    if (holds(w, position, claim_atom(e->label.at[i])) == claim_is_negated(e->label.at[i]))
      return false;
  return true;
}

// Adds the states that the claim can be in after reading the position to `to`. True if one of them is bad. *changes
// becomes true where `to` grows.
static bool advance(const word *w, const claim *c, uint32_t position, const bool *from, bool *to, bool *changes) {
  bool is_bad = false;
  for (uint32_t q = 0; q < c->states.count; q++)
    for (uint32_t k = 0; from[q] && k < c->states.at[q].edges.count; k++) {
      const claim_edge *e = &c->states.at[q].edges.at[k];
      if (!is_possible(w, position, e))
        continue;
      is_bad |= c->states.at[e->to].is_bad;
      *changes |= !to[e->to];
      to[e->to] = true;
    }
  return is_bad;
}

// Sets `at` to the states that the claim can be in before it reads the position. True if one was bad before that.
static bool run_to(const word *w, const claim *c, uint32_t position, bool *at) {
  bool *next = mem_alloc(w->m, c->states.count), is_bad = false, ignored = false;
  memset(at, 0, c->states.count);
  at[c->initial] = true;
  for (uint32_t i = 0; i < position && !is_bad; i++) {
    mem_poll(w->m);
    memset(next, 0, c->states.count);
    is_bad = advance(w, c, i, at, next, &ignored);
    memcpy(at, next, c->states.count);
  }
  mem_free(w->m, next);
  return is_bad;
}

// Runs end in bad states.
static void forget_bad(const claim *c, bool *at) {
  for (uint32_t q = 0; q < c->states.count; q++)
    at[q] &= !c->states.at[q].is_bad;
}

bool word_ends_badly(const word *w, const claim *c, bool stays) {
  bool *at = mem_alloc(w->m, c->states.count), *next = mem_alloc(w->m, c->states.count), is_bad = false, changes = true;
  at[c->initial] = true;
  for (uint32_t i = 0; i < w->length; i++) {
    mem_poll(w->m);
    memset(next, 0, c->states.count);
    is_bad = advance(w, c, i, at, next, &changes);
    forget_bad(c, next);
    memcpy(at, next, c->states.count);
  }
  while (stays && w->length && changes && !is_bad) {
    changes = false;
    is_bad = advance(w, c, w->length - 1, at, at, &changes);
  }
  mem_free(w->m, at);
  return is_bad;
}

// The loop of the word with the claim: pairs of a position of the loop and a state of the claim, position by position.
typedef struct cycle {
  const word *w;
  const claim *c;
  uint32_t length; // of the loop
  bool *pairs;     // those from which the claim may have an accepting run
  bool *reach;     // those of them that lead to an edge with the mark being looked at
} cycle;

static bool *row(const cycle *k, bool *pairs, uint32_t position) {
  return pairs + (size_t)position * k->c->states.count;
}

static uint32_t after(const cycle *k, uint32_t position) { return position + 1 < k->length ? position + 1 : 0; }

// All pairs that can be reached. True if a bad state can.
static bool find_pairs(cycle *k) {
  bool is_bad = false;
  for (bool changes = true; changes && !is_bad;) {
    changes = false;
    mem_poll(k->w->m);
    for (uint32_t i = 0; i < k->length && !is_bad; i++)
      is_bad = advance(k->w, k->c, k->w->loop + i, row(k, k->pairs, i), row(k, k->pairs, after(k, i)), &changes);
  }
  return is_bad;
}

// Does the pair have an edge to another pair that has the mark, or from whose target such an edge is reached?
static bool leads_on(const cycle *k, uint32_t position, uint32_t state, uint32_t mark) {
  const claim_state *s = &k->c->states.at[state];
  uint32_t at = k->w->loop + position, next = after(k, position);
  bool is_accepting = k->c->accepting_atom >= 0 && holds(k->w, at, (uint32_t)k->c->accepting_atom);
  for (uint32_t i = 0; i < s->edges.count; i++) {
    const claim_edge *e = &s->edges.at[i];
    if (!row(k, k->pairs, next)[e->to] || !is_possible(k->w, at, e))
      continue;
    bool has_mark = (e->marks >> mark & 1) || (is_accepting && mark == 0) || !k->c->mark_count;
    if (has_mark || row(k, k->reach, next)[e->to])
      return true;
  }
  return false;
}

// Removes the pairs from which no edge with the mark is reached. True if there were some.
static bool prune(cycle *k, uint32_t mark) {
  size_t count = (size_t)k->length * k->c->states.count;
  memset(k->reach, 0, count);
  for (bool changes = true; changes;) {
    changes = false;
    mem_poll(k->w->m);
    for (uint32_t i = k->length; i-- > 0;)
      for (uint32_t q = 0; q < k->c->states.count; q++)
        if (row(k, k->pairs, i)[q] && !row(k, k->reach, i)[q] && leads_on(k, i, q, mark))
          changes = row(k, k->reach, i)[q] = true;
  }
  bool is_same = memcmp(k->pairs, k->reach, count) == 0;
  memcpy(k->pairs, k->reach, count);
  return !is_same;
}

// A run is accepting if it has every mark again and again, so every pair on it leads to every mark (Emerson and Lei).
// Without marks every infinite run is.
static bool has_accepting_run(cycle *k) {
  uint32_t marks = k->c->mark_count ? k->c->mark_count : 1;
  for (bool changes = true; changes;) {
    changes = false;
    for (uint32_t mark = 0; mark < marks; mark++)
      changes |= prune(k, mark);
  }
  for (size_t i = 0; i < (size_t)k->length * k->c->states.count; i++)
    if (k->pairs[i])
      return true;
  return false;
}

bool word_is_accepted(const word *w, const claim *c) {
  assert(w->loop < w->length && w->atoms.count >= c->atoms.count);
  cycle k = {.w = w, .c = c, .length = w->length - w->loop};
  k.pairs = mem_alloc(w->m, (size_t)k.length * c->states.count);
  k.reach = mem_alloc(w->m, (size_t)k.length * c->states.count);
  bool is_accepted = run_to(w, c, w->loop, row(&k, k.pairs, 0)) || find_pairs(&k) || has_accepting_run(&k);
  mem_free(w->m, k.pairs);
  mem_free(w->m, k.reach);
  return is_accepted;
}
