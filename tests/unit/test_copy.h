// Copies of networks held against their originals, step by step.
#ifndef TEST_COPY_H
#define TEST_COPY_H

#include "model/copy.h"
#include "space/dbm.h"
#include "test_whole_space.h"

typedef struct kept_state { // a successor in the copy
  uint8_t *bytes;
  uint32_t size, cost;
  net_action by;
} kept_state;

typedef struct copy_walk {
  mem *m;
  const net_copy *c;
  space *original, *copy;
  store *pairs;               // a state of the original, and then one of the copy that goes with it
  VEC(uint32_t) sizes;        // by pair: of the state of the original
  VEC(kept_state) successors; // of the state of the copy that is being expanded
  bool has_started;           // the initial states are found
  uint32_t steps;             // that were found in the copy
  bool is_exact;              // the zones of the original are: the copy must have all their clock values
  bool misses_a_step;         // a mutant, to test the test: one step of the copy is not seen
  char wrong[200];            // "" = nothing is
  // Called for each pair of states that is expanded; NULL = not.
  void (*look)(void *context, const kept_state *original, const kept_state *copy);
  void *context;
} copy_walk;

static inline bool copy_is_same_cells(const copy_walk *w, const state_view *a, const state_view *b) {
  for (uint32_t i = 0; i < w->c->from->vars.count; i++) {
    const net_var *v = w->c->from->vars.at[i];
    if (v->is_scratch || v->is_ghost || w->c->var[i] == NET_NONE)
      continue;
    for (uint32_t pid = 0; pid < (v->template_ == NET_NONE ? 1 : a->processes); pid++) {
      if (v->template_ != NET_NONE && a->process[pid].template_ != (uint32_t)v->template_)
        continue;
      for (uint32_t cell = 0; cell < v->cells; cell++) {
        const int32_t *cells = v->template_ == NET_NONE ? b->globals : b->process[pid].cells;
        int32_t value = view_cell(a, v, pid, cell);
        const net_map *map = net_copy_map(w->c, v);
        if ((map ? (int32_t)net_map_class(map, value) : value) != cells[net_copy_cell(w->c, v, cell)])
          return false;
      }
    }
  }
  return true;
}

// A field of a message that is not known is 0 in the copy.
static inline bool copy_is_same_channels(const copy_walk *w, const state_view *a, const state_view *b) {
  if (a->channels != b->channels)
    return false;
  for (uint32_t i = 1; i <= a->channels; i++) {
    const view_channel *x = &a->channel[i], *y = &b->channel[i];
    if (x->type != y->type)
      return false;
    if (!net_copy_knows_channel(w->c, x->type) && y->length == 0)
      continue;
    if (x->length != y->length)
      return false;
    for (uint32_t n = 0; n < x->length * w->c->from->channels.at[x->type].fields.count; n++)
      if (x->messages[n] != y->messages[n] && y->messages[n] != 0)
        return false;
  }
  return true;
}

// Copies the zone of a packed state; false if there are no clocks.
static inline bool copy_zone(const space *s, const kept_state *state, dbm_bound *out) {
  uint32_t n = s->net->clocks.count + 1, bytes = (uint32_t)sizeof *out * n * n;
  if (n > 1)
    memcpy(out, state->bytes + state->size - bytes, bytes);
  return n > 1;
}

// The clock values of the original that correspond to some of the state of the copy: any value for other clocks.
static inline void copy_cylinder(const copy_walk *w, const kept_state *b, dbm_bound *out) {
  uint32_t n = w->original->net->clocks.count + 1, k = w->copy->net->clocks.count + 1;
  dbm_bound *zone = mem_alloc(w->m, sizeof *zone * k * k);
  dbm_all(out, n);
  if (copy_zone(w->copy, b, zone))
    for (uint32_t i = 0; i < k; i++)
      for (uint32_t j = 0; j < k; j++) {
        uint32_t x = i ? (uint32_t)w->c->clock_from[i - 1] + 1 : 0, y = j ? (uint32_t)w->c->clock_from[j - 1] + 1 : 0;
        out[x * n + y] = zone[i * k + j];
      }
  dbm_close(out, n);
  mem_free(w->m, zone);
}

// Does the second state correspond to the first?
static inline bool copy_is_image(const copy_walk *w, const state_view *a, const state_view *b) {
  if (a->processes != b->processes)
    return false;
  for (uint32_t pid = 0; pid < a->processes; pid++) {
    const view_process *p = &a->process[pid], *q = &b->process[pid];
    if (p->template_ != q->template_ || q->location != net_copy_location(w->c, p->template_, p->location))
      return false;
  }
  if (!w->c->is_weak && a->control != b->control)
    return false;
  return copy_is_same_cells(w, a, b) && copy_is_same_channels(w, a, b);
}

static inline bool copy_is_step(const copy_walk *w, const net_action *a, const net_action *b) {
  net_action back;
  if (net_copy_origin(w->c, b, &back))
    return net_is_same_action(a, &back);
  return a->partner == NET_BROADCAST && a->pid == b->pid && w->c->edge_from[b->edge] == (int32_t)a->edge;
}

static inline kept_state copy_keep(mem *m, const successor *s) {
  kept_state k = {mem_alloc(m, s->size + 1), s->size, s->cost, s->by};
  memcpy(k.bytes, s->state, s->size);
  return k;
}

static inline bool copy_collect(void *context, const successor *s) {
  copy_walk *w = context;
  if (s->state && !(w->misses_a_step && w->steps == 1))
    vec_push(w->m, &w->successors, copy_keep(w->m, s));
  return true;
}

static inline void copy_forget(copy_walk *w) {
  for (uint32_t i = 0; i < w->successors.count; i++)
    mem_free(w->m, w->successors.at[i].bytes);
  w->successors.count = 0;
}

static inline void copy_pair(copy_walk *w, const kept_state *a, const kept_state *b) {
  uint8_t *both = mem_alloc(w->m, a->size + b->size + 1);
  bool is_new;
  memcpy(both, a->bytes, a->size);
  memcpy(both + a->size, b->bytes, b->size);
  w->pairs->put(w->pairs, both, a->size + b->size, &is_new);
  if (is_new)
    vec_push(w->m, &w->sizes, a->size);
  mem_free(w->m, both);
}

// Pairs the part of the state of the original whose clock values the copy has in b, too. left: its zone, from which
// that part is taken away.
static inline void copy_pair_part(copy_walk *w, const kept_state *a, const kept_state *b, dbm_union *left) {
  uint32_t n = w->original->net->clocks.count + 1, bytes = (uint32_t)sizeof(dbm_bound) * n * n;
  dbm_bound *zone = mem_alloc(w->m, bytes), *there = mem_alloc(w->m, bytes);
  kept_state part = {.bytes = memcpy(mem_alloc(w->m, a->size), a->bytes, a->size), .size = a->size};
  bool has_zone = w->is_exact && copy_zone(w->original, a, zone);
  copy_cylinder(w, b, there);
  if (!has_zone || dbm_intersect(zone, there, n)) {
    if (has_zone)
      memcpy(part.bytes + part.size - bytes, zone, bytes);
    copy_pair(w, &part, b);
    if (has_zone)
      dbm_union_subtract(left, there);
    else
      dbm_union_clear(left);
  }
  mem_free(w->m, part.bytes);
  mem_free(w->m, zone);
  mem_free(w->m, there);
}

static inline bool copy_is_partner(const copy_walk *w, const successor *s, const kept_state *b) {
  return (!w->has_started || copy_is_step(w, &s->by, &b->by)) && b->cost <= s->cost &&
         copy_is_image(w, w->original->view(w->original, s->state, s->size), w->copy->view(w->copy, b->bytes, b->size));
}

// Looks for the step in the copy: for all clock values after it, perhaps by several steps, if the copy tells apart ways
// of a broadcast that the original does not. The states at the start come by no step.
static inline bool copy_follow(void *context, const successor *s) {
  copy_walk *w = context;
  kept_state a = {.bytes = (uint8_t *)s->state, .size = s->size};
  uint32_t n = w->original->net->clocks.count + 1, count = 0;
  if (!s->state)
    return true;
  dbm_bound *zone = mem_alloc(w->m, sizeof *zone * n * n);
  dbm_union left;
  dbm_union_open(&left, w->m, n);
  dbm_all(zone, n);
  copy_zone(w->original, &a, zone);
  dbm_union_add(&left, zone);
  bool *is_partner = mem_alloc(w->m, w->successors.count + 1);
  for (uint32_t i = 0; i < w->successors.count; i++)
    count += is_partner[i] = copy_is_partner(w, s, &w->successors.at[i]);
  for (uint32_t i = 0; i < w->successors.count && left.count; i++)
    if (is_partner[i])
      copy_pair_part(w, &a, &w->successors.at[i], &left);
  w->steps++;
  bool is_found = left.count == 0;
  if (!is_found)
    snprintf(w->wrong, sizeof w->wrong, "no step of the copy for '%s' of process %u (%u to choose from)",
             w->c->from->edges.at[s->by.edge]->text, s->by.pid, count);
  dbm_union_close(&left);
  mem_free(w->m, is_partner);
  mem_free(w->m, zone);
  return is_found;
}

enum { COPY_HORIZON = 1 << 20 };

// The space of the original. Its zones are exact, as if each clock were asked for: extrapolation adds values by the
// constants of the original, which can be less than those of the copy.
static inline space *copy_exact_space(mem *m, arena *memory, const space_setup *asked, bool deadlocks) {
  uint32_t count = asked->net->clocks.count;
  net_term *terms = ARENA_ARRAY(memory, net_term, count + 1);
  for (uint32_t i = 0; i < count; i++)
    terms[i].clock = (net_pick){.first = i + 1, .count = 1};
  space_setup exact = {.net = asked->net, .terms = terms, .term_count = count};
  exact.conditions = asked->conditions;
  exact.condition_count = asked->condition_count;
  return space_new(m, &exact, &(space_options){.horizon = COPY_HORIZON, .deadlocks = deadlocks});
}

static inline space *copy_space(mem *m, const network *n) {
  return space_new(m, &(space_setup){.net = n}, &(space_options){0});
}

static inline void copy_look_at_pair(copy_walk *w, uint32_t number) {
  uint32_t size, first = w->sizes.at[number];
  const uint8_t *stored = w->pairs->get(w->pairs, number, &size);
  uint8_t *both = memcpy(mem_alloc(w->m, size + 1), stored, size); // the store may move what it holds
  if (w->look)
    w->look(w->context, &(kept_state){.bytes = both, .size = first},
            &(kept_state){.bytes = both + first, .size = size - first});
  w->copy->expand(w->copy, both + first, size - first, copy_collect, w);
  w->original->expand(w->original, both, first, copy_follow, w);
  copy_forget(w);
  mem_free(w->m, both);
}

// Walks through so many states of the original, and in the copy along with it. True if every step was found. The
// caller sets m, c and both spaces in *w, which this closes; and what else it wants.
static inline bool copy_walk_along(copy_walk *w, uint32_t limit) {
  mem *m = w->m;
  w->pairs = store_hash.open(m, NULL);
  w->copy->initial(w->copy, copy_collect, w);
  w->original->initial(w->original, copy_follow, w);
  w->has_started = true;
  copy_forget(w);
  for (uint32_t i = 0; i < w->sizes.count && i < limit && !*w->wrong; i++)
    copy_look_at_pair(w, i);
  vec_free(m, &w->sizes);
  vec_free(m, &w->successors);
  w->pairs->close(w->pairs);
  w->original->close(w->original);
  w->copy->close(w->copy);
  return !*w->wrong;
}

// The same for any two. *w: all but misses_a_step is set here.
static inline bool copy_simulates(copy_walk *w, mem *m, const net_copy *c, uint32_t limit) {
  arena *memory = arena_new(m);
  *w = (copy_walk){.m = m, .c = c, .copy = copy_space(m, c->net), .is_exact = true, .misses_a_step = w->misses_a_step};
  w->original = copy_exact_space(m, memory, &(space_setup){.net = c->from}, false);
  bool simulates = copy_walk_along(w, limit);
  arena_delete(memory);
  return simulates;
}

#endif
