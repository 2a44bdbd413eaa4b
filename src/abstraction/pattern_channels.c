// What cannot be left out because channels depend on it whose contents are kept: see net_copy_make(). The copy must
// know which channel a message goes to, where in the channel it stands, and whether a block uses a channel. Computed as
// a fixed point over assignments, arguments and messages.
#include "abstraction/pattern_internal.h"

#include "model/channel_use.h"
#include <string.h>

typedef struct {
  const network *net;
  net_channel_use use;
  const bool *channels; // by type: their contents are left out
  bool are_all_out;
  bool *vars;   // must be known
  bool *blocks; // their control flow must be
  bool *fields; // by position in a message: its values must be
  bool has_changed;
} needs;

static bool is_out(const needs *n, const net_sync *s) {
  if (!s->channel)
    return false;
  int32_t type = net_channel_type(&n->use, s->channel);
  return type == NET_NONE ? n->are_all_out : n->channels[type];
}

static void need(needs *n, bool *of, uint32_t i) {
  n->has_changed |= !of[i];
  of[i] = true;
}

static void need_read(const expr *e, void *context) {
  needs *n = context;
  if (e->op == EXPR_VAR || e->op == EXPR_REMOTE_VAR)
    need(n, n->vars, e->var->index);
}

static bool is_needed(const needs *n, const expr *target) { return target && n->vars[target->var->index]; }

static void need_patterns(needs *n, const net_sync *s) {
  for (uint32_t i = 0; i < s->patterns.count; i++)
    if (s->patterns.at[i].kind == PATTERN_MATCH) {
      need(n, n->fields, i);
      expr_walk(s->patterns.at[i].value, need_read, n);
    }
}

static void look_at_sync(needs *n, const net_sync *s) {
  if (is_out(n, s))
    return;
  expr_walk(s->channel, need_read, n);
  for (uint32_t i = 0; i < s->fields.count; i++) {
    if (s->sorted)
      need(n, n->fields, i);
    if (n->fields[i])
      expr_walk(s->fields.at[i], need_read, n);
  }
  if (s->random)
    need_patterns(n, s);
  for (uint32_t i = 0; i < s->patterns.count; i++)
    if (s->patterns.at[i].kind == PATTERN_BIND && is_needed(n, s->patterns.at[i].value)) {
      need(n, n->fields, i);
      expr_walk(s->patterns.at[i].value, need_read, n);
    }
}

static void look_at_stmt(needs *n, const net_stmt *s) {
  if (is_needed(n, s->target)) {
    expr_walk(s->target, need_read, n);
    expr_walk(s->value, need_read, n);
  }
  for (uint32_t i = 0; s->kind == STMT_RUN && i < s->args.count; i++)
    if (n->vars[n->net->templates.at[s->template_]->vars.at[i]])
      expr_walk(s->args.at[i], need_read, n);
}

static bool is_block_needed(const needs *n, const net_flow *flow) {
  for (uint32_t i = 0; i < flow->locations.count; i++)
    for (uint32_t k = 0; k < flow->locations.at[i].edges.count; k++) {
      const net_edge *e = n->net->edges.at[flow->locations.at[i].edges.at[k]];
      if (e->sync.kind != SYNC_NONE && !is_out(n, &e->sync))
        return true;
      for (const net_stmt *s = e->effect; s; s = s->next)
        if (s->kind == STMT_RUN || s->kind == STMT_END || is_needed(n, s->target) ||
            (s->kind == STMT_BLOCK && n->blocks[s->block]))
          return true;
    }
  return false;
}

static void look_at_block(needs *n, uint32_t block) {
  const net_flow *flow = &n->net->blocks.at[block];
  if (!n->blocks[block] && is_block_needed(n, flow))
    need(n, n->blocks, block);
  for (uint32_t i = 0; n->blocks[block] && i < flow->locations.count; i++)
    for (uint32_t k = 0; k < flow->locations.at[i].edges.count; k++) {
      const net_edge *e = n->net->edges.at[flow->locations.at[i].edges.at[k]];
      expr_walk(e->guard, need_read, n);
      need_patterns(n, &e->sync);
    }
}

static uint32_t most_fields(const network *net) {
  uint32_t most = 0;
  for (uint32_t i = 0; i < net->edges.count; i++) {
    const net_sync *s = &net->edges.at[i]->sync;
    most = s->fields.count > most ? s->fields.count : most;
    most = s->patterns.count > most ? s->patterns.count : most;
  }
  return most;
}

static void find_needs(needs *n) {
  const network *net = n->net;
  do {
    n->has_changed = false;
    for (uint32_t i = 0; i < net->vars.count; i++) {
      const net_var *v = net->vars.at[i];
      if (v->channel != NET_NONE)
        need(n, n->vars, i);
      for (uint32_t k = 0; n->vars[i] && k < v->init.count; k++)
        expr_walk(v->init.at[k], need_read, n);
    }
    for (uint32_t i = 0; i < net->edges.count; i++) {
      look_at_sync(n, &net->edges.at[i]->sync);
      for (const net_stmt *s = net->edges.at[i]->effect; s; s = s->next)
        look_at_stmt(n, s);
    }
    for (uint32_t i = 0; i < net->blocks.count; i++)
      look_at_block(n, i);
  } while (n->has_changed);
}

// Rendezvous channels have no contents. If it is not known which channel a message goes to, all are left out or none.
static bool settle_channels(const net_channel_use *use, pattern_set *set) {
  bool are_all_out = true;
  for (uint32_t i = 0; i < use->net->channels.count; i++) {
    set->channels[i] &= use->net->channels.at[i].capacity > 0;
    are_all_out &= set->channels[i];
  }
  if (use->has_unknown && !are_all_out)
    memset(set->channels, false, use->net->channels.count);
  return are_all_out;
}

static void keep_used(const access_set *used, pattern_set *set, bool *has_changed) {
  for (uint32_t i = 0; i < used->count; i++) {
    *has_changed |= set->channels[used->at[i]];
    set->channels[used->at[i]] = false;
  }
}

// An automaton that is kept because of what its channels need uses more channels.
void pattern_keep_used_channels(arena *memory, const network *net, facts *known, pattern_set *set) {
  accesses *a = facts_accesses(known);
  bool has_changed;
  do {
    has_changed = false;
    pattern_keep_channels(memory, net, set);
    for (uint32_t t = 0; t < net->templates.count; t++) {
      const net_flow *flow = &net->templates.at[t]->flow;
      for (uint32_t l = 0; !set->templates[t] && l < flow->locations.count; l++)
        for (uint32_t i = 0; i < flow->locations.at[l].edges.count; i++) {
          const access_sets *own = access_of_edge(a, flow->locations.at[l].edges.at[i]);
          keep_used(&own->reads[ACCESS_CHANNELS], set, &has_changed);
          keep_used(&own->writes[ACCESS_CHANNELS], set, &has_changed);
        }
    }
  } while (has_changed);
}

void pattern_keep_channels(arena *memory, const network *net, pattern_set *set) {
  needs n = {.net = net, .channels = set->channels};
  if (!net->channels.count)
    return;
  n.use = net_channel_use_find(memory, net);
  n.are_all_out = settle_channels(&n.use, set);
  n.vars = ARENA_ARRAY(memory, bool, net->vars.count + 1);
  n.blocks = ARENA_ARRAY(memory, bool, net->blocks.count + 1);
  n.fields = ARENA_ARRAY(memory, bool, most_fields(net) + 1);
  find_needs(&n);
  for (uint32_t i = 0; i < net->vars.count; i++) {
    const net_var *v = net->vars.at[i];
    if (!n.vars[i])
      continue;
    set->vars[i] = false;
    if (v->template_ != NET_NONE) // with an automaton its variables are left out
      set->templates[v->template_] = false;
  }
}
