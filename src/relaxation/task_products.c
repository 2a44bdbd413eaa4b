// Products: a process is at a location while a variable that only it writes has a value. In the relaxation a process is
// at all locations at once that it has been at, so a test `v < 9` and the assignment `v = v + 1` of the next step would
// cost one step for both, after the first time. Where no edge into a location writes the variable, what is read there
// must have been there when the process came.
#include "relaxation/task_internal.h"

enum { MOST_FACTS = 1 << 13 }; // of all products

typedef struct {
  task_builder *b;
  const task_process *who;
  const net_flow *flow;
  uint32_t var;
  const net_var *of;
  bool *is_kept;   // by location: no edge that leads there writes the variable
  bool *is_wanted; // by location: an edge that leaves it counts, or leads where it is wanted
} search_products;

static bool has(access_set set, uint32_t one) {
  for (uint32_t i = 0; i < set.count && set.at[i] <= one; i++)
    if (set.at[i] == one)
      return true;
  return false;
}

typedef struct {
  const net_var *var;
  bool is_there;
} mention;

static void note_mention(const expr *e, void *context) {
  mention *m = context;
  m->is_there |= e->op == EXPR_VAR && e->var == m->var;
}

// Does it count: give the variable a value that depends on the one before? Only for these products are worth their
// cost.
static bool counts(const search_products *s, const net_edge *e) {
  const access_sets *of = access_of_edge(s->b->accesses, e->id);
  mention m = {s->of, false};
  if (!has(of->writes[ACCESS_VARS], s->of->index))
    return false;
  for (const net_stmt *p = e->effect; p; p = p->next) {
    m.is_there |= p->kind == STMT_BLOCK && has(of->reads[ACCESS_VARS], s->of->index);
    if (p->kind == STMT_ASSIGN && p->target->var == s->of)
      expr_walk(p->value, note_mention, &m);
  }
  return m.is_there;
}

static const net_edge *edge_at(const search_products *s, uint32_t location, uint32_t which) {
  return s->b->net->edges.at[s->flow->locations.at[location].edges.at[which]];
}

static void look_at_edges(search_products *s) {
  for (uint32_t l = 0; l < s->flow->locations.count; l++)
    s->is_kept[l] = true;
  for (uint32_t l = 0; l < s->flow->locations.count; l++)
    for (uint32_t i = 0; i < s->flow->locations.at[l].edges.count; i++) {
      const net_edge *e = edge_at(s, l, i);
      if (!e->is_end && has(access_of_edge(s->b->accesses, e->id)->writes[ACCESS_VARS], s->of->index))
        s->is_kept[e->to] = false;
      s->is_wanted[l] |= counts(s, e);
    }
}

static void follow_back(search_products *s) {
  for (bool has_grown = true; has_grown;) {
    has_grown = false;
    for (uint32_t l = 0; l < s->flow->locations.count; l++)
      for (uint32_t i = 0; i < s->flow->locations.at[l].edges.count && !s->is_wanted[l]; i++) {
        uint32_t to = edge_at(s, l, i)->to;
        has_grown |= s->is_wanted[l] = s->is_kept[l] && s->is_kept[to] && s->is_wanted[to];
      }
  }
}

static void declare_products(search_products *s) {
  task_builder *b = s->b;
  uint32_t count = b->t->vars.at[s->var].count,
           *first = ARENA_ARRAY(b->scratch, uint32_t, s->flow->locations.count + 1);
  for (uint32_t l = 0; l < s->flow->locations.count; l++) {
    first[l] = TASK_NONE;
    if (!s->is_kept[l] || !s->is_wanted[l] || b->product_facts + count > MOST_FACTS)
      continue;
    first[l] = FACT_DERIVED + b->derived;
    b->derived += count;
    b->product_facts += count;
    vec_push(b->m, &b->t->products, ((task_product){task_fact_at(b, s->who, l), s->var, first[l]}));
  }
  b->products[s->var] = (task_products_of){.who = s->who, .first = first};
}

static void find_products(task_builder *b, const task_process *who, const net_var *v) {
  const task_cell *c = task_cell_at(b, who, v, 0);
  if (v->cells != 1 || c->is_fixed || c->var == TASK_NONE || !b->ranges->is_written[v->index])
    return;
  search_products s = {.b = b, .who = who, .flow = &who->template_->flow, .var = c->var, .of = v};
  s.is_kept = mem_alloc(b->m, s.flow->locations.count + 1);
  s.is_wanted = mem_alloc(b->m, s.flow->locations.count + 1);
  look_at_edges(&s);
  follow_back(&s);
  declare_products(&s);
  mem_free(b->m, s.is_kept);
  mem_free(b->m, s.is_wanted);
}

void task_find_products(task_builder *b) {
  b->products = ARENA_ARRAY(b->scratch, task_products_of, b->t->vars.count + 1);
  for (uint32_t i = 0; i < b->cast && b->detail == DETAIL_PRODUCTS; i++) {
    const task_process *who = &b->processes[i];
    for (uint32_t k = 0; k < who->template_->vars.count; k++)
      find_products(b, who, b->net->vars.at[who->template_->vars.at[k]]);
    for (uint32_t k = 0; k < b->net->globals.count; k++)
      if (b->ranges->writers[b->net->globals.at[k]] == who->template_->index)
        find_products(b, who, b->net->vars.at[b->net->globals.at[k]]);
  }
}

uint32_t task_refined(const task_taking *t, uint32_t fact) {
  if (fact >= FACT_DERIVED)
    return fact;
  uint32_t var = t->b->t->var_of[fact];
  const task_products_of *of = &t->b->products[var];
  if (of->who != t->who || of->first[t->from] == TASK_NONE)
    return fact;
  return of->first[t->from] + (fact - t->b->t->vars.at[var].first);
}
