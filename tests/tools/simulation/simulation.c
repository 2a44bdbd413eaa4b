// Holds abstractions of a model, with random parts left out, against the model: every step from every state must be a
// step of the copy, to the state that corresponds to the one of the model, at no greater cost, and every error must be
// seen there.
#include "check/model.h"
#include "errors.h"
#include "questions.h"
#include "selection.h"
#include <stdlib.h>
#include <time.h>

static const char usage_text[] =
    "usage: simulation MODEL [-DNAME=VALUE...] [OPTION...]\n"
    "  --seed N            of the choice of what is left out (1)\n"
    "  --selections N      number of abstractions (12)\n"
    "  --questions N       that are asked in turn (12)\n"
    "  --reach EXPR        a condition to ask about; repeatable\n"
    "  --limit STATES      that are looked at in each of them (2000)\n"
    "  --seconds S         of processor time, after which no more abstractions are made (0 = "
    "no limit)\n"
    "  --mutant WHAT       miss a step or an error of the copy, to test this test\n"
    "exit status: 0 all of them simulate, 1 one does not, 2 usage, 4 the model cannot be "
    "read\n";

enum { MOST = 64, EXIT_WRONG = 1, EXIT_USAGE, EXIT_MODEL = 4 };

typedef struct {
  const char *file, *mutant;
  const char *flags[MOST], *reach[MOST];
  uint32_t flag_count, reach_count;
  uint32_t seed, selections, questions, limit, seconds;
} options;

typedef struct {
  options o;
  beeline_model *model;
  mem *m;
  facts *facts;
  questions from;
  expr *reach[MOST];
  uint32_t made, weak, mapped, emptied, refused, steps, seen, wrong;
} program;

static bool has_maps(const net_copy *c) {
  bool is_any = false;
  for (uint32_t i = 0; i < c->from->vars.count; i++)
    is_any |= net_copy_map(c, c->from->vars.at[i]) != NULL;
  return is_any;
}

static bool has_emptied(const net_copy *c) {
  bool is_any = false;
  for (uint32_t i = 0; i < c->from->channels.count; i++)
    is_any |= !net_copy_knows_channel(c, i);
  return is_any;
}

// Walks through the model and its abstraction.
static void compare(program *p, const question *asked, const abstraction *a, arena *memory, const char *about) {
  expr *condition, *own = (expr *)asked->condition;
  const char *mutant = p->o.mutant ? p->o.mutant : "";
  space_setup setup = {.net = p->model->net, .conditions = &own, .condition_count = own != NULL};
  copy_walk w = {.m = p->m, .c = a->copy, .is_exact = true, .misses_a_step = strcmp(mutant, "step") == 0};
  errors_look look = {.walk = &w, .asked = asked, .about = a, .misses_an_error = strcmp(mutant, "error") == 0};
  w.look = errors_compare;
  w.context = &look;
  space *inner = whole_choose(p->m, a->copy->net, &a->asked, &condition);
  w.original = copy_exact_space(p->m, memory, &setup, question_seeks_deadlock(asked));
  w.copy = abstraction_space(p->m, a, inner);
  if (!copy_walk_along(&w, p->o.limit)) {
    printf("WRONG simulation: %s; %s\n", w.wrong, about);
    p->wrong++;
  }
  inner->close(inner);
  p->made++;
  p->weak += a->copy->is_weak;
  p->mapped += has_maps(a->copy);
  p->emptied += has_emptied(a->copy);
  p->steps += w.steps;
  p->seen += look.seen;
}

static void try_selection(program *p, uint32_t number) {
  arena *memory = arena_new(p->m);
  text_buffer text = {.memory = p->m};
  const network *net = p->model->net;
  question asked;
  abstraction *a;
  text_add(&text, "asked: ");
  bool can_ask =
      questions_get(&p->from, memory, number % p->o.questions, &asked, &text) && !abstraction_refuses(net, &asked);
  text_add(&text, ", left out:");
  net_change change = selection_make(memory, net, p->o.seed + number, 2 + 3 * (number % 4), &text);
  if (!can_ask || abstraction_make(memory, net, p->facts, &asked, &change, &a))
    p->refused++;
  else
    compare(p, &asked, a, memory, text_string(&text));
  text_free(&text);
  arena_delete(memory);
}

static void read_conditions(void *argument) {
  program *p = argument;
  p->from = (questions){.net = p->model->net, .reach = p->reach};
  for (uint32_t i = 0; i < p->o.reach_count; i++) {
    p->reach[i] = p->model->language->condition(p->model->front_end, &p->model->diags, p->o.reach[i]);
    p->from.reach_count += p->reach[i] != NULL;
  }
}

static bool is_late(const program *p) { return p->o.seconds && clock() / CLOCKS_PER_SEC >= (clock_t)p->o.seconds; }

static void run(void *argument) {
  program *p = argument;
  p->facts = facts_open(p->m, p->model->net);
  for (uint32_t i = 0; i < p->o.selections && !is_late(p); i++)
    try_selection(p, i);
  facts_close(p->facts);
}

static bool read_number(const char *text, uint32_t *out) {
  char *end;
  unsigned long value = strtoul(text, &end, 10);
  *out = (uint32_t)value;
  return *text >= '0' && *text <= '9' && !*end && value < UINT32_MAX;
}

static bool read_option(options *o, const char *name, const char *value) {
  if (strcmp(name, "--seed") == 0)
    return read_number(value, &o->seed);
  if (strcmp(name, "--selections") == 0)
    return read_number(value, &o->selections);
  if (strcmp(name, "--limit") == 0)
    return read_number(value, &o->limit);
  if (strcmp(name, "--seconds") == 0)
    return read_number(value, &o->seconds);
  if (strcmp(name, "--questions") == 0)
    return read_number(value, &o->questions) && o->questions;
  if (strcmp(name, "--reach") == 0)
    return o->reach_count < MOST && (o->reach[o->reach_count++] = value);
  o->mutant = value;
  return strcmp(name, "--mutant") == 0 && (strcmp(value, "step") == 0 || strcmp(value, "error") == 0);
}

static bool read_options(options *o, int count, char **arguments) {
  *o = (options){.seed = 1, .selections = 12, .questions = 12, .limit = 2000};
  for (int i = 1; i < count; i++) {
    const char *a = arguments[i];
    if (a[0] == '-' && a[1] && strchr("DUI", a[1]) && o->flag_count < MOST)
      o->flags[o->flag_count++] = a;
    else if (a[0] == '-' && (i + 1 == count || !read_option(o, a, arguments[++i])))
      return false;
    else if (a[0] != '-')
      o->file = a;
  }
  return o->file;
}

int main(int count, char **arguments) {
  program p = {0};
  if (!read_options(&p.o, count, arguments)) {
    fputs(usage_text, stderr);
    return EXIT_USAGE;
  }
  beeline_load_options how = {.arguments = p.o.flags, .argument_count = p.o.flag_count};
  p.model = beeline_load(p.o.file, &how);
  int status = beeline_model_status(p.model) == BEELINE_OK ? 0 : EXIT_MODEL;
  if (!status && (mem_try(p.model->memory, read_conditions, &p) != MEM_OK || p.from.reach_count < p.o.reach_count))
    status = EXIT_USAGE;
  if (!status) {
    p.m = mem_new(0);
    if (!p.m || mem_try(p.m, run, &p) != MEM_OK)
      abort();
    mem_delete(p.m);
    printf("%u abstractions, %u of them weak, %u with maps, %u with empty channels, %u refused, %u steps, %u errors, "
           "%u wrong\n",
           p.made, p.weak, p.mapped, p.emptied, p.refused, p.steps, p.seen, p.wrong);
    status = p.wrong ? EXIT_WRONG : 0;
  }
  beeline_model_delete(p.model);
  return status;
}
