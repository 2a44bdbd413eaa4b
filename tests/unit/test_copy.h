// Copies of networks held against their originals, step by step.
#ifndef TEST_COPY_H
#define TEST_COPY_H

#include "model/copy.h"
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
  store *seen;                // states of the original
  VEC(kept_state) partners;   // by state of the original: the one of the copy that goes with it
  VEC(kept_state) successors; // of the partner of the one that is being expanded
  uint32_t steps;             // that were found in the copy
  char wrong[200];            // "" = nothing is
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
        if (view_cell(a, v, pid, cell) != cells[net_copy_cell(w->c, v, cell)])
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
    if (x->type != y->type || x->length != y->length)
      return false;
    for (uint32_t n = 0; n < x->length * w->c->from->channels.at[x->type].fields.count; n++)
      if (x->messages[n] != y->messages[n] && y->messages[n] != 0)
        return false;
  }
  return true;
}

// Does the second state correspond to the first?
static inline bool copy_is_image(const copy_walk *w, const state_view *a, const state_view *b) {
  if (a->processes != b->processes)
    return false;
  for (uint32_t pid = 0; pid < a->processes; pid++) {
    const view_process *p = &a->process[pid], *q = &b->process[pid];
    if (p->template_ != q->template_ || (int32_t)q->location != net_copy_location(w->c, p->template_, p->location))
      return false;
  }
  if (!w->c->is_weak && a->control != b->control)
    return false;
  return copy_is_same_cells(w, a, b) && copy_is_same_channels(w, a, b);
}

static inline bool copy_is_step(const copy_walk *w, const net_action *a, const net_action *b) {
  net_action image;
  if (net_copy_action(w->c, a, &image))
    return net_is_same_action(&image, b);
  return a->partner == NET_BROADCAST && a->pid == b->pid && w->c->edge[a->edge] == (int32_t)b->edge;
}

static inline kept_state copy_keep(mem *m, const successor *s) {
  kept_state k = {mem_alloc(m, s->size + 1), s->size, s->cost, s->by};
  memcpy(k.bytes, s->state, s->size);
  return k;
}

static inline bool copy_collect(void *context, const successor *s) {
  copy_walk *w = context;
  if (s->state)
    vec_push(w->m, &w->successors, copy_keep(w->m, s));
  return true;
}

static inline void copy_forget(copy_walk *w) {
  for (uint32_t i = 0; i < w->successors.count; i++)
    mem_free(w->m, w->successors.at[i].bytes);
  w->successors.count = 0;
}

// Looks for the step in the copy. The states at the start come by no step.
static inline bool copy_follow(void *context, const successor *s) {
  copy_walk *w = context;
  bool is_start = w->partners.count == 0;
  if (!s->state)
    return true;
  const state_view *a = w->original->view(w->original, s->state, s->size);
  for (uint32_t i = 0; i < w->successors.count; i++) {
    const kept_state *t = &w->successors.at[i];
    if ((!is_start && !copy_is_step(w, &s->by, &t->by)) || t->cost > s->cost ||
        !copy_is_image(w, a, w->copy->view(w->copy, t->bytes, t->size)))
      continue;
    bool is_new;
    w->seen->put(w->seen, s->state, s->size, &is_new);
    if (is_new) {
      kept_state partner = {memcpy(mem_alloc(w->m, t->size + 1), t->bytes, t->size), t->size, 0, t->by};
      vec_push(w->m, &w->partners, partner);
    }
    w->steps++;
    return true;
  }
  snprintf(w->wrong, sizeof w->wrong, "no step of the copy for '%s' of process %u (%u to choose from)",
           w->c->from->edges.at[s->by.edge]->text, s->by.pid, w->successors.count);
  return false;
}

static inline space *copy_space(mem *m, const network *n) {
  expr *none;
  return whole_choose(m, n, &(question){.errors = ERROR_RUNTIME}, &none);
}

// Walks through so many states of the original, and in the copy along with it. True if every step was found.
static inline bool copy_simulates(copy_walk *w, mem *m, const net_copy *c, uint32_t limit) {
  *w = (copy_walk){.m = m, .c = c, .original = copy_space(m, c->from), .copy = copy_space(m, c->net)};
  w->seen = store_hash.open(m, NULL);
  w->copy->initial(w->copy, copy_collect, w);
  w->original->initial(w->original, copy_follow, w);
  copy_forget(w);
  for (uint32_t i = 0; i < w->partners.count && i < limit && !*w->wrong; i++) {
    uint32_t size;
    const uint8_t *stored = w->seen->get(w->seen, i, &size);
    uint8_t *state = memcpy(mem_alloc(m, size + 1), stored, size); // the store may move what it holds
    w->copy->expand(w->copy, w->partners.at[i].bytes, w->partners.at[i].size, copy_collect, w);
    w->original->expand(w->original, state, size, copy_follow, w);
    copy_forget(w);
    mem_free(m, state);
  }
  for (uint32_t i = 0; i < w->partners.count; i++)
    mem_free(m, w->partners.at[i].bytes);
  vec_free(m, &w->partners);
  vec_free(m, &w->successors);
  w->seen->close(w->seen);
  w->original->close(w->original);
  w->copy->close(w->copy);
  return !*w->wrong;
}

#endif
