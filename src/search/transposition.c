#include "search/transposition.h"

static void close_half(mem *m, transposition_half *h) {
  h->states->base.close(&h->states->base);
  vec_free(m, &h->notes);
}

void transposition_open(transposition *t, mem *m, uint32_t most) {
  *t = (transposition){.m = m, .half = most > 1 ? most / 2 : 1};
  t->young.states = state_set_open(m);
  t->old.states = state_set_open(m);
}

void transposition_close(transposition *t) {
  close_half(t->m, &t->young);
  close_half(t->m, &t->old);
}

transposition_note *transposition_add(transposition *t, const uint8_t *state, uint32_t size, uint64_t hash,
                                      transposition_note note) {
  if (t->young.states->entries.count == t->half) {
    state_set *fresh = state_set_open(t->m);
    close_half(t->m, &t->old);
    t->old = t->young;
    t->young = (transposition_half){.states = fresh};
  }
  bool is_new;
  uint32_t id = state_set_add(t->young.states, state, size, hash, &is_new);
  vec_push(t->m, &t->young.notes, note);
  return &t->young.notes.at[id];
}

transposition_note *transposition_find(transposition *t, const uint8_t *state, uint32_t size, uint64_t hash) {
  uint32_t id = state_set_find(t->young.states, state, size, hash);
  if (id != STATE_SET_NONE)
    return &t->young.notes.at[id];
  id = state_set_find(t->old.states, state, size, hash);
  return id != STATE_SET_NONE ? transposition_add(t, state, size, hash, t->old.notes.at[id]) : NULL;
}

uint64_t transposition_count(const transposition *t) {
  return (uint64_t)t->young.states->entries.count + t->old.states->entries.count;
}

uint64_t transposition_bytes(const transposition *t) {
  uint64_t notes = t->young.notes.room + t->old.notes.room;
  return t->young.states->base.bytes(&t->young.states->base) + t->old.states->base.bytes(&t->old.states->base) +
         notes * sizeof *t->young.notes.at;
}
