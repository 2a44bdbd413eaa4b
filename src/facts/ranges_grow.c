// Growth of ranges. The iteration terminates: a set has at most VALUES_MOST values, and an interval that has grown
// several times is widened to the range of the type.
#include "facts/ranges_internal.h"

enum { WIDEN_AFTER = 4 }; // an interval that has grown more often is widened

static interval widened(interval before, interval now, net_type type) {
  interval all = interval_hull(now, interval_of_type(type));
  return (interval){now.low < before.low ? all.low : now.low, now.high > before.high ? all.high : now.high};
}

// Without guards, a variable that is incremented usually grows to its limit. So a set that grows becomes an interval,
// which is widened sooner.
static bool join(const range_maker *k, values *set, const values *more, net_type type, uint8_t *growth) {
  interval before = values_hull(set);
  if (!values_join(set, more))
    return false;
  interval now = values_hull(set);
  bool widens_sets = !k->setup->uses_guards;
  if (interval_is_empty(before) || interval_is_same(before, now) || (!set->is_interval && !widens_sets))
    return true;
  ++*growth;
  if (*growth > (widens_sets ? 2 : 1) * WIDEN_AFTER)
    values_set_interval(set, widened(before, now, type));
  else if (*growth > WIDEN_AFTER)
    values_set_interval(set, now);
  return true;
}

static void note(range_maker *k, const net_var *v, bool has_grown) {
  if (!has_grown)
    return;
  k->has_changed = true;
  k->grown[v->index] = ++k->clock;
}

void range_join_initial(range_maker *k, const net_var *v, const values *more) {
  note(k, v, values_join(&k->r->vars[v->index], more));
}

void range_join(range_maker *k, const net_var *v, const values *more) {
  values cut = *more;
  values_cut(&cut, v->type);
  note(k, v, join(k, &k->r->vars[v->index], &cut, v->type, &k->growth[v->index]));
}

void range_join_field(range_maker *k, uint32_t type, uint32_t field, const values *more) {
  net_type of = k->r->net->channels.at[type].fields.at[field];
  uint8_t *growth = &k->field_growth[k->first_field[type] + field];
  range_grew(k, type, join(k, &k->r->messages[type].field[field], more, of, growth));
}

void range_grew(range_maker *k, uint32_t type, bool has_grown) {
  if (!has_grown)
    return;
  k->has_changed = true;
  k->grown[k->r->net->vars.count + type] = ++k->clock;
}

void range_write(range_maker *k, const expr *target, const values *more) {
  range_join(k, target->var, more);
  range_forget(k, target->var);
}

void range_know(const ranges *r, values_known *known) {
  const network *net = r->net;
  uint32_t count = net->starts_processes ? NET_MAX_PROCESSES : net->processes.count;
  *known = (values_known){.net = net, .vars = r->vars, .is_written = r->is_written, .capacity = r->capacity};
  values_set_interval(&known->pid, (interval){0, count ? (int32_t)count - 1 : 0});
  values_set_interval(&known->processes, (interval){0, (int32_t)count});
  known->last = known->pid;
}

void ranges_of(const ranges *r, const expr *e, values *out) {
  values_known known;
  range_know(r, &known);
  values_of(&known, e, out);
}

interval ranges_hull(const ranges *r, const expr *e) {
  values all;
  ranges_of(r, e, &all);
  return values_hull(&all);
}

// Arguments are written to the parameters cell by cell.
static void join_call(const expr *e, void *context) {
  range_maker *k = context;
  if (e->op != EXPR_CALL)
    return;
  const net_function *f = &k->r->net->functions.at[e->value];
  uint32_t argument = 0;
  values set;
  for (uint32_t i = 0; i < f->parameters.count; i++)
    for (uint32_t cell = 0; cell < f->parameters.at[i]->cells && argument < e->indices.count; cell++) {
      values_of(&k->known, e->indices.at[argument++], &set);
      range_join(k, f->parameters.at[i], &set);
    }
}

static void join_calls_at(range_maker *k, const net_location *l) {
  expr_walk(l->invariant, join_call, k);
  for (uint32_t i = 0; i < l->bounds.count; i++)
    net_walk_bound(&l->bounds.at[i], join_call, k);
}

void range_join_arguments(range_maker *k) {
  const network *net = k->r->net;
  range_know(k->r, &k->known);
  for (uint32_t i = 0; i < net->vars.count; i++)
    for (uint32_t n = 0; n < net->vars.at[i]->init.count; n++)
      expr_walk(net->vars.at[i]->init.at[n], join_call, k);
  for (uint32_t i = 0; i < k->setup->condition_count; i++)
    expr_walk(k->setup->conditions[i], join_call, k);
  for (uint32_t i = 0; i < net->edges.count; i++)
    net_walk_edge(net->edges.at[i], join_call, k);
  for (uint32_t t = 0; t < net->templates.count; t++) {
    expr_walk(net->templates.at[t]->provided, join_call, k);
    for (uint32_t l = 0; l < net->templates.at[t]->flow.locations.count; l++)
      join_calls_at(k, &net->templates.at[t]->flow.locations.at[l]);
  }
}
