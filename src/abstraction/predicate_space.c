#include "abstraction/predicate_space.h"

#include "abstraction/merge_automaton.h"

#include <string.h>

enum { MOST_TRANSITIONS = 5000000, NONE = UINT32_MAX };

typedef struct { // a label with its parts in the factors that are kept
  uint32_t cost;
  bool is_error;
  uint32_t first, count; // parts
  uint32_t next;         // 1 + the next in its chain of the hash table
} move;

typedef VEC(uint32_t) numbers;

struct predicate_space {
  mem *m;
  const factors *f;
  numbers kept;     // factors
  uint64_t *weight; // by factor: of its value in the number of a state; 0 = it is left out
  VEC(move) moves;
  numbers parts;                    // relations
  uint32_t *first_list, list_count; // by factor
  numbers *lists;                   // by value of a factor: the moves that ask for it, and are found by it
  VEC(uint64_t) keys;               // by state
  uint32_t *slots, slot_count;
  merge_automaton graph; // its labels are the moves
  uint32_t from;         // the state that is expanded
};

static const factor_relation *part_of(const predicate_space *s, const move *x, uint32_t i) {
  return &s->f->relations.at[s->parts.at[x->first + i]];
}

// States: a table of numbers.

static uint32_t slot_of(const predicate_space *s, uint64_t key) {
  uint32_t slot = (uint32_t)(key * 0x9E3779B97F4A7C15u >> 32) & (s->slot_count - 1);
  while (s->slots[slot] && s->keys.at[s->slots[slot] - 1] != key)
    slot = (slot + 1) & (s->slot_count - 1);
  return slot;
}

static void grow(predicate_space *s) {
  s->slot_count = s->slot_count ? s->slot_count * 2 : 1024;
  mem_free(s->m, s->slots);
  s->slots = mem_alloc(s->m, s->slot_count * sizeof *s->slots);
  for (uint32_t i = 0; i < s->keys.count; i++)
    s->slots[slot_of(s, s->keys.at[i])] = i + 1;
}

static uint32_t number_of(predicate_space *s, uint64_t key) {
  if (s->keys.count * 2 >= s->slot_count)
    grow(s);
  uint32_t slot = slot_of(s, key);
  if (!s->slots[slot]) {
    vec_push(s->m, &s->keys, key);
    s->slots[slot] = s->keys.count;
  }
  return s->slots[slot] - 1;
}

static uint64_t key_of(const predicate_space *s, const uint32_t *at) {
  uint64_t key = 0;
  for (uint32_t i = 0; i < s->kept.count; i++)
    key += at[s->kept.at[i]] * s->weight[s->kept.at[i]];
  return key;
}

static uint32_t value_in(const predicate_space *s, uint64_t key, uint32_t which) {
  return (uint32_t)(key / s->weight[which] % s->f->all.at[which].count);
}

// Moves: labels that agree in all factors that are kept are one.

static bool is_same_move(const predicate_space *s, const move *a, const move *b) {
  return a->cost == b->cost && a->is_error == b->is_error && a->count == b->count &&
         (!a->count || memcmp(&s->parts.at[a->first], &s->parts.at[b->first], a->count * sizeof *s->parts.at) == 0);
}

static void add_move(predicate_space *s, const factor_label *l, uint32_t *chains, uint32_t chain_count) {
  move made = {.cost = l->cost, .is_error = l->is_error, .first = s->parts.count};
  uint32_t hash = l->cost * 2 + l->is_error;
  for (uint32_t i = 0; i < l->count; i++)
    if (s->weight[factors_part(s->f, l, i)->factor]) {
      vec_push(s->m, &s->parts, s->f->parts.at[l->first + i]);
      hash = (hash ^ s->f->parts.at[l->first + i]) * 16777619u;
    }
  made.count = s->parts.count - made.first;
  uint32_t *chain = &chains[(hash ^ hash >> 16) % chain_count];
  for (uint32_t i = *chain; i; i = s->moves.at[i - 1].next)
    if (is_same_move(s, &made, &s->moves.at[i - 1])) {
      s->parts.count = made.first;
      return;
    }
  made.next = *chain;
  if (!made.count && !made.is_error)
    return; // it changes nothing
  vec_push(s->m, &s->moves, made);
  *chain = s->moves.count;
}

static void add_moves(predicate_space *s) {
  uint32_t chain_count = s->f->labels.count + 1;
  uint32_t *chains = mem_alloc(s->m, chain_count * sizeof *chains);
  for (uint32_t l = 0; l < s->f->labels.count; l++)
    add_move(s, &s->f->labels.at[l], chains, chain_count);
  mem_free(s->m, chains);
}

// A move is found by the part that asks for the fewest values.
static void index_moves(predicate_space *s) {
  s->first_list = mem_alloc(s->m, (s->f->all.count + 1) * sizeof *s->first_list);
  for (uint32_t i = 0; i < s->f->all.count; i++) {
    s->first_list[i] = s->list_count;
    s->list_count += s->f->all.at[i].count;
  }
  s->lists = mem_alloc(s->m, (s->list_count + 1) * sizeof *s->lists);
  for (uint32_t i = 0; i < s->moves.count; i++) {
    const move *x = &s->moves.at[i];
    const factor_relation *least = NULL;
    for (uint32_t n = 0; n < x->count; n++)
      if (!least || part_of(s, x, n)->count < least->count)
        least = part_of(s, x, n);
    for (uint32_t n = 0; least && n < least->count; n++) {
      uint32_t from = s->f->pairs.at[least->first + n].from;
      if (n == 0 || from != s->f->pairs.at[least->first + n - 1].from)
        vec_push(s->m, &s->lists[s->first_list[least->factor] + from], i);
    }
  }
}

// Steps.

// The first pair of the relation that begins with the value; NONE if there is none.
static uint32_t pair_from(const predicate_space *s, const factor_relation *r, uint32_t value) {
  uint32_t low = r->first, high = r->first + r->count;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (s->f->pairs.at[middle].from < value)
      low = middle + 1;
    else
      high = middle;
  }
  return low < r->first + r->count && s->f->pairs.at[low].from == value ? low : NONE;
}

static void take_parts(predicate_space *s, uint32_t which, uint32_t part, uint64_t key) {
  const move *x = &s->moves.at[which];
  if (part == x->count || x->is_error) {
    uint32_t to = x->is_error ? s->from : number_of(s, key);
    if (to != s->from || x->is_error)
      vec_push(s->m, &s->graph.transitions, ((merge_transition){which, s->from, to}));
    return;
  }
  const factor_relation *r = part_of(s, x, part);
  uint32_t value = value_in(s, s->keys.at[s->from], r->factor);
  for (uint32_t i = pair_from(s, r, value); i < r->first + r->count && s->f->pairs.at[i].from == value; i++)
    take_parts(s, which, part + 1, key + (s->f->pairs.at[i].to - (uint64_t)value) * s->weight[r->factor]);
}

static void expand(predicate_space *s) {
  uint64_t key = s->keys.at[s->from];
  mem_poll(s->m);
  for (uint32_t k = 0; k < s->kept.count; k++) {
    const numbers *list = &s->lists[s->first_list[s->kept.at[k]] + value_in(s, key, s->kept.at[k])];
    for (uint32_t i = 0; i < list->count; i++) {
      const move *x = &s->moves.at[list->at[i]];
      bool is_possible = true;
      for (uint32_t n = 0; n < x->count && is_possible; n++) {
        const factor_relation *r = part_of(s, x, n);
        is_possible = pair_from(s, r, value_in(s, key, r->factor)) != NONE;
      }
      if (is_possible)
        take_parts(s, list->at[i], 0, key);
    }
  }
}

static void find_distances(predicate_space *s) {
  merge_labels labels = {.m = s->m, .count = s->moves.count};
  labels.at = mem_alloc(s->m, (labels.count + 1) * sizeof *labels.at);
  s->graph.states = s->keys.count;
  s->graph.takes_part = mem_alloc(s->m, labels.count + 1);
  s->graph.distance = mem_alloc(s->m, (s->keys.count + 1) * sizeof *s->graph.distance);
  for (uint32_t i = 0; i < s->moves.count; i++) {
    labels.at[i] = (merge_label){.cost = s->moves.at[i].cost, .is_error = s->moves.at[i].is_error};
    s->graph.takes_part[i] = s->moves.at[i].count > 0; // an error without parts is everywhere
  }
  merge_find_distances(&labels, &s->graph);
  vec_free(s->m, &s->graph.transitions);
  mem_free(s->m, labels.at);
}

// False if the number of a state would not fit.
static bool weigh(predicate_space *s, const bool *is_kept) {
  uint64_t weight = 1;
  s->weight = mem_alloc(s->m, (s->f->all.count + 1) * sizeof *s->weight);
  for (uint32_t i = 0; i < s->f->all.count; i++) {
    if (!is_kept[i])
      continue;
    vec_push(s->m, &s->kept, i);
    s->weight[i] = weight;
    if (weight > UINT64_MAX / 2 / s->f->all.at[i].count)
      return false;
    weight *= s->f->all.at[i].count;
  }
  return true;
}

void predicate_space_close(predicate_space *s) {
  mem *m = s->m;
  for (uint32_t i = 0; s->lists && i < s->list_count; i++)
    vec_free(m, &s->lists[i]);
  mem_free(m, s->lists);
  mem_free(m, s->first_list);
  mem_free(m, s->weight);
  mem_free(m, s->slots);
  vec_free(m, &s->kept);
  vec_free(m, &s->moves);
  vec_free(m, &s->parts);
  vec_free(m, &s->keys);
  vec_free(m, &s->graph.transitions);
  mem_free(m, s->graph.takes_part);
  mem_free(m, s->graph.distance);
  mem_free(m, s);
}

// False if there are too many states or steps.
static bool explore(predicate_space *s, uint32_t most) {
  for (; s->from < s->keys.count; s->from++) {
    if (s->keys.count > most || s->graph.transitions.count > MOST_TRANSITIONS)
      return false;
    expand(s);
  }
  return true;
}

predicate_space *predicate_space_open(mem *m, const factors *f, const bool *is_kept, const uint32_t *start,
                                      uint32_t most) {
  predicate_space *s = mem_alloc(m, sizeof *s);
  s->m = m;
  s->f = f;
  bool fits = weigh(s, is_kept);
  if (fits) {
    add_moves(s);
    index_moves(s);
    number_of(s, key_of(s, start));
    fits = explore(s, most);
  }
  if (!fits) {
    predicate_space_close(s);
    return NULL;
  }
  find_distances(s);
  return s;
}

bool predicate_distance(const predicate_space *s, const uint32_t *at, uint32_t *out) {
  uint32_t slot = slot_of(s, key_of(s, at));
  if (!s->slots[slot])
    return false;
  *out = s->graph.distance[s->slots[slot] - 1];
  return true;
}

uint32_t predicate_states(const predicate_space *s) { return s->keys.count; }
