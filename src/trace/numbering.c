#include "trace/numbering.h"

#include "trace/show.h"
#include "trace/symbolic.h"
#include <stdlib.h>
#include <string.h>

// The index of the cell in one part of the variable.
static uint32_t index_at(const numbered_cell *c, uint32_t part) {
  uint32_t inside = 1, length = c->var->parts.at[part].length;
  for (uint32_t i = part + 1; i < c->var->parts.count; i++)
    inside *= c->var->parts.at[i].length ? c->var->parts.at[i].length : 1;
  return length ? c->cell / inside % length : 0;
}

// The fields of a record are variables of their own in the network; UPPAAL orders them element by element.
static int compare(const void *first, const void *second) {
  const numbered_cell *a = first, *b = second;
  for (uint32_t i = 0; i < a->var->parts.count && i < b->var->parts.count; i++) {
    if (strcmp(a->var->parts.at[i].name, b->var->parts.at[i].name) != 0)
      break;
    uint32_t x = index_at(a, i), y = index_at(b, i);
    if (x != y)
      return x < y ? -1 : 1;
  }
  if (a->var != b->var)
    return a->var->slot < b->var->slot ? -1 : 1;
  return a->cell < b->cell ? -1 : a->cell > b->cell;
}

static const char *declared_name(const net_var *v) { return v->parts.count > 1 ? v->parts.at[0].name : NULL; }

static bool is_same_declaration(const net_var *a, const net_var *b) {
  const char *x = declared_name(a), *y = declared_name(b);
  return x && y && strcmp(x, y) == 0 && a->at.line == b->at.line;
}

static void add_scope(mem *m, const network *n, const uint32_t *vars, uint32_t count, int32_t pid,
                      numbered_cells *out) {
  uint32_t first = out->count;
  for (uint32_t i = 0; i < count; i++) {
    const net_var *v = n->vars.at[vars[i]];
    if (v->is_scratch || v->is_constant)
      continue;
    if (out->count > first && !is_same_declaration(out->at[first].var, v)) {
      qsort(out->at + first, out->count - first, sizeof *out->at, compare);
      first = out->count;
    }
    for (uint32_t k = 0; k < v->cells; k++)
      vec_push(m, out, ((numbered_cell){v, k, pid}));
  }
  if (out->count > first)
    qsort(out->at + first, out->count - first, sizeof *out->at, compare);
}

void numbering_cells(mem *m, const network *n, numbered_cells *out) {
  add_scope(m, n, n->globals.at, n->globals.count, NET_NONE, out);
  for (uint32_t pid = 0; pid < n->processes.count; pid++) {
    const net_template *t = n->templates.at[n->processes.at[pid].template_];
    add_scope(m, n, t->vars.at, t->vars.count, (int32_t)pid, out);
  }
}

int32_t numbering_value(const ref_state *s, const numbered_cell *c) {
  int32_t *const *values = c->pid == NET_NONE ? s->globals : s->processes.at[c->pid].values;
  return values[c->var->slot][c->cell];
}

uint32_t numbering_edge(const ref_state *s, int32_t pid, const net_edge *e) {
  if (e->origin >= 0)
    return (uint32_t)e->origin;
  const net_flow *flow = &s->net->templates.at[s->processes.at[pid].template_]->flow;
  uint32_t before = 0;
  for (uint32_t i = 0; i < flow->locations.count; i++)
    for (uint32_t k = 0; k < flow->locations.at[i].edges.count; k++)
      before += flow->locations.at[i].edges.at[k] < e->id;
  return before;
}

void numbering_cell_name(text_buffer *t, const ref_state *s, const numbered_cell *c) {
  char name[256];
  if (c->pid == NET_NONE)
    text_add(t, "sys");
  else
    show_process(t, s, c->pid);
  text_add(t, ".%s", net_cell_name(c->var, c->cell, name, sizeof name));
}

void numbering_clock_name(text_buffer *t, const network *n, uint32_t clock) {
  const net_clock *c = clock < SYMBOLIC_FIRST_CLOCK ? NULL : &n->clocks.at[clock - SYMBOLIC_FIRST_CLOCK];
  const char *name = c ? c->name : clock == SYMBOLIC_TIME ? "#time" : "#t(0)";
  text_add(t, "%s%s", c && c->template_ != NET_NONE ? "" : "sys.", name);
}

// A location without a name in a UPPAAL model is called by its id in the file, id3, and in traces _id3.
static bool is_unnamed(const network *n, const net_location *l) {
  return n->language && strcmp(n->language, "uppaal") == 0 && l->labels.count == 0;
}

void numbering_location_name(text_buffer *t, const ref_state *s, int32_t pid, uint32_t location) {
  const net_location *l = &s->net->templates.at[s->processes.at[pid].template_]->flow.locations.at[location];
  show_process(t, s, pid);
  if (l->name)
    text_add(t, ".%s%s", is_unnamed(s->net, l) ? "_" : "", l->name);
  else
    text_add(t, "._%u", location);
}

void numbering_edge_name(text_buffer *t, const ref_state *s, const ref_participant *p) {
  show_process(t, s, p->pid);
  text_add(t, ".Edge%u", numbering_edge(s, p->pid, p->edge) + 1);
  for (uint32_t i = 0; i < p->edge->chosen.count; i++)
    text_add(t, "%s%d", i > 0 ? "," : "(", p->edge->chosen.at[i]);
  text_add(t, p->edge->chosen.count > 0 ? ")" : "");
}
