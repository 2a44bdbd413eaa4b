#include "space/parts.h"

#include <string.h>

typedef struct found_state {
  uint8_t *bytes; // NULL = there is none yet
  uint32_t size;
} found_state;

typedef struct first_values { // of the state at the start
  uint32_t *locations;        // by process
  int32_t **cells;            // by process
  int32_t *globals;
  bool is_known;
} first_values;

typedef struct parts {
  space base;
  mem *m;
  const space_split *by;
  bool **movers;        // by part, then by process: is it one of the part?
  found_state *reached; // by part: the state in which all parts up to this one have reached their goals
  first_values first;   // if one part is enough
} parts;

typedef struct part_scan { // the expansion of a state, as the caller sees it
  parts *p;
  uint32_t part; // that moves
  space_visit visit;
  void *context;
} part_scan;

static bool has_reached(parts *p, const uint8_t *state, uint32_t size, uint32_t part) {
  fault ignored;
  return p->base.inner->may_be(p->base.inner, state, size, 1 + part, true, &ignored);
}

static bool are_cells_equal(const int32_t *a, const int32_t *b, uint32_t count) {
  return memcmp(a, b, count * sizeof *a) == 0;
}

// The part that is not where it starts, where channels are empty. A change that is not seen does no harm: then all
// parts may move.
static uint32_t moved_part(const parts *p, const state_view *v) {
  const network *n = p->base.net;
  const first_values *first = &p->first;
  for (uint32_t i = 0; i < n->processes.count; i++) {
    bool is_there = i < v->processes && v->process[i].location == first->locations[i];
    uint32_t cells = n->templates.at[n->processes.at[i].template_]->cells;
    if (!is_there || !are_cells_equal(v->process[i].cells, first->cells[i], cells))
      return p->by->of_process[i];
  }
  for (uint32_t i = 0; i < n->globals.count; i++) {
    const net_var *var = n->vars.at[n->globals.at[i]];
    uint32_t part = p->by->of_var[var->index];
    if (part != SPACE_NO_PART &&
        !are_cells_equal(v->globals + var->first_cell, first->globals + var->first_cell, var->cells))
      return part;
  }
  for (uint32_t i = 1; i <= v->channels; i++)
    if (v->channel[i].length > 0 && p->by->of_channel[v->channel[i].type] != SPACE_NO_PART)
      return p->by->of_channel[v->channel[i].type];
  return SPACE_NO_PART;
}

// The only part that moves in the state; SPACE_NO_PART: none does if all are needed, else each may be the one.
static uint32_t part_at(parts *p, const uint8_t *state, uint32_t size) {
  space *inner = p->base.inner;
  if (inner->is_inside(inner, state))
    return p->by->of_process[inner->view(inner, state, size)->control];
  if (!p->by->are_all_needed)
    return moved_part(p, inner->view(inner, state, size));
  for (uint32_t i = 0; i < p->by->count; i++)
    if (!has_reached(p, state, size, i))
      return i;
  return SPACE_NO_PART;
}

static void keep(parts *p, uint32_t part, const successor *s) {
  found_state *f = &p->reached[part];
  f->bytes = mem_alloc(p->m, s->size);
  f->size = s->size;
  memcpy(f->bytes, s->state, s->size);
}

static bool on_successor(void *context, const successor *s) {
  part_scan *scan = context;
  parts *p = scan->p;
  const found_state *f = &p->reached[scan->part];
  if (!p->by->are_all_needed || !s->state || p->base.inner->is_inside(p->base.inner, s->state) ||
      !has_reached(p, s->state, s->size, scan->part))
    return scan->visit(scan->context, s);
  if (!f->bytes)
    keep(p, scan->part, s);
  successor next = *s;
  next.state = f->bytes;
  next.size = f->size;
  return scan->visit(scan->context, &next);
}

static expansion expand_part(parts *p, uint32_t part, const uint8_t *state, uint32_t size, space_visit visit,
                             void *context) {
  part_scan scan = {.p = p, .part = part, .visit = visit, .context = context};
  const bool *before = p->base.inner->movers;
  p->base.inner->movers = p->movers[part];
  expansion e = p->base.inner->expand(p->base.inner, state, size, on_successor, &scan);
  p->base.inner->movers = before;
  return e;
}

static expansion expand(space *base, const uint8_t *state, uint32_t size, space_visit visit, void *context) {
  parts *p = (parts *)base;
  uint32_t part = part_at(p, state, size);
  if (part != SPACE_NO_PART)
    return expand_part(p, part, state, size, visit, context);
  // Part by part: a reduction of the inner space may take the steps of one process for those of all.
  expansion all = {0};
  for (uint32_t i = 0; i < p->by->count && !p->by->are_all_needed && !all.stopped; i++) {
    expansion one = expand_part(p, i, state, size, visit, context);
    all.count += one.count;
    all.stopped = one.stopped;
  }
  all.is_stuck = all.is_end = all.count == 0;
  return all;
}

static bool is_passed(space *base, const uint8_t *state, uint32_t size) {
  parts *p = (parts *)base;
  space *inner = p->base.inner;
  uint32_t part = part_at(p, state, size);
  if (part == SPACE_NO_PART)
    return false;
  const bool *before = inner->movers;
  inner->movers = p->movers[part];
  bool is = inner->is_passed(inner, state, size);
  inner->movers = before;
  return is;
}

static void *copy_of(mem *m, const void *from, size_t size) {
  void *copy = mem_alloc(m, size + 1);
  if (size)
    memcpy(copy, from, size);
  return copy;
}

static bool note_first(void *context, const successor *s) {
  parts *p = context;
  if (!s->state)
    return true;
  const state_view *v = p->base.inner->view(p->base.inner, s->state, s->size);
  uint32_t count = p->base.net->processes.count;
  first_values *f = &p->first;
  f->is_known = true;
  f->locations = mem_alloc(p->m, sizeof *f->locations * (count + 1));
  f->cells = mem_alloc(p->m, sizeof *f->cells * (count + 1));
  for (uint32_t i = 0; i < count; i++) {
    f->locations[i] = v->process[i].location;
    f->cells[i] =
        copy_of(p->m, v->process[i].cells, sizeof(int32_t) * p->base.net->templates.at[v->process[i].template_]->cells);
  }
  f->globals = copy_of(p->m, v->globals, sizeof(int32_t) * p->base.net->global_cells);
  return true;
}

static void close_space(space *base) {
  parts *p = (parts *)base;
  mem *m = p->m;
  for (uint32_t i = 0; i < p->by->count; i++) {
    mem_free(m, p->movers[i]);
    mem_free(m, p->reached[i].bytes);
  }
  for (uint32_t i = 0; p->first.is_known && i < base->net->processes.count; i++)
    mem_free(m, p->first.cells[i]);
  mem_free(m, p->first.cells);
  mem_free(m, p->first.locations);
  mem_free(m, p->first.globals);
  mem_free(m, p->movers);
  mem_free(m, p->reached);
  base->inner->close(base->inner);
  mem_free(m, p);
}

space *space_parts(mem *m, space *inner, const space_split *by) {
  parts *p = mem_alloc(m, sizeof *p);
  space_inherit(&p->base, inner);
  p->base.name = "parts";
  p->base.expand = expand;
  p->base.is_passed = is_passed;
  p->base.close = close_space;
  p->m = m;
  p->by = by;
  p->movers = mem_alloc(m, sizeof *p->movers * by->count);
  p->reached = mem_alloc(m, sizeof *p->reached * by->count);
  for (uint32_t i = 0; i < by->count; i++) {
    p->movers[i] = mem_alloc(m, inner->net->processes.count + 1);
    for (uint32_t pid = 0; pid < inner->net->processes.count; pid++)
      p->movers[i][pid] = by->of_process[pid] == i;
  }
  if (!by->are_all_needed)
    inner->initial(inner, note_first, p);
  return &p->base;
}
