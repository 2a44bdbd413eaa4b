#include "abstraction/pdb_key.h"

#include "model/unread.h"

static cell_width width_for(uint32_t numbers) {
  return numbers <= 1u << 8 ? CELL_U8 : numbers <= 1u << 16 ? CELL_U16 : CELL_I32;
}

// By variable of the network: it is not part of its states, or may not be.
static bool *find_hidden(mem *m, const network *net, const question *asked) {
  expr *conditions[2];
  uint32_t count = 0;
  if (asked->condition)
    conditions[count++] = asked->condition;
  if (net->end_condition)
    conditions[count++] = net->end_condition;
  bool *hidden = net_left_out(m, net, conditions, count);
  for (uint32_t i = 0; i < net->vars.count; i++) {
    const net_var *v = net->vars.at[i];
    hidden[i] |= v->is_scratch || v->is_ghost || v->is_constant;
  }
  return hidden;
}

static pdb_scope *scope_of(pdb_reader *r, const net_var *v) {
  return v->template_ == NET_NONE ? &r->globals : &r->templates[v->template_];
}

static void add_cells(mem *m, pdb_reader *r, const net_var *v, cell_width width, const net_map *map) {
  for (uint32_t i = 0; i < v->cells; i++)
    vec_push(m, &scope_of(r, v)->cells, ((pdb_cell){.at = v->first_cell + i, .width = width, .mapping = map}));
}

static void add_vars(pdb_keys *k, const abstraction *a, const question *asked) {
  const net_copy *c = a->copy;
  bool *hidden = find_hidden(k->m, c->from, asked), *hidden_copy = find_hidden(k->m, c->net, &a->asked);
  for (uint32_t i = 0; i < c->net->vars.count; i++) {
    int32_t from = c->var_from[i];
    if (from == NET_NONE || hidden_copy[i] || hidden[from])
      continue;
    cell_width width = cell_width_of(c->net->vars.at[i]->type);
    add_cells(k->m, &k->original, c->from->vars.at[from], width, net_copy_map(c, c->from->vars.at[from]));
    add_cells(k->m, &k->copy, c->net->vars.at[i], width, NULL);
  }
  mem_free(k->m, hidden);
  mem_free(k->m, hidden_copy);
}

static void add_locations(pdb_keys *k, const net_copy *c) {
  for (uint32_t i = 0; i < c->from->templates.count; i++) {
    uint32_t count = c->from->templates.at[i]->flow.locations.count;
    pdb_scope s = {.location = width_for(count)};
    s.has_location = count > 0 && !c->is_left_out[i];
    k->original.templates[i] = k->copy.templates[i] = s;
  }
}

static void find_fields(pdb_keys *k, const net_copy *c) {
  uint32_t most = 0;
  for (uint32_t i = 0; i < c->net->channels.count; i++)
    if (c->net->channels.at[i].fields.count > most)
      most = c->net->channels.at[i].fields.count;
  k->knows_field = mem_alloc(k->m, most + 1);
  for (uint32_t i = 0; i < most; i++)
    k->knows_field[i] = net_copy_knows_field(c, i);
  k->knows_channel = mem_alloc(k->m, c->net->channels.count + 1);
  for (uint32_t i = 0; i < c->net->channels.count; i++)
    k->knows_channel[i] = net_copy_knows_channel(c, i);
}

// In a weak copy no process holds control and priorities are gone. Where the copy does not read the process that moved
// last, it is 0 there.
void pdb_keys_open(pdb_keys *k, mem *m, const abstraction *a, const question *asked) {
  const net_copy *c = a->copy;
  uint32_t templates = c->net->templates.count;
  *k = (pdb_keys){.m = m, .net = c->net, .has_control = !c->is_weak, .has_casts = c->net->starts_processes};
  k->has_priority = c->net->uses_priority;
  k->has_last = c->net->uses_last;
  k->template_ = width_for(templates);
  k->original.templates = mem_alloc(m, sizeof *k->original.templates * (templates + 1));
  k->copy.templates = mem_alloc(m, sizeof *k->copy.templates * (templates + 1));
  add_locations(k, c);
  add_vars(k, a, asked);
  find_fields(k, c);
}

static void close_reader(const pdb_keys *k, pdb_reader *r) {
  vec_free(k->m, &r->globals.cells);
  for (uint32_t i = 0; i < k->net->templates.count; i++)
    vec_free(k->m, &r->templates[i].cells);
  mem_free(k->m, r->templates);
}

void pdb_keys_close(pdb_keys *k) {
  close_reader(k, &k->original);
  close_reader(k, &k->copy);
  mem_free(k->m, k->knows_field);
  mem_free(k->m, k->knows_channel);
}

enum { WIDEST = 4 }; // bytes of a number

static inline void put(pdb_key *out, cell_width width, int32_t value) {
  cell_store(out->at + out->count, width, value);
  out->count += cell_bytes(width);
}

static void make_room(mem *m, pdb_key *out, uint32_t numbers) {
  if (out->room < out->count + numbers * WIDEST)
    vec_reserve(m, out, out->count + numbers * WIDEST);
}

static void put_cells(pdb_key *out, const pdb_cells *cells, const int32_t *from) {
  for (uint32_t i = 0; i < cells->count; i++) {
    const pdb_cell *c = &cells->at[i];
    put(out, c->width, c->mapping ? (int32_t)net_map_class(c->mapping, from[c->at]) : from[c->at]);
  }
}

static void put_channel(const pdb_keys *k, const view_channel *channel, mem *m, pdb_key *out) {
  const net_channel *type = &k->net->channels.at[channel->type];
  const int32_t *field = channel->messages;
  if (!type->capacity || !k->knows_channel[channel->type])
    return;
  make_room(m, out, 1 + channel->length * type->fields.count);
  put(out, width_for(type->capacity + 1), (int32_t)channel->length);
  for (uint32_t i = 0; i < channel->length; i++)
    for (uint32_t f = 0; f < type->fields.count; f++, field++)
      if (k->knows_field[f])
        put(out, cell_width_of(type->fields.at[f]), *field);
}

void pdb_key_of(const pdb_keys *k, const pdb_reader *reader, const state_view *state, mem *m, pdb_key *out) {
  out->count = 0;
  make_room(m, out, 3 + reader->globals.cells.count);
  if (k->has_casts)
    put(out, CELL_U8, (int32_t)state->processes);
  if (k->has_control)
    put(out, CELL_U8, state->control + 1);
  if (k->has_last)
    put(out, CELL_U8, state->last);
  put_cells(out, &reader->globals.cells, state->globals);
  for (const view_process *p = state->process, *end = p + state->processes; p < end; p++) {
    const pdb_scope *scope = &reader->templates[p->template_];
    make_room(m, out, 3 + scope->cells.count);
    if (k->has_casts)
      put(out, k->template_, (int32_t)p->template_);
    if (scope->has_location)
      put(out, scope->location, (int32_t)p->location);
    if (k->has_priority)
      put(out, CELL_I32, p->priority);
    put_cells(out, &scope->cells, p->cells);
  }
  for (uint32_t i = 1; i <= state->channels; i++)
    put_channel(k, &state->channel[i], m, out);
}
