// The automaton of one process.
#include "lang/uppaal/lower.h"

enum { MAX_SELECTIONS = 1 << 16 };

typedef struct {
  upp *p;
  net_template *template_;
  const upp_template *source;
  const upp_edge *edge, *branch; // branch: the second half of an edge through a branchpoint; NULL = none
  scope *selected;               // the values that edge selects
  uint32_t selections;
  const char *chosen;  // the values selected so far, as text: "i = 2"...
  VEC(int32_t) values; // ...and as numbers
} automaton;

static const char *location_name(const upp_location *l) { return l->name ? l->name : l->id ? l->id : "?"; }

static void lower_location(automaton *a, uint32_t number) {
  upp *p = a->p;
  const upp_location *from = &a->source->locations.at[number];
  net_location *l = &a->template_->flow.locations.at[number];
  l->name = location_name(from);
  l->at = from->at;
  l->flags = (from->is_urgent ? LOC_URGENT : 0u) | (from->is_committed ? LOC_COMMITTED : 0u);
  if (from->name)
    vec_push(p->m, &l->labels, from->name);
  if (!from->invariant)
    return;
  disjuncts all = {0};
  if (upp_split(p, upp_condition_of(p, from->invariant), from->invariant->at, &all)) {
    int32_t known;
    if (all.count > 1)
      upp_error(p, from->invariant->at, "use one location for each alternative",
                "an invariant cannot be a disjunction of clock constraints");
    l->bounds = all.at[0].bounds;
    l->invariant = all.at[0].guard;
    if (l->invariant && expr_is_const(l->invariant, &known) && known)
      l->invariant = NULL;
  }
  vec_free(p->m, &all);
}

static const char *effect_text(arena *memory, const upp_edge *e, const char *text) {
  for (uint32_t i = 0; i < e->update.count; i++) {
    const char *next = upp_text(memory, e->update.at[i]);
    text = text ? arena_printf(memory, "%s, %s", text, next) : next;
  }
  return text;
}

static net_words edge_words(const automaton *a) {
  arena *memory = a->p->memory;
  const upp_edge *e = a->edge;
  net_words words = {.guard = e->guard ? upp_text(memory, e->guard) : NULL, .effect = effect_text(memory, e, NULL)};
  if (a->branch)
    words.effect = effect_text(memory, a->branch, words.effect);
  if (e->sync != UPP_NO_SYNC)
    words.sync = arena_printf(memory, "%s%c", upp_text(memory, e->channel), e->sync == UPP_SEND ? '!' : '?');
  return words;
}

static uint32_t target_of(const automaton *a) { return a->branch ? a->branch->target : a->edge->target; }

static const char *edge_text(const automaton *a, const net_words *words) {
  const upp_location *l = a->source->locations.at;
  const char *from = location_name(&l[a->edge->source]), *to = location_name(&l[target_of(a)]);
  const char *pieces[] = {*a->chosen ? a->chosen : NULL, words->guard, words->sync, words->effect};
  const char *text = arena_printf(a->p->memory, "%s -> %s", from, to), *comma = ": ";
  for (uint32_t i = 0; i < sizeof pieces / sizeof *pieces; i++) {
    if (!pieces[i])
      continue;
    text = arena_printf(a->p->memory, "%s%s%s", text, comma, pieces[i]);
    comma = ", ";
  }
  return text;
}

static bool lower_sync(automaton *a, net_sync *out) {
  upp *p = a->p;
  const upp_edge *e = a->edge;
  if (e->sync == UPP_NO_SYNC)
    return true;
  if (e->sync == UPP_SYNC_ALIKE)
    upp_bar(p, e->channel->at, "synchronisation without ! or ? is not supported");
  operand o = upp_operand(p, e->channel);
  if (o.shape->kind != SHAPE_CHANNEL || !o.ref.object) {
    if (o.shape->kind != SHAPE_ERROR)
      upp_error(p, e->channel->at, NULL, "'%s' is not a channel", upp_text(p->memory, e->channel));
    return false;
  }
  out->kind = e->sync == UPP_SEND ? SYNC_CALL : SYNC_ANSWER;
  out->label = upp_pick(p, &o.ref, e->channel->at);
  return true;
}

// The branch has its own scope: it does not see the values that the edge before it selects.
static net_stmt *lower_update(automaton *a, scope *own) {
  upp *p = a->p;
  path x = upp_path_new(p);
  p->out = &x;
  for (uint32_t i = 0; i < a->edge->update.count; i++)
    upp_effect(p, a->edge->update.at[i]);
  p->scope = own;
  for (uint32_t i = 0; a->branch && i < a->branch->update.count; i++)
    upp_effect(p, a->branch->update.at[i]);
  net_stmt *effect = upp_path_close(p);
  if (effect && effect->kind == STMT_BLOCK && !effect->at.line)
    effect->at = a->edge->at;
  p->out = NULL;
  return effect;
}

// Whether an urgent step is possible must not depend on clocks. (A broadcast does not depend on its receivers.)
static bool is_urgent_by_clocks(automaton *a, const net_sync *sync, const net_bounds *bounds) {
  if (sync->kind == SYNC_NONE || !bounds->count)
    return false;
  const net_label *label = &a->p->net->labels.at[sync->label.first];
  if (!label->is_urgent || (sync->kind == SYNC_ANSWER && label->is_broadcast))
    return false;
  upp_bar(a->p, a->edge->guard->at, "a guard on clocks on an edge with an urgent channel is not supported");
  return true;
}

static void add_edge(automaton *a, const disjunct *by, const net_edge *like) {
  const upp_edge *e = a->edge;
  int32_t known;
  net_edge *made = net_add_edge(a->p->net, &a->template_->flow, e->source, target_of(a));
  made->guard = by->guard;
  if (made->guard && expr_is_const(made->guard, &known) && known)
    made->guard = NULL;
  made->bounds = by->bounds;
  made->sync = like->sync;
  made->effect = like->effect;
  made->origin = (int32_t)(e - a->source->edges.at);
  for (uint32_t i = 0; i < a->values.count; i++)
    vec_push(a->p->m, &made->chosen, a->values.at[i]);
  made->at = e->at;
  made->text = like->text;
  made->words = like->words;
}

static void lower_edge(automaton *a) {
  upp *p = a->p;
  const upp_edge *e = a->edge;
  disjuncts all = {0};
  net_edge like = {0};
  int32_t known;
  scope *own = p->scope;
  p->scope = a->selected;
  expr *guard = e->guard ? upp_condition_of(p, e->guard) : expr_const(p->memory, 1, e->at);
  bool is_possible = !expr_is_const(guard, &known) || known; // with these selected values
  if (is_possible && upp_split(p, guard, e->at, &all) && lower_sync(a, &like.sync)) {
    like.effect = lower_update(a, own);
    like.words = edge_words(a);
    like.text = edge_text(a, &like.words);
    for (uint32_t i = 0; i < all.count; i++)
      if (!is_urgent_by_clocks(a, &like.sync, &all.at[i].bounds))
        add_edge(a, &all.at[i], &like);
  }
  vec_free(p->m, &all);
  p->scope = own;
}

static void select_from(automaton *a, const upp_edge *half, uint32_t number);

static bool is_branch(automaton *a, const upp_edge *e) {
  if (e->guard || e->sync != UPP_NO_SYNC)
    upp_bar(a->p, e->at, "a guard or synchronisation on an edge from a branchpoint is not supported");
  else if (e->target >= UPP_BRANCHPOINT)
    upp_bar(a->p, e->at, "an edge from a branchpoint to a branchpoint is not supported");
  else
    return true;
  return false;
}

// One edge for each edge from the branchpoint. Its weight does not matter, not even if it is 0: as in UPPAAL, symbolic
// queries abstract from weights.
static void select_branch(automaton *a) {
  upp *p = a->p;
  bool has_branch = false;
  for (uint32_t i = 0; i < a->source->edges.count; i++) {
    const upp_edge *e = &a->source->edges.at[i];
    if (e->source != a->edge->target)
      continue;
    has_branch = true;
    a->branch = e;
    p->scope = p->instances.at[p->inside].scope;
    if (is_branch(a, e))
      select_from(a, e, 0);
  }
  a->branch = NULL;
  p->scope = a->selected;
  if (!has_branch)
    upp_error(p, a->source->branchpoints.at[a->edge->target - UPP_BRANCHPOINT], NULL,
              "no edge leads from this branchpoint to a location");
}

static void finish_selection(automaton *a) {
  upp *p = a->p;
  if (!a->branch)
    a->selected = p->scope;
  if (!a->branch && a->edge->target >= UPP_BRANCHPOINT) {
    select_branch(a);
    return;
  }
  if (a->selections++ == MAX_SELECTIONS)
    upp_error(p, a->edge->at, NULL, "an edge selects from too many values (limit is %d)", MAX_SELECTIONS);
  if (a->selections <= MAX_SELECTIONS)
    lower_edge(a);
}

// Adds one edge for each choice of values. half: the edge, or the branch.
static void select_from(automaton *a, const upp_edge *half, uint32_t number) {
  upp *p = a->p;
  if (number == half->selects.count) {
    finish_selection(a);
    return;
  }
  const upp_select *s = &half->selects.at[number];
  const char *chosen = a->chosen;
  scope *outer = p->scope;
  int32_t low, high;
  if (!upp_shape_range(p, s->type, &low, &high))
    return;
  const shape *of = upp_shape(p, s->type);
  for (int64_t i = low; i <= high && a->selections <= MAX_SELECTIONS; i++) {
    p->scope = upp_scope_new(p, outer);
    upp_symbol_number(p, p->scope, s->name, of, (int32_t)i, half->at);
    a->chosen = arena_printf(p->memory, "%s%s%s = %d", chosen, *chosen ? ", " : "", s->name, (int)i);
    vec_push(p->m, &a->values, (int32_t)i);
    select_from(a, half, number + 1);
    a->values.count--;
  }
  p->scope = outer;
  a->chosen = chosen;
}

void upp_lower_template(upp *p, uint32_t process) {
  automaton a = {.p = p, .template_ = p->net->templates.at[process], .source = p->instances.at[process].source};
  const upp_template *source = a.source;
  for (uint32_t i = 0; i < source->locations.count; i++)
    net_add_location(p->net, &a.template_->flow);
  a.template_->flow.initial = source->initial;
  for (uint32_t i = 0; i < source->locations.count; i++)
    lower_location(&a, i);
  for (uint32_t i = 0; i < source->edges.count; i++) {
    a.edge = &source->edges.at[i];
    a.selections = 0;
    a.chosen = "";
    if (a.edge->source < UPP_BRANCHPOINT)
      select_from(&a, a.edge, 0);
  }
  vec_free(p->m, &a.values);
}
