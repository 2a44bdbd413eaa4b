#include "facts/writers.h"

#include "facts/distance.h"

typedef struct {
  const network *net;
  uint32_t *instances; // by template: initial processes, and statements that start one
  const net_edge **by; // by template: an edge that starts one; NULL = none
  uint32_t *runner;    // by template: the template of that edge
  bool *is_one;        // by template: at most one process of it is ever there
  const net_edge *edge;
  uint32_t template_;
} census;

static void note_start(const net_stmt *s, void *context) {
  census *c = context;
  if (s->kind != STMT_RUN)
    return;
  c->instances[s->template_]++;
  c->by[s->template_] = c->edge;
  c->runner[s->template_] = c->template_;
}

// Can a process that has taken the edge come back to it?
static bool returns(mem *m, const network *net, const net_flow *f, const net_edge *e) {
  bool *is_reached = mem_alloc(m, f->locations.count + 1);
  is_reached[e->to] = true;
  for (bool has_grown = true; has_grown && !is_reached[e->from];) {
    has_grown = false;
    for (uint32_t l = 0; l < f->locations.count; l++)
      for (uint32_t i = 0; is_reached[l] && i < f->locations.at[l].edges.count; i++) {
        bool *to = &is_reached[net->edges.at[f->locations.at[l].edges.at[i]]->to];
        has_grown |= !*to;
        *to = true;
      }
  }
  bool result = is_reached[e->from];
  mem_free(m, is_reached);
  return result;
}

static bool runs_directly(const net_edge *e, uint32_t template_) {
  for (const net_stmt *s = e->effect; s; s = s->next)
    if (s->kind == STMT_RUN && s->template_ == (int32_t)template_)
      return true;
  return false;
}

static bool is_started_once(mem *m, const census *c, uint32_t template_) {
  const net_edge *e = c->by[template_];
  if (!e || !c->is_one[c->runner[template_]] || !runs_directly(e, template_)) // a block may have a cycle
    return false;
  return !returns(m, c->net, &c->net->templates.at[c->runner[template_]]->flow, e);
}

static void count_processes(mem *m, census *c) {
  const network *net = c->net;
  for (uint32_t i = 0; i < net->processes.count; i++)
    c->instances[net->processes.at[i].template_]++;
  for (c->template_ = 0; c->template_ < net->templates.count; c->template_++) {
    const net_flow *f = &net->templates.at[c->template_]->flow;
    for (uint32_t l = 0; l < f->locations.count; l++)
      for (uint32_t i = 0; i < f->locations.at[l].edges.count; i++) {
        c->edge = net->edges.at[f->locations.at[l].edges.at[i]];
        distance_walk(net, c->edge->effect, note_start, c);
      }
  }
  for (bool has_grown = true; has_grown;) {
    has_grown = false;
    for (uint32_t t = 0; t < net->templates.count; t++)
      if (!c->is_one[t] && c->instances[t] <= 1 && (!c->by[t] || is_started_once(m, c, t)))
        has_grown = c->is_one[t] = true;
  }
}

static void note_writes(const census *c, accesses *a, uint32_t template_, const net_edge *e, bool *is_written,
                        uint32_t *writer) {
  access_set written = access_of_edge(a, e->id)->writes[ACCESS_VARS];
  for (uint32_t i = 0; i < written.count; i++) {
    uint32_t v = written.at[i];
    bool is_only = c->is_one[template_] && (!is_written[v] || writer[v] == template_);
    writer[v] = is_only ? template_ : WRITERS_SEVERAL;
    is_written[v] = true;
  }
}

uint32_t *writers_find(mem *m, const network *net, accesses *a) {
  arena *memory = arena_new(m);
  census c = {.net = net};
  c.instances = ARENA_ARRAY(memory, uint32_t, net->templates.count + 1);
  c.by = ARENA_ARRAY(memory, const net_edge *, net->templates.count + 1);
  c.runner = ARENA_ARRAY(memory, uint32_t, net->templates.count + 1);
  c.is_one = ARENA_ARRAY(memory, bool, net->templates.count + 1);
  bool *is_written = ARENA_ARRAY(memory, bool, net->vars.count + 1);
  uint32_t *writer = mem_alloc(m, sizeof *writer * (net->vars.count + 1));
  for (uint32_t v = 0; v < net->vars.count; v++)
    writer[v] = WRITERS_SEVERAL;
  count_processes(m, &c);
  for (uint32_t t = 0; t < net->templates.count; t++)
    for (uint32_t l = 0; l < net->templates.at[t]->flow.locations.count; l++)
      for (uint32_t i = 0; i < net->templates.at[t]->flow.locations.at[l].edges.count; i++)
        note_writes(&c, a, t, net->edges.at[net->templates.at[t]->flow.locations.at[l].edges.at[i]], is_written,
                    writer);
  for (uint32_t v = 0; v < net->vars.count; v++)
    if (net->vars.at[v]->template_ != NET_NONE || net->vars.at[v]->is_scratch)
      writer[v] = WRITERS_SEVERAL;
  arena_delete(memory);
  return writer;
}
