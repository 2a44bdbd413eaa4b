// Symbolic traces in XML, as Beeline and UPPAAL's verifyta -X write them. The numbers of edges in such a file are local
// to it, so steps are identified by the locations of their edges and by the state that they lead to.
#include "trace/recover.h"
#include "trace/show.h"
#include "trace/xml_tags.h"

#include <stdlib.h>
#include <string.h>

typedef struct xml_item { // an element; words: its other attributes
  const char *id;
  const char *words[3];
  uint32_t first, end; // of the rows that belong to it
} xml_item;
typedef VEC(xml_item) xml_table;

typedef struct xml_trace {
  trace_reader *reader;
  arena *memory;
  mem *m;
  xml_table edges, places, values, zones, nodes; // sorted by id once all are read
  xml_table transitions;                         // in order: from, to, edges
  VEC(xml_item) value_rows, bound_rows;          // variable, value; clock, clock, bound and whether it is strict
  const char *initial;
  recovery recovery;
  told told;
  uint32_t step;
} xml_trace;

static bool fail(xml_trace *x, const char *why, const char *what) {
  return trace_reader_error(x->reader, 0, NULL, *what ? "step %u: %s '%s'" : "step %u: %s", x->step, why, what);
}

static xml_item *add(xml_trace *x, const xml_tags *t, xml_table *table, const char *id, const char *a, const char *b) {
  xml_item item = {.id = xml_attribute(t, id), .words = {xml_attribute(t, a), xml_attribute(t, b), ""}};
  vec_push(x->m, table, item);
  return &table->at[table->count - 1];
}

static void read_tag(xml_trace *x, const xml_tags *t) {
  if (strcmp(t->name, "trace") == 0)
    x->initial = xml_attribute(t, "initial_node");
  else if (strcmp(t->name, "edge") == 0)
    add(x, t, &x->edges, "id", "from", "to");
  else if (strcmp(t->name, "location_vector") == 0)
    add(x, t, &x->places, "id", "locations", "");
  else if (strcmp(t->name, "variable_vector") == 0)
    add(x, t, &x->values, "id", "", "")->first = x->value_rows.count;
  else if (strcmp(t->name, "dbm_instance") == 0)
    add(x, t, &x->zones, "id", "", "")->first = x->bound_rows.count;
  else if (strcmp(t->name, "node") == 0)
    add(x, t, &x->nodes, "id", "location_vector", "variable_vector")->words[2] = xml_attribute(t, "dbm_instance");
  else if (strcmp(t->name, "transition") == 0)
    add(x, t, &x->transitions, "edges", "from", "to");
}

static void read_row(xml_trace *x, const xml_tags *t) {
  if (strcmp(t->name, "variable_state") == 0 && x->values.count > 0) {
    xml_item row = {.id = xml_attribute(t, "variable"), .words = {xml_attribute(t, "value")}};
    vec_push(x->m, &x->value_rows, row);
    x->values.at[x->values.count - 1].end = x->value_rows.count;
  } else if (strcmp(t->name, "clockbound") == 0 && x->zones.count > 0) {
    xml_item row = {.id = xml_attribute(t, "clock1"),
                    .words = {xml_attribute(t, "clock2"), xml_attribute(t, "bound"), xml_attribute(t, "comp")}};
    vec_push(x->m, &x->bound_rows, row);
    x->zones.at[x->zones.count - 1].end = x->bound_rows.count;
  }
}

// verifyta puts blanks after some of the names that refer to others.
static size_t length_of(const char *id) { return strcspn(id, " "); }

static int compare(const void *first, const void *second) {
  const char *a = ((const xml_item *)first)->id, *b = ((const xml_item *)second)->id;
  size_t x = length_of(a), y = length_of(b);
  int order = strncmp(a, b, x < y ? x : y);
  return order ? order : (x > y) - (x < y);
}

static void sort(xml_table *t) {
  if (t->count > 1)
    qsort(t->at, t->count, sizeof *t->at, compare);
}

static const xml_item *find(const xml_table *t, const char *id) {
  xml_item key = {.id = id};
  return t->count ? bsearch(&key, t->at, t->count, sizeof *t->at, compare) : NULL;
}

// "P.idle": the process, and the location; TOLD_NOTHING if the location has no name in the model.
static bool read_place(xml_trace *x, const char *name, int32_t *pid, int64_t *location) {
  const ref_state *s = &x->recovery.now.now;
  text_buffer known = {.memory = x->m};
  size_t length = length_of(name);
  *location = TOLD_NOTHING;
  for (*pid = 0; *pid < (int32_t)s->processes.count; (*pid)++) {
    text_clear(&known);
    show_process(&known, s, *pid);
    if (length > known.length && name[known.length] == '.' && strncmp(name, known.at, known.length) == 0)
      break;
  }
  bool is_process = *pid < (int32_t)s->processes.count, is_known = false;
  const net_flow *flow = is_process ? &s->net->templates.at[s->processes.at[*pid].template_]->flow : NULL;
  for (uint32_t i = 0; is_process && i < flow->locations.count && !is_known; i++) {
    text_clear(&known);
    numbering_location_name(&known, s, *pid, i);
    is_known = known.length == length && strncmp(known.at, name, length) == 0;
    *location = is_known ? (int64_t)i : TOLD_NOTHING;
  }
  is_known = is_known || (is_process && strstr(name, "._"));
  text_free(&known);
  return is_known;
}

static bool told_edges(xml_trace *x, const char *edges) {
  for (edges += strspn(edges, " "); *edges; edges += strspn(edges, " ")) {
    const xml_item *e = find(&x->edges, edges);
    told_part p = {.edge = TOLD_NOTHING};
    int32_t other;
    if (!e)
      return fail(x, "the file does not define edge", edges);
    if (!read_place(x, e->words[0], &p.pid, &p.from) || !read_place(x, e->words[1], &other, &p.to))
      return fail(x, "the model lacks a location of the edge", e->id);
    p.name = e->id;
    vec_push(x->m, &x->told.parts, p);
    edges += length_of(edges);
  }
  return x->told.parts.count > 0 || fail(x, "the transition has no edges", "");
}

static bool told_locations(xml_trace *x, const xml_item *vector) {
  for (uint32_t i = 0; i < x->reader->net->processes.count; i++)
    vec_push(x->m, &x->told.locations, TOLD_NOTHING);
  const char *name = vector->words[0];
  for (name += strspn(name, " "); *name; name += strspn(name, " ")) {
    int32_t pid;
    int64_t location;
    if (!read_place(x, name, &pid, &location))
      return fail(x, "the model has no location", arena_copy(x->memory, name, length_of(name)));
    x->told.locations.at[pid] = location;
    name += length_of(name);
  }
  return true;
}

// Variables that the model does not have are ignored: some are constants here.
static void told_values(xml_trace *x, const xml_item *vector) {
  xml_table rows = {0};
  text_buffer name = {.memory = x->m};
  for (uint32_t i = vector->first; i < vector->end; i++)
    vec_push(x->m, &rows, x->value_rows.at[i]);
  sort(&rows);
  for (uint32_t i = 0; i < x->recovery.cells.count; i++) {
    text_clear(&name);
    numbering_cell_name(&name, &x->recovery.now.now, &x->recovery.cells.at[i]);
    const xml_item *row = find(&rows, name.at);
    told_value value = {.is_said = row, .value = row ? (int32_t)strtol(row->words[0], NULL, 10) : 0};
    vec_push(x->m, &x->told.values, value);
  }
  vec_free(x->m, &rows);
  text_free(&name);
}

static int64_t find_clock(xml_trace *x, const char *id) {
  text_buffer name = {.memory = x->m};
  uint32_t clocks = x->recovery.now.zone.clocks, i;
  for (i = 0; i < clocks; i++) {
    text_clear(&name);
    numbering_clock_name(&name, x->reader->net, i);
    if (strcmp(name.at, id) == 0)
      break;
  }
  text_free(&name);
  return i < clocks ? (int64_t)i : TOLD_NOTHING;
}

// Only a zone over all clocks of the model can be compared.
static void told_zone(xml_trace *x, const xml_item *instance) {
  uint32_t clocks = x->recovery.now.zone.clocks;
  if (instance->end - instance->first != clocks * clocks)
    return;
  zone z = zone_new(x->m, clocks);
  bool fits = true;
  for (uint32_t i = instance->first; i < instance->end && fits; i++) {
    const xml_item *row = &x->bound_rows.at[i];
    int64_t a = find_clock(x, row->id), b = find_clock(x, row->words[0]);
    bool is_none = strcmp(row->words[1], "inf") == 0, is_strict = strcmp(row->words[2], "<") == 0;
    fits = a >= 0 && b >= 0;
    if (fits)
      z.at[a * clocks + b] = is_none ? ZONE_NO_BOUND : zone_bound(strtol(row->words[1], NULL, 10), is_strict);
  }
  if (fits)
    x->told.zone = z;
  else
    zone_free(&z);
}

static bool told_state(xml_trace *x, const char *id) {
  const xml_item *node = find(&x->nodes, id);
  const xml_item *places = node ? find(&x->places, node->words[0]) : NULL;
  const xml_item *values = node ? find(&x->values, node->words[1]) : NULL;
  const xml_item *bounds = node ? find(&x->zones, node->words[2]) : NULL;
  if (!places)
    return fail(x, "the file does not define state", id);
  if (values)
    told_values(x, values);
  if (bounds)
    told_zone(x, bounds);
  return told_locations(x, places);
}

static bool take_transition(xml_trace *x, const xml_item *t, const char **at) {
  if (strcmp(t->words[0], *at) != 0)
    return fail(x, "the transition does not start in the state before it, but in", t->words[0]);
  *at = t->words[1];
  told_clear(x->m, &x->told);
  if (!told_edges(x, t->id) || !told_state(x, *at))
    return false;
  const char *why = recovery_step(&x->recovery, &x->told);
  return !why || fail(x, why, "");
}

static bool take_all(xml_trace *x) {
  const char *at = x->initial;
  if (!at || !*at)
    return fail(x, "there is no <trace> element with an initial_node", "");
  if (!told_state(x, at))
    return false;
  if (recovery_differs(&x->recovery, &x->recovery.now.now, &x->told))
    return fail(x, "this is not the initial state of the model", "");
  for (uint32_t i = 0; i < x->transitions.count; i++) {
    x->step = i + 1;
    if (!take_transition(x, &x->transitions.at[i], &at))
      return false;
  }
  return recovery_finish(&x->recovery);
}

static void close_trace(xml_trace *x) {
  xml_table *tables[] = {&x->edges, &x->places, &x->values, &x->zones, &x->nodes, &x->transitions};
  for (uint32_t i = 0; i < sizeof tables / sizeof *tables; i++)
    vec_free(x->m, tables[i]);
  vec_free(x->m, &x->value_rows);
  vec_free(x->m, &x->bound_rows);
  told_clear(x->m, &x->told);
  vec_free(x->m, &x->told.parts);
  vec_free(x->m, &x->told.locations);
  vec_free(x->m, &x->told.values);
  recovery_close(&x->recovery);
  arena_delete(x->memory);
}

bool trace_read_uppaal_xml(trace_reader *r) {
  xml_trace x = {.reader = r, .m = r->m, .memory = arena_new(r->m)};
  text_buffer text = {.memory = r->m};
  char piece[4096];
  for (size_t length; (length = fread(piece, 1, sizeof piece, r->in)) > 0;)
    text_add_bytes(&text, piece, length);
  xml_tags tags = {.memory = x.memory, .at = text_string(&text)};
  tags.end = tags.at + text.length;
  recovery_open(&x.recovery, r);
  while (xml_next_tag(&tags)) {
    read_tag(&x, &tags);
    read_row(&x, &tags);
  }
  xml_table *sorted[] = {&x.edges, &x.places, &x.values, &x.zones, &x.nodes};
  for (uint32_t i = 0; i < sizeof sorted / sizeof *sorted; i++)
    sort(sorted[i]);
  bool ok = take_all(&x);
  text_free(&text);
  close_trace(&x);
  return ok;
}
