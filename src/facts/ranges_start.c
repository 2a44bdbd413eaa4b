// Initial values: channels are numbered, variables initialised.
#include "facts/ranges_internal.h"

typedef struct {
  const net_var *var;
  bool is_early;
} reading;

static void note_early(const expr *e, void *context) {
  reading *r = context;
  bool is_same_scope = e->var && e->var->template_ == r->var->template_;
  if (e->op == EXPR_VAR && (is_same_scope ? e->var->slot >= r->var->slot : e->var->template_ != NET_NONE))
    r->is_early = true;
  r->is_early |= e->op == EXPR_REMOTE_VAR;
}

// Does the initialiser read a variable that may not be initialised yet? Variables are initialised in the order of
// slots.
static bool is_early(const net_var *v, const expr *init) {
  reading r = {v, false};
  expr_walk(init, note_early, &r);
  return r.is_early;
}

void range_initialise(range_maker *k, const net_var *v) {
  values set;
  if (v->channel >= 0 || k->is_initialised[v->index])
    return; // numbers of channels are set by range_prepare()
  bool is_final = true;
  values_set_one(&set, 0);
  if (v->is_scratch || v->init.count == 0 || (v->is_parameter && k->instances[v->template_]))
    range_join_initial(k, v, &set); // 0 even if it is out of the range of a checked type
  for (uint32_t i = 0; i < v->init.count && !v->is_parameter; i++) {
    int32_t number;
    is_final &= expr_is_const(v->init.at[i], &number);
    if (is_early(v, v->init.at[i]))
      values_set_interval(&set, interval_all);
    else
      values_of(&k->known, v->init.at[i], &set);
    values_cut(&set, v->type);
    range_join_initial(k, v, &set);
  }
  k->is_initialised[v->index] = is_final;
}

// Numbers the initial channels in the order in which they are created.
static void number_channels(ranges *r, const uint32_t *vars, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    const net_var *v = r->net->vars.at[vars[i]];
    for (uint32_t c = 0; c < v->cells && v->channel >= 0 && r->first_channels < NET_MAX_CHANNELS; c++) {
      r->channel_type[++r->first_channels] = (uint32_t)v->channel;
      values_add(&r->vars[v->index], (int32_t)r->first_channels);
    }
  }
}

void range_prepare(ranges *r) {
  const network *net = r->net;
  for (uint32_t i = 0; i < net->channels.count; i++) {
    uint32_t fields = net->channels.at[i].fields.count;
    range_messages *messages = &r->messages[i];
    messages->fields = fields;
    messages->tuples = mem_alloc(r->m, sizeof *messages->tuples * (VALUES_MOST * fields + 1));
    messages->field = mem_alloc(r->m, sizeof *messages->field * (fields + 1));
    if (net->channels.at[i].capacity > r->capacity)
      r->capacity = net->channels.at[i].capacity;
  }
  number_channels(r, net->globals.at, net->globals.count);
  r->global_channels = r->first_channels;
  for (uint32_t i = 0; i < net->processes.count; i++) {
    const net_template *t = net->templates.at[net->processes.at[i].template_];
    number_channels(r, t->vars.at, t->vars.count);
  }
}
