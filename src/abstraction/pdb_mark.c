#include "abstraction/pdb_mark.h"

#include "model/print.h"

#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

typedef struct marker {
  arena *memory;
  const network *net;
  XXH3_state_t state;
} marker;

static void add_bytes(marker *k, const void *bytes, size_t size) { XXH3_64bits_update(&k->state, bytes, size); }

static void add_number(marker *k, int64_t number) { add_bytes(k, &number, sizeof number); }

// With the final 0, so that two texts are not taken for another two.
static void add_text(marker *k, const char *text) { add_bytes(k, text ? text : "", strlen(text ? text : "") + 1); }

static void add_expr(marker *k, const expr *e) { add_text(k, e ? net_expr_text(k->memory, k->net, e) : ""); }

static void add_bounds(marker *k, const net_bounds *bounds) {
  add_number(k, bounds->count);
  for (uint32_t i = 0; i < bounds->count; i++)
    add_text(k, net_bound_text(k->memory, k->net, &bounds->at[i]));
}

static void add_flow(marker *k, const net_flow *flow) {
  add_number(k, flow->initial);
  add_number(k, flow->locations.count);
  for (uint32_t i = 0; i < flow->locations.count; i++) {
    const net_location *l = &flow->locations.at[i];
    add_number(k, l->flags);
    add_bytes(k, l->edges.at, l->edges.count * sizeof *l->edges.at);
    add_bounds(k, &l->bounds);
    add_expr(k, l->invariant);
  }
}

static void add_sync(marker *k, const net_sync *s) {
  add_number(k, s->kind);
  add_number(k, s->sorted | s->random << 1 | s->peek << 2);
  if (s->label.count)
    add_text(k, net_label_text(k->memory, k->net, &s->label));
  add_expr(k, s->channel);
  for (uint32_t i = 0; i < s->fields.count; i++)
    add_expr(k, s->fields.at[i]);
  for (uint32_t i = 0; i < s->patterns.count; i++) {
    add_number(k, s->patterns.at[i].kind);
    add_expr(k, s->patterns.at[i].value);
  }
}

static void add_edge(marker *k, const net_edge *e) {
  add_number(k, e->from);
  add_number(k, e->to);
  add_number(k, e->rank);
  add_number(k, e->choice);
  add_number(k, e->is_else | e->keeps_control << 1 | e->is_end << 2);
  add_expr(k, e->guard);
  add_bounds(k, &e->bounds);
  add_sync(k, &e->sync);
  for (const net_stmt *s = e->effect; s; s = s->next) {
    add_number(k, s->kind);
    add_number(k, s->template_);
    add_number(k, s->block);
    add_text(k, net_stmt_text(k->memory, k->net, s));
  }
}

static void add_var(marker *k, const net_var *v) {
  add_text(k, v->name);
  add_number(k, v->template_);
  add_number(k, v->cells);
  add_number(k, v->type.bits | v->type.is_signed << 8 | v->type.is_checked << 9);
  add_number(k, v->type.low);
  add_number(k, v->type.high);
  add_number(k, v->channel);
  for (uint32_t i = 0; i < v->init.count; i++)
    add_expr(k, v->init.at[i]);
}

static void add_lists(marker *k) {
  const network *net = k->net;
  for (uint32_t i = 0; i < net->channels.count; i++) {
    const net_channel *c = &net->channels.at[i];
    add_number(k, c->capacity);
    for (uint32_t f = 0; f < c->fields.count; f++)
      add_number(k, c->fields.at[f].bits | c->fields.at[f].is_signed << 8);
  }
  for (uint32_t i = 0; i < net->clocks.count; i++)
    add_text(k, net->clocks.at[i].name);
  for (uint32_t i = 0; i < net->labels.count; i++) {
    const net_label *l = &net->labels.at[i];
    add_text(k, l->name);
    add_number(k, l->is_broadcast | l->is_urgent << 1);
    add_number(k, l->priority);
    add_bytes(k, l->required.at, l->required.count * sizeof *l->required.at);
  }
  for (uint32_t i = 0; i < net->processes.count; i++) {
    add_number(k, net->processes.at[i].template_);
    add_number(k, net->processes.at[i].priority);
  }
}

uint64_t pdb_mark(arena *memory, const network *net, const question *asked) {
  marker k = {.memory = memory, .net = net};
  XXH3_64bits_reset(&k.state);
  add_number(&k, net->is_timed | net->faults_block << 1);
  add_expr(&k, net->end_condition);
  for (uint32_t i = 0; i < net->vars.count; i++)
    add_var(&k, net->vars.at[i]);
  add_lists(&k);
  for (uint32_t i = 0; i < net->templates.count; i++) {
    const net_template *t = net->templates.at[i];
    add_text(&k, t->name);
    add_number(&k, (int64_t)t->kind << 1 | t->is_deterministic);
    add_expr(&k, t->provided);
    add_flow(&k, &t->flow);
  }
  for (uint32_t i = 0; i < net->blocks.count; i++)
    add_flow(&k, &net->blocks.at[i]);
  for (uint32_t i = 0; i < net->edges.count; i++)
    add_edge(&k, net->edges.at[i]);
  add_number(&k, asked->kind);
  add_number(&k, asked->errors);
  add_expr(&k, asked->condition);
  return XXH3_64bits_digest(&k.state);
}
