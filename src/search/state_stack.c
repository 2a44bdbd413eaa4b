#include "search/state_stack.h"

#include <assert.h>
#include <string.h>

// A difference is a list of runs: the number of equal bytes, the number of different bytes, the new bytes. Numbers are
// written in groups of seven bits. An equal run shorter than SHORT_RUN does not end a different run.
enum { SHORT_RUN = 4, SLACK = 32 };

// A state up to this size is stored in full: fetching its parent would cost more time than the memory is worth.
enum { SMALL_STATE = 48 };

void stack_open(state_stack *s, mem *m, store *visited) { *s = (state_stack){.m = m, .visited = visited}; }

void stack_close(state_stack *s) {
  mem_free(s->m, s->bytes);
  mem_free(s->m, s->state);
}

static uint8_t *write_count(uint8_t *out, uint32_t count) {
  for (; count > 127; count >>= 7)
    *out++ = (uint8_t)(count | 128);
  *out++ = (uint8_t)count;
  return out;
}

static const uint8_t *read_count(const uint8_t *in, uint32_t *count) {
  *count = 0;
  for (uint32_t shift = 0;; shift += 7) {
    *count |= (uint32_t)(*in & 127) << shift;
    if (!(*in++ & 128))
      return in;
  }
}

static uint32_t equal_run(const uint8_t *a, const uint8_t *b, uint32_t size) {
  uint32_t i = 0;
  for (; i + 8 <= size; i += 8) {
    uint64_t x, y;
    memcpy(&x, a + i, sizeof x);
    memcpy(&y, b + i, sizeof y);
    if (x != y)
      break;
  }
  while (i < size && a[i] == b[i])
    i++;
  return i;
}

static uint32_t different_run(const uint8_t *a, const uint8_t *b, uint32_t size) {
  uint32_t end = 0; // after the last byte that differs
  for (uint32_t i = 0; i < size && i - end < SHORT_RUN; i++)
    if (a[i] != b[i])
      end = i + 1;
  return end;
}

// Returns the number of bytes written: at most size + SLACK.
static uint32_t write_difference(uint8_t *out, const uint8_t *state, const uint8_t *from, uint32_t size) {
  uint8_t *start = out;
  for (uint32_t at = 0;;) {
    uint32_t equal = equal_run(state + at, from + at, size - at);
    at += equal;
    if (at == size)
      return (uint32_t)(out - start);
    uint32_t different = different_run(state + at, from + at, size - at);
    out = write_count(write_count(out, equal), different);
    memcpy(out, state + at, different);
    out += different;
    at += different;
  }
}

static void apply_difference(uint8_t *state, const uint8_t *in, const uint8_t *end) {
  while (in < end) {
    uint32_t equal, different;
    in = read_count(read_count(in, &equal), &different);
    state += equal;
    memcpy(state, in, different);
    state += different;
    in += different;
  }
}

void stack_push(state_stack *s, const uint8_t *state, stack_entry e, const uint8_t *from, uint32_t from_size) {
  size_t most = s->top + e.size + SLACK + sizeof e;
  if (most > s->room) {
    size_t room = most + most / 4 + 4096;
    s->bytes = mem_realloc(s->m, s->bytes, room);
    s->room = room;
  }
  uint8_t *at = s->bytes + s->top;
  bool has_base = e.parent != STACK_NO_PARENT && from_size == e.size && s->visited->kind->can_recall;
  e.kept = has_base && e.size > SMALL_STATE ? write_difference(at, state, from, e.size) : e.size;
  if (e.kept >= e.size) { // a difference is always shorter than the state: so pop distinguishes the two
    e.kept = e.size;
    memcpy(at, state, e.size);
  }
  memcpy(at + e.kept, &e, sizeof e);
  s->top += e.kept + sizeof e;
  s->count++;
}

const uint8_t *stack_pop(state_stack *s, stack_entry *e) {
  assert(s->count > 0);
  memcpy(e, s->bytes + s->top - sizeof *e, sizeof *e);
  s->top -= e->kept + sizeof *e;
  s->count--;
  if (e->size > s->state_room) {
    s->state = mem_realloc(s->m, s->state, e->size * 2);
    s->state_room = e->size * 2;
  }
  const uint8_t *kept = s->bytes + s->top;
  if (e->kept == e->size) {
    memcpy(s->state, kept, e->size);
    return s->state;
  }
  uint32_t size;
  const uint8_t *parent = s->visited->get(s->visited, e->parent, &size);
  memcpy(s->state, parent, size);
  apply_difference(s->state, kept, kept + e->kept);
  return s->state;
}
