#include "lang/tchecker/tck.h"

#include <string.h>

static void parse_process(tck *t) {
  place at;
  const char *name = tck_new_name(t, NAME_PROCESS, 0, "process", &at);
  tck_attributes(t, NULL, NULL);
  if (t->has_failed)
    return;
  if (t->net->processes.count == NET_MAX_TIMED) {
    tck_unsupported(t, at, "more than %d processes are not supported", NET_MAX_TIMED);
    return;
  }
  net_template *template_ = net_add_template(t->net, TEMPLATE_PROCESS, name);
  template_->at = at;
  net_process process = {.template_ = (int32_t)template_->index, .priority = 1};
  vec_push(t->m, &t->net->processes, process);
  vec_push(t->m, &t->has_initial, false);
  names_add(&t->names, NAME_PROCESS, 0, name, template_->index);
}

static void parse_event(tck *t) {
  place at;
  const char *name = tck_new_name(t, NAME_EVENT, 0, "event", &at);
  tck_attributes(t, NULL, NULL);
  if (t->has_failed)
    return;
  names_add(&t->names, NAME_EVENT, 0, name, t->events.count);
  vec_push(t->m, &t->events, name);
}

static void add_variable(tck *t, const char *name, tck_variable variable) {
  names_add(&t->names, NAME_VARIABLE, 0, name, t->variables.count);
  vec_push(t->m, &t->variables, variable);
}

static void parse_clock(tck *t) {
  int64_t size;
  place at;
  if (!tck_integer(t, "the number of clocks", 1, INT32_MAX, &size) || !tck_expect(t, ":"))
    return;
  const char *name = tck_new_name(t, NAME_VARIABLE, 0, "variable", &at);
  tck_attributes(t, NULL, NULL);
  if (t->has_failed)
    return;
  if (size + t->net->clocks.count > NET_MAX_CLOCKS) {
    tck_unsupported(t, at, "more than %d clocks are not supported", NET_MAX_CLOCKS);
    return;
  }
  add_variable(t, name, (tck_variable){.clock = t->net->clocks.count + 1, .size = (uint32_t)size});
  for (uint32_t i = 0; i < size; i++) {
    const char *one = size == 1 ? name : arena_printf(t->memory, "%s[%u]", name, i);
    net_clock clock = {.name = one, .template_ = NET_NONE, .at = at};
    vec_push(t->m, &t->net->clocks, clock);
  }
}

static void parse_int(tck *t) {
  int64_t size, low, high, init;
  place at;
  if (!tck_integer(t, "the number of variables", 1, INT32_MAX, &size) || !tck_expect(t, ":") ||
      !tck_integer(t, "the least value", INT32_MIN, INT32_MAX, &low) || !tck_expect(t, ":") ||
      !tck_integer(t, "the greatest value", low, INT32_MAX, &high) || !tck_expect(t, ":") ||
      !tck_integer(t, "the initial value", low, high, &init) || !tck_expect(t, ":"))
    return;
  const char *name = tck_new_name(t, NAME_VARIABLE, 0, "variable", &at);
  tck_attributes(t, NULL, NULL);
  if (t->has_failed)
    return;
  net_var *v = net_add_var(t->net, NET_NONE);
  net_part part = {.name = name, .length = size > 1 ? (uint32_t)size : 0};
  v->name = name;
  v->type = net_type_range((int32_t)low, (int32_t)high);
  v->cells = (uint32_t)size;
  v->at = at;
  vec_push(t->m, &v->parts, part);
  vec_push(t->m, &v->init, expr_const(t->memory, (int32_t)init, at));
  add_variable(t, name, (tck_variable){.integer = v, .size = (uint32_t)size});
}

static void parse_part(tck *t, tck_vector *v) {
  place at = tck_here(t);
  tck_part part = {.process = tck_known_name(t, NAME_PROCESS, 0, "a process")};
  if (t->has_failed || !tck_expect(t, "@"))
    return;
  part.event = tck_known_name(t, NAME_EVENT, 0, "an event");
  part.is_weak = tck_accept(t, "?");
  for (uint32_t i = 0; i < v->parts.count; i++)
    if (v->parts.at[i].process == part.process)
      tck_error(t, at, NULL, "a process can take part in a synchronisation only once");
  vec_push(t->m, &v->parts, part);
}

static void parse_sync(tck *t) {
  tck_vector v = {.at = tck_here(t)};
  const char *from = t->at;
  do
    parse_part(t, &v);
  while (!t->has_failed && tck_accept(t, ":"));
  v.text = tck_slice(t, from);
  if (!t->has_failed && v.parts.count < 2)
    tck_error(t, v.at, NULL, "a synchronisation needs at least two processes");
  tck_attributes(t, NULL, NULL);
  if (!t->has_failed)
    vec_push(t->m, &t->vectors, v);
}

static const struct {
  const char *word;
  void (*parse)(tck *t);
} declarations[] = {
    {"process", parse_process},       {"event", parse_event},   {"clock", parse_clock}, {"int", parse_int},
    {"location", tck_parse_location}, {"edge", tck_parse_edge}, {"sync", parse_sync},
};

static void declaration(tck *t) {
  place at = tck_here(t);
  const char *word = tck_identifier(t, "a declaration");
  if (!word || !tck_expect(t, ":"))
    return;
  for (uint32_t i = 0; i < sizeof declarations / sizeof *declarations; i++)
    if (strcmp(declarations[i].word, word) == 0) {
      declarations[i].parse(t);
      return;
    }
  tck_error(t, at, "declarations are process, event, clock, int, location, edge and sync",
            strcmp(word, "system") == 0 ? "'%s' is declared twice" : "unknown declaration '%s'", word);
}

static void parse_system(tck *t) {
  if (!tck_is_word(t, "system")) {
    tck_error(t, tck_here(t), "start the file with system:NAME", "expected the declaration of the system");
    return;
  }
  tck_identifier(t, "system");
  if (tck_expect(t, ":") && tck_identifier(t, "the name of the system"))
    tck_attributes(t, NULL, NULL);
}

// After an error, skips to the next line that may begin a declaration.
static void recover(tck *t) {
  t->in_braces = false;
  t->depth = 0;
  do
    tck_skip_line(t);
  while (*t->at == ' ' || *t->at == '\t' || *t->at == '}');
  t->has_failed = false;
}

static void parse_line(tck *t, void (*parse)(tck *t)) {
  parse(t);
  tck_skip_blanks(t);
  if (!t->has_failed && *t->at && *t->at != '\n')
    tck_error(t, tck_here(t), NULL, "unexpected text after the declaration");
  if (t->has_failed)
    recover(t);
}

static void skip_empty_lines(tck *t) {
  for (tck_skip_blanks(t); *t->at == '\n'; tck_skip_blanks(t))
    tck_skip_line(t);
}

static bool has_few_errors(const tck *t) { return t->d->errors < (t->d->limit ? t->d->limit : 20); }

void tck_parse(tck *t) {
  skip_empty_lines(t);
  parse_line(t, parse_system);
  for (skip_empty_lines(t); *t->at && has_few_errors(t); skip_empty_lines(t))
    parse_line(t, declaration);
  for (uint32_t i = 0; i < t->has_initial.count; i++)
    if (!t->has_initial.at[i]) {
      tck_error(t, t->net->templates.at[i]->at, NULL, "process '%s' has no initial location",
                t->net->templates.at[i]->name);
      t->has_failed = false;
    }
  if (!t->has_initial.count)
    tck_error(t, (place){.file = t->file}, "add process:NAME", "the model has no process");
}
