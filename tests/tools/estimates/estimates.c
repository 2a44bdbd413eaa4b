// Explores the whole state space of a model and compares every estimate and every search with the exact distances: are
// estimates admissible, consistent and safe as claimed, in every state, and do optimal searches find a nearest error?
#include "check/engines.h"
#include "check/model.h"
#include "claims.h"
#include "conditions.h"
#include "made_claims.h"
#include "space/product.h"
#include "trials.h"
#include "variants.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const char usage_text[] =
    "usage: estimates MODEL [-DNAME=VALUE...] [OPTION...]\n"
    "  --limit STATES      skip larger models: exit status 3 (200000)\n"
    "  --sample STATES     number of states whose estimates are checked, with their successors (0 = all)\n"
    "  --searches STATES   run searches, and use other targets, only on models up to this size (20000)\n"
    "  --every N           run only every N-th combination of search, estimate and bound (1)\n"
    "  --goal NAME         safety, assert or deadlock; repeatable (all, unless there is a condition)\n"
    "  --condition EXPR    the goal is to violate this invariant; repeatable\n"
    "  --reach EXPR        the goal is a state in which this holds; repeatable\n"
    "  --conditions N      more goals: to violate N generated invariants, or to reach a state that violates one\n"
    "  --properties N      more goals: up to N properties of the model that ask for errors or states (0)\n"
    "  --claims N          more goals: that N generated claims over such conditions enter a bad state\n"
    "  --targets N         more goals, for estimates only: to reach N other states (0)\n"
    "  --seconds S         of processor time; what is not done by then is left out (0 = no limit)\n"
    "  --heuristic NAME    only this heuristic; repeatable\n"
    "  --search NAME       only this search\n"
    "  --mutant WHAT       make one result wrong: admissible, consistent, safe, deterministic, length, verdict, trace\n"
    "exit status: 0 all claims hold, 1 one does not, 2 usage, 3 too large, 4 the model cannot be read\n";

enum { MOST = 64, MOST_VARIANTS = 256, EXIT_WRONG = 1, EXIT_USAGE, EXIT_LARGE, EXIT_MODEL };
enum { GOAL_SAFETY, GOAL_ASSERT, GOAL_DEADLOCK, GOAL_COUNT };

static const char *const goal_names[] = {"safety", "assert", "deadlock"};
static const char *const goal_questions[] = {"safety", "assertion", "deadlock"};

typedef struct { // a goal given as text
  const char *text;
  bool is_reach;
  expr *condition; // once it is read
} given_goal;

typedef struct {
  const char *file, *search, *mutant;
  const char *flags[MOST], *heuristics[MOST];
  given_goal given[MOST];
  uint32_t flag_count, heuristic_count, given_count;
  uint32_t limit, sample, searches, every, conditions, claims, targets, properties, seconds;
  bool has_goal, goal[GOAL_COUNT];
} options;

typedef struct {
  options o;
  beeline_model *model;
  mem *m;
  arena *memory;
  expr *condition;
  space *space;
  uint32_t wrong;
  bool is_large, is_late;
} program;

typedef struct { // estimates have their own memory, so that leaks are found
  program *p;
  const graph *g;
  const char *goal;
  const uint8_t *known;
  uint32_t known_size;
  bool has_searches;
  mem *m;
  arena *memory; // for what estimates say why they refuse
  uint32_t count;
  variant variants[MOST_VARIANTS];
  trial_estimate estimates[MOST_VARIANTS];
} trying;

static bool is_wanted(const options *o, const char *name) {
  bool is_named = o->heuristic_count == 0;
  for (uint32_t i = 0; i < o->heuristic_count; i++)
    is_named |= strcmp(o->heuristics[i], name) == 0;
  return is_named;
}

// Opens each variant, and compares it with the graph. Searches use it later.
static void try_variants(trying *y, const heuristic_kind *kind) {
  claims_options how = {.sample = y->p->o.sample, .mutant = y->p->o.mutant};
  heuristic_setup about = {.m = y->m, .net = y->p->model->net, .asked = y->g->goal};
  for (unsigned i = 0; y->count < MOST_VARIANTS; i++) {
    variant *v = &y->variants[y->count];
    if (!variant_of(kind->name, kind->keys, i, v))
      return;
    if (kind->needs_known || y->g->goal.kind == QUESTION_STATE)
      about.known = y->p->space->view(y->p->space, y->known, y->known_size);
    about.keys = v->keys;
    if (kind->refuses && kind->refuses(y->memory, &about))
      continue;
    trial_estimate *e = &y->estimates[y->count];
    *e = (trial_estimate){.name = v->text, .h = kind->open(&about), .is_usual = i == 0};
    y->count++;
    if (y->g->count)
      y->p->wrong += claims_check(&how, y->g, e->h, e->name, y->goal);
  }
}

static void try_searches(trying *y) {
  program *p = y->p;
  trials t = {.g = y->g, .net = p->model->net, .invariant = p->condition, .goal = y->goal, .only = p->o.search};
  t.estimates = y->estimates;
  t.count = y->count;
  t.mutant = p->o.mutant;
  t.every = p->o.every;
  t.turn = (y->g->count + y->g->edges.count) % t.every; // another part of the runs for every model
  trials_run(&t);
  printf("searches: goal %s, %u runs, %u stopped, %u wrong\n", y->goal, t.runs, t.given_up, t.wrong);
  p->wrong += t.wrong;
}

static bool is_late(void *context) {
  const program *p = context;
  return p->o.seconds && clock() / CLOCKS_PER_SEC >= (clock_t)p->o.seconds;
}

static void try_everything(void *argument) {
  trying *y = argument;
  program *p = y->p;
  y->memory = arena_new(y->p->m);
  size_t before = mem_used(y->m);
  for (uint32_t i = 0; check_heuristics[i]; i++)
    if (is_wanted(&p->o, check_heuristics[i]->name) && (y->known || !check_heuristics[i]->needs_known))
      try_variants(y, check_heuristics[i]);
  if (y->has_searches && y->g->count <= p->o.searches)
    try_searches(y);
  for (uint32_t i = 0; i < y->count; i++)
    y->estimates[i].h->close(y->estimates[i].h);
  if (mem_used(y->m) != before) {
    printf("WRONG memory: goal %s: estimates do not free %zu bytes\n", y->goal, mem_used(y->m) - before);
    p->wrong++;
  }
}

static void try_graph(program *p, const graph *g, const char *name, const question *known, bool has_searches) {
  trying y = {.p = p, .g = g, .goal = name, .known = known->target, .known_size = known->target_size, .m = mem_new(0)};
  y.has_searches = has_searches;
  if (!y.m)
    abort();
  mem_set_stop(y.m, is_late, p);
  mem_status ended = mem_try(y.m, try_everything, &y);
  p->is_late |= ended == MEM_STOPPED;
  if (ended == MEM_EXHAUSTED)
    abort();
  mem_delete(y.m);
  arena_delete(y.memory);
}

static graph *explore(program *p, question goal, const char *name) {
  p->is_late |= is_late(p);
  if (p->is_late)
    return NULL;
  graph *g = graph_explore(p->m, p->space, goal, p->o.limit);
  p->is_large |= !g->is_whole;
  if (g->is_whole)
    return g;
  printf("too large: goal %s: more than %u states\n", name, p->o.limit);
  graph_close(g);
  return NULL;
}

static void try_target(program *p, question reach, bool has_searches) {
  graph *g = explore(p, reach, "target");
  if (!g)
    return;
  try_graph(p, g, "target", &reach, has_searches);
  graph_close(g);
}

// One of the states of a graph; a different one for each number, if possible.
static uint32_t some_state(const graph *g, uint32_t number) {
  return (uint32_t)((number * 7919u + 1) * 2654435761ull % g->count);
}

// The goal itself, and then the state that shows the nearest error (or the last one, if there is none) as a target, and
// others.
static void try_goal(program *p, question goal, const char *name, bool has_target) {
  graph *g = explore(p, goal, name);
  if (!g)
    return;
  printf("goal %s: %u states, %u transitions\n", name, g->count, g->edges.count);
  question reach = {.kind = QUESTION_STATE, .target = g->error_bytes, .target_size = g->error_size};
  reach.claim = goal.claim;
  if (!reach.target && g->count)
    reach.target = g->states->get(g->states, g->count - 1, &reach.target_size);
  try_graph(p, g, name, &reach, true);
  if (has_target && reach.target)
    try_target(p, reach, true);
  for (uint32_t i = 0; i < p->o.targets && has_target && g->count && g->count <= p->o.searches; i++) {
    reach.target = g->states->get(g->states, some_state(g, i), &reach.target_size);
    try_target(p, reach, false);
  }
  graph_close(g);
}

// A state of a timed model stands for all clock values in its zone.
static void open_space(program *p, expr *condition) {
  p->condition = condition;
  space_setup asked = {.net = p->model->net, .conditions = &p->condition, .condition_count = condition ? 1 : 0};
  space_options how = {.deadlocks = !condition};
  p->space = space_new(p->m, &asked, &how);
}

static void try_question(program *p, question asked, const char *text) {
  const char *name = question_sought(&asked) ? "reach" : "invariant";
  printf("%s: %s\n", name, text);
  open_space(p, asked.condition);
  try_goal(p, asked, name, true);
  p->space->close(p->space);
}

static void try_condition(program *p, expr *condition, bool is_reach, const char *text) {
  question asked = question_of(p->model->net, is_reach ? "reach" : "invariant");
  asked.condition = condition;
  try_question(p, asked, text);
}

static void try_properties(program *p) {
  const network *net = p->model->net;
  for (uint32_t i = 0; i < net->properties.count && i < p->o.properties; i++) {
    const net_property *about = &net->properties.at[i];
    if (!about->why_not && !about->errors && about->question.condition && question_seeks_condition(&about->question) &&
        !(about->question.errors & ERROR_CLAIM))
      try_question(p, about->question, about->text);
  }
}

static void try_claim(program *p, const claim *c, const char *text) {
  printf("claim: %s\n", text);
  space_setup asked = {.net = p->model->net, .conditions = c->atoms.at, .condition_count = c->atoms.count};
  space *inner = space_new(p->m, &asked, NULL);
  p->space = space_product(p->m, inner, c, false);
  try_goal(p, (question){.errors = ERROR_CLAIM | ERROR_RUNTIME, .claim = c}, "claim", true);
  p->space->close(p->space);
  inner->close(inner);
}

// The condition against some state of the graph; NULL if there are no processes in it.
static expr *made_condition(program *p, const graph *g, uint32_t number, text_buffer *text) {
  const state_view *v = graph_view(g, some_state(g, number));
  return v->processes ? condition_against(p->memory, v, number, text) : NULL;
}

static bool is_trivial(program *p, expr *condition) { // it is false at the start
  open_space(p, condition);
  graph *g = graph_explore(p->m, p->space, (question){.errors = ERROR_INVARIANT, .condition = condition}, 1);
  bool is_false = g->is_error.count && g->is_error.at[0];
  graph_close(g);
  p->space->close(p->space);
  return is_false;
}

static void try_made_condition(program *p, const graph *g, uint32_t number) {
  enum { ATTEMPTS = 8, APART = 1000 };
  text_buffer text = {.memory = p->m};
  expr *condition = NULL;
  bool is_reach = number % 2;
  for (uint32_t i = 0; i < ATTEMPTS && (i == 0 || (condition && is_trivial(p, condition))); i++) {
    text.length = 0;
    condition = made_condition(p, g, number + i * APART, &text);
  }
  if (condition)
    try_condition(p, is_reach ? expr_unary(p->memory, EXPR_NOT, condition) : condition, is_reach, text_string(&text));
  text_free(&text);
}

static void try_made_claim(program *p, const graph *g, uint32_t number) {
  enum { ATOMS = 3 };
  text_buffer text = {.memory = p->m};
  expr *atoms[ATOMS];
  uint32_t count = 0;
  for (uint32_t i = 0; i < ATOMS; i++)
    if ((atoms[count] = made_condition(p, g, number * ATOMS + i, &text)))
      count++;
  if (count)
    try_claim(p, made_claim(p->memory, atoms, count, number, &text), text_string(&text));
  text_free(&text);
}

static void try_made_up_goals(program *p) {
  open_space(p, NULL);
  space *plain = p->space;
  graph *g = explore(p, (question){.errors = ERROR_RUNTIME}, "none");
  for (uint32_t i = 0; g && g->count && i < p->o.conditions; i++)
    try_made_condition(p, g, i);
  p->condition = NULL;
  for (uint32_t i = 0; g && g->count && i < p->o.claims; i++)
    try_made_claim(p, g, i);
  if (g)
    graph_close(g);
  plain->close(plain);
}

static void read_conditions(void *argument) {
  program *p = argument;
  for (uint32_t i = 0; i < p->o.given_count; i++)
    p->o.given[i].condition = p->model->language->condition(p->model->front_end, &p->model->diags, p->o.given[i].text);
}

static void run(void *argument) {
  program *p = argument;
  const options *o = &p->o;
  p->memory = arena_new(p->m);
  if (o->has_goal || !o->given_count) {
    open_space(p, NULL);
    for (uint32_t i = 0; i < GOAL_COUNT; i++)
      if (o->goal[i] || !o->has_goal)
        try_goal(p, question_of(p->model->net, goal_questions[i]), goal_names[i], i == GOAL_SAFETY);
    p->space->close(p->space);
  }
  for (uint32_t i = 0; i < o->given_count; i++)
    try_condition(p, o->given[i].condition, o->given[i].is_reach, o->given[i].text);
  try_properties(p);
  if (o->conditions || o->claims)
    try_made_up_goals(p);
}

static bool read_goal(options *o, const char *value) {
  for (uint32_t i = 0; i < GOAL_COUNT; i++)
    if (strcmp(value, goal_names[i]) == 0)
      return o->has_goal = o->goal[i] = true;
  return false;
}

static bool read_number(const char *text, uint32_t *out) {
  char *end;
  unsigned long value = strtoul(text, &end, 10);
  *out = (uint32_t)value;
  return *text >= '0' && *text <= '9' && !*end && value < UINT32_MAX;
}

static bool read_option(options *o, const char *name, const char *value) {
  const struct {
    const char *name;
    const char **text;
    uint32_t *number;
  } table[] = {
      {"--limit", NULL, &o->limit},           {"--sample", NULL, &o->sample},   {"--searches", NULL, &o->searches},
      {"--every", NULL, &o->every},           {"--targets", NULL, &o->targets}, {"--conditions", NULL, &o->conditions},
      {"--properties", NULL, &o->properties}, {"--search", &o->search, NULL},   {"--mutant", &o->mutant, NULL},
      {"--claims", NULL, &o->claims},         {"--seconds", NULL, &o->seconds}};
  if (strcmp(name, "--goal") == 0)
    return read_goal(o, value);
  bool is_reach = strcmp(name, "--reach") == 0;
  if (is_reach || strcmp(name, "--condition") == 0) {
    o->given[o->given_count % MOST] = (given_goal){.text = value, .is_reach = is_reach};
    return ++o->given_count < MOST;
  }
  if (strcmp(name, "--heuristic") == 0)
    return o->heuristic_count < MOST && (o->heuristics[o->heuristic_count++] = value);
  for (uint32_t i = 0; i < sizeof table / sizeof *table; i++)
    if (strcmp(name, table[i].name) == 0)
      return table[i].number ? read_number(value, table[i].number) : (*table[i].text = value) != NULL;
  return false;
}

static bool read_options(options *o, int count, char **arguments) {
  *o = (options){.limit = 200000, .searches = 20000, .every = 1};
  for (int i = 1; i < count; i++) {
    const char *a = arguments[i];
    if (a[0] == '-' && strchr("DUI", a[1]) && a[1] && o->flag_count < MOST)
      o->flags[o->flag_count++] = a;
    else if (a[0] == '-' && (i + 1 == count || !read_option(o, a, arguments[++i])))
      return false;
    else if (a[0] != '-')
      o->file = a;
  }
  return o->file && o->every;
}

static int load(program *p) {
  beeline_load_options how = {.arguments = p->o.flags, .argument_count = p->o.flag_count};
  p->model = beeline_load(p->o.file, &how);
  if (beeline_model_status(p->model) != BEELINE_OK)
    return EXIT_MODEL;
  if (mem_try(p->model->memory, read_conditions, p) != MEM_OK)
    return EXIT_USAGE;
  for (uint32_t i = 0; i < p->o.given_count; i++)
    if (!p->o.given[i].condition)
      return EXIT_USAGE;
  return 0;
}

int main(int count, char **arguments) {
  program p = {0};
  if (!read_options(&p.o, count, arguments)) {
    fputs(usage_text, stderr);
    return EXIT_USAGE;
  }
  int status = load(&p);
  if (status) {
    for (const diag *d = p.model ? p.model->diags.first : NULL; d; d = d->next)
      diag_print(stderr, d, false);
  } else {
    p.m = mem_new(0);
    if (!p.m || mem_try(p.m, run, &p) != MEM_OK)
      abort();
    mem_delete(p.m);
    if (p.is_late)
      printf("out of time\n");
    status = p.wrong ? EXIT_WRONG : p.is_large ? EXIT_LARGE : 0;
  }
  beeline_model_delete(p.model);
  return status;
}
