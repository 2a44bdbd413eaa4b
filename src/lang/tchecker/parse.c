#include "lang/tchecker/tck.h"

#include <string.h>

typedef struct attribute_row { // what an attribute means to a declaration
  const char *key;
  void (*read)(tck *t, void *declaration);
} attribute_row;

static bool is_at_value_end(const tck *t) { return !*t->at || *t->at == ':' || *t->at == '}'; }

static void skip_value(tck *t) {
  for (tck_skip_blanks(t); !is_at_value_end(t); tck_skip_blanks(t))
    t->at++;
}

static void read_attribute(tck *t, const attribute_row *rows, void *declaration, uint64_t *seen) {
  place at = tck_here(t);
  const char *key = tck_identifier(t, "the name of an attribute");
  if (!key || !tck_expect(t, ":"))
    return;
  for (uint32_t i = 0; rows && rows[i].key; i++) {
    if (strcmp(rows[i].key, key) != 0)
      continue;
    if (*seen >> i & 1)
      tck_error(t, at, NULL, "'%s' comes twice", key);
    *seen |= (uint64_t)1 << i;
    rows[i].read(t, declaration);
    return;
  }
  diag_add(t->d, DIAG_WARNING, at, NULL, "the attribute '%s' means nothing here", key);
  skip_value(t);
}

// {KEY: VALUE : KEY: VALUE ...}, or nothing at all.
static void attributes(tck *t, const attribute_row *rows, void *declaration) {
  uint64_t seen = 0;
  if (!tck_accept(t, "{"))
    return;
  t->in_braces = true;
  tck_skip_blanks(t);
  while (!t->has_failed && *t->at != '}') {
    read_attribute(t, rows, declaration, &seen);
    tck_skip_blanks(t);
    if (*t->at != '}')
      tck_expect(t, ":");
    tck_skip_blanks(t);
  }
  tck_expect(t, "}");
  t->in_braces = false;
}

static const char *new_name(tck *t, name_space space, uint32_t scope, const char *what, place *at) {
  *at = tck_here(t);
  const char *name = tck_identifier(t, "a name");
  if (name && names_find(&t->names, space, scope, name) != NAME_UNKNOWN)
    tck_error(t, *at, NULL, "%s '%s' is declared twice", what, name);
  return t->has_failed ? NULL : name;
}

static uint32_t known_name(tck *t, name_space space, uint32_t scope, const char *what) {
  place at = tck_here(t);
  const char *name = tck_identifier(t, what);
  uint32_t found = name ? names_find(&t->names, space, scope, name) : NAME_UNKNOWN;
  if (name && found == NAME_UNKNOWN)
    tck_error(t, at, "everything is declared before it is used", "there is no %s '%s'", what + 2,
              name); // without the article
  return found;
}

static void parse_process(tck *t) {
  place at;
  const char *name = new_name(t, NAME_PROCESS, 0, "process", &at);
  attributes(t, NULL, NULL);
  if (t->has_failed)
    return;
  if (t->net->processes.count == NET_MAX_PROCESSES) {
    tck_unsupported(t, at, "more than %d processes are not supported", NET_MAX_PROCESSES);
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
  const char *name = new_name(t, NAME_EVENT, 0, "event", &at);
  attributes(t, NULL, NULL);
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
  const char *name = new_name(t, NAME_VARIABLE, 0, "variable", &at);
  attributes(t, NULL, NULL);
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
      !tck_integer(t, "the first value", low, high, &init) || !tck_expect(t, ":"))
    return;
  const char *name = new_name(t, NAME_VARIABLE, 0, "variable", &at);
  attributes(t, NULL, NULL);
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

typedef struct {
  net_location location;
  bool is_initial;
} location_declaration;

static void read_initial(tck *t, void *declaration) {
  ((location_declaration *)declaration)->is_initial = true;
  skip_value(t);
}

static void read_urgent(tck *t, void *declaration) {
  ((location_declaration *)declaration)->location.flags |= LOC_URGENT;
  skip_value(t);
}

static void read_committed(tck *t, void *declaration) {
  ((location_declaration *)declaration)->location.flags |= LOC_COMMITTED;
  skip_value(t);
}

static void read_invariant(tck *t, void *declaration) {
  net_location *l = &((location_declaration *)declaration)->location;
  tck_skip_blanks(t);
  if (!is_at_value_end(t))
    tck_constraint(t, &l->invariant, &l->bounds);
}

static void read_labels(tck *t, void *declaration) {
  net_location *l = &((location_declaration *)declaration)->location;
  for (tck_skip_blanks(t); !is_at_value_end(t); tck_skip_blanks(t)) {
    size_t length = strcspn(t->at, ",:}# \t\r\n");
    if (length)
      vec_push(t->m, &l->labels, (const char *)arena_copy(t->memory, t->at, length));
    t->at += length;
    tck_skip_blanks(t);
    if (!tck_accept(t, ",") && !is_at_value_end(t)) {
      tck_expect(t, ",");
      return;
    }
  }
}

static const attribute_row location_rows[] = {{"initial", read_initial},     {"urgent", read_urgent},
                                              {"committed", read_committed}, {"invariant", read_invariant},
                                              {"labels", read_labels},       {0}};

static void parse_location(tck *t) {
  uint32_t process = known_name(t, NAME_PROCESS, 0, "a process");
  location_declaration declared = {.location = {.origin = -1}};
  if (t->has_failed || !tck_expect(t, ":"))
    return;
  const char *name = new_name(t, NAME_LOCATION, process, "location", &declared.location.at);
  attributes(t, location_rows, &declared);
  if (t->has_failed)
    return;
  net_flow *flow = &t->net->templates.at[process]->flow;
  uint32_t number = net_add_location(t->net, flow);
  declared.location.name = name;
  flow->locations.at[number] = declared.location;
  names_add(&t->names, NAME_LOCATION, process, name, number);
  if (!declared.is_initial)
    return;
  if (t->has_initial.at[process])
    tck_unsupported(t, declared.location.at, "several initial locations of a process are not supported yet");
  t->has_initial.at[process] = true;
  flow->initial = number;
}

typedef struct {
  tck_edge edge;
  const char *guard, *effect; // as written; NULL = not
} edge_declaration;

static void read_provided(tck *t, void *declaration) {
  edge_declaration *d = declaration;
  tck_skip_blanks(t);
  const char *from = t->at;
  if (is_at_value_end(t))
    return;
  tck_constraint(t, &d->edge.guard, &d->edge.bounds);
  d->guard = tck_slice(t, from);
}

static void read_do(tck *t, void *declaration) {
  edge_declaration *d = declaration;
  tck_skip_blanks(t);
  const char *from = t->at;
  d->edge.effect = tck_statements(t);
  d->effect = tck_slice(t, from);
}

static const attribute_row edge_rows[] = {{"provided", read_provided}, {"do", read_do}, {0}};

static void parse_edge(tck *t) {
  edge_declaration d = {.edge = {.at = tck_here(t)}};
  tck_edge *e = &d.edge;
  e->process = known_name(t, NAME_PROCESS, 0, "a process");
  if (t->has_failed || !tck_expect(t, ":"))
    return;
  e->from = known_name(t, NAME_LOCATION, e->process, "a location");
  if (t->has_failed || !tck_expect(t, ":"))
    return;
  e->to = known_name(t, NAME_LOCATION, e->process, "a location");
  if (t->has_failed || !tck_expect(t, ":"))
    return;
  e->event = known_name(t, NAME_EVENT, 0, "an event");
  if (t->has_failed)
    return;
  attributes(t, edge_rows, &d);
  e->text = arena_printf(t->memory, "%s%s%s%s%s", t->events.at[e->event], d.guard ? " provided " : "",
                         d.guard ? d.guard : "", d.effect && *d.effect ? " do " : "", d.effect ? d.effect : "");
  if (!t->has_failed)
    vec_push(t->m, &t->edges, *e);
}

static void parse_part(tck *t, tck_vector *v) {
  place at = tck_here(t);
  tck_part part = {.process = known_name(t, NAME_PROCESS, 0, "a process")};
  if (t->has_failed || !tck_expect(t, "@"))
    return;
  part.event = known_name(t, NAME_EVENT, 0, "an event");
  part.is_weak = tck_accept(t, "?");
  for (uint32_t i = 0; i < v->parts.count; i++)
    if (v->parts.at[i].process == part.process)
      tck_error(t, at, NULL, "a process takes part only once");
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
    tck_error(t, v.at, NULL, "at least two processes synchronise");
  attributes(t, NULL, NULL);
  if (!t->has_failed)
    vec_push(t->m, &t->vectors, v);
}

static const struct {
  const char *word;
  void (*parse)(tck *t);
} declarations[] = {
    {"process", parse_process},   {"event", parse_event}, {"clock", parse_clock}, {"int", parse_int},
    {"location", parse_location}, {"edge", parse_edge},   {"sync", parse_sync},
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
  tck_error(t, at, "declarations are process, event, clock, int, location, edge and sync", "%s",
            strcmp(word, "system") == 0 ? "there is a second system" : "there is no such declaration");
}

static void parse_system(tck *t) {
  if (!tck_is_word(t, "system")) {
    tck_error(t, tck_here(t), "system:NAME comes first", "this is no declaration of a system");
    return;
  }
  tck_identifier(t, "system");
  if (tck_expect(t, ":") && tck_identifier(t, "the name of the system"))
    attributes(t, NULL, NULL);
}

// After an error reading goes on at the next line that may begin a declaration.
static void recover(tck *t) {
  t->in_braces = false;
  t->depth = 0;
  do
    tck_skip_line(t);
  while (*t->at == ' ' || *t->at == '\t' || *t->at == '}');
  t->has_failed = false;
}

static void one(tck *t, void (*parse)(tck *t)) {
  parse(t);
  tck_skip_blanks(t);
  if (!t->has_failed && *t->at && *t->at != '\n')
    tck_error(t, tck_here(t), NULL, "this does not belong to the declaration");
  if (t->has_failed)
    recover(t);
}

static void skip_empty_lines(tck *t) {
  for (tck_skip_blanks(t); *t->at == '\n'; tck_skip_blanks(t))
    tck_skip_line(t);
}

static bool goes_on(const tck *t) { return t->d->errors < (t->d->limit ? t->d->limit : 20); }

void tck_parse(tck *t) {
  skip_empty_lines(t);
  one(t, parse_system);
  for (skip_empty_lines(t); *t->at && goes_on(t); skip_empty_lines(t))
    one(t, declaration);
  for (uint32_t i = 0; i < t->has_initial.count; i++)
    if (!t->has_initial.at[i]) {
      tck_error(t, t->net->templates.at[i]->at, NULL, "process '%s' has no initial location",
                t->net->templates.at[i]->name);
      t->has_failed = false;
    }
  if (!t->has_initial.count)
    tck_error(t, (place){.file = t->file}, NULL, "there is no process");
}
