// Locations and edges.
#include "lang/tchecker/tck.h"

#include <string.h>

typedef struct {
  net_location location;
  bool is_initial;
} location_declaration;

static void read_initial(tck *t, void *declaration) {
  ((location_declaration *)declaration)->is_initial = true;
  tck_skip_value(t);
}

static void read_urgent(tck *t, void *declaration) {
  ((location_declaration *)declaration)->location.flags |= LOC_URGENT;
  tck_skip_value(t);
}

static void read_committed(tck *t, void *declaration) {
  ((location_declaration *)declaration)->location.flags |= LOC_COMMITTED;
  tck_skip_value(t);
}

static void read_invariant(tck *t, void *declaration) {
  net_location *l = &((location_declaration *)declaration)->location;
  tck_skip_blanks(t);
  if (!tck_is_at_value_end(t))
    tck_constraint(t, &l->invariant, &l->bounds);
}

static void read_labels(tck *t, void *declaration) {
  net_location *l = &((location_declaration *)declaration)->location;
  for (tck_skip_blanks(t); !tck_is_at_value_end(t); tck_skip_blanks(t)) {
    size_t length = strcspn(t->at, ",:}# \t\r\n");
    if (length)
      vec_push(t->m, &l->labels, (const char *)arena_copy(t->memory, t->at, length));
    t->at += length;
    tck_skip_blanks(t);
    if (!tck_accept(t, ",") && !tck_is_at_value_end(t)) {
      tck_expect(t, ",");
      return;
    }
  }
}

static const tck_attribute location_rows[] = {{"initial", read_initial},     {"urgent", read_urgent},
                                              {"committed", read_committed}, {"invariant", read_invariant},
                                              {"labels", read_labels},       {0}};

void tck_parse_location(tck *t) {
  uint32_t process = tck_known_name(t, NAME_PROCESS, 0, "a process");
  location_declaration declared = {.location = {.origin = -1}};
  if (t->has_failed || !tck_expect(t, ":"))
    return;
  const char *name = tck_new_name(t, NAME_LOCATION, process, "location", &declared.location.at);
  tck_attributes(t, location_rows, &declared);
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
  const char *guard, *effect; // as written; NULL = none
} edge_declaration;

static void read_provided(tck *t, void *declaration) {
  edge_declaration *d = declaration;
  tck_skip_blanks(t);
  const char *from = t->at;
  if (tck_is_at_value_end(t))
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

static const tck_attribute edge_rows[] = {{"provided", read_provided}, {"do", read_do}, {0}};

void tck_parse_edge(tck *t) {
  edge_declaration d = {.edge = {.at = tck_here(t)}};
  tck_edge *e = &d.edge;
  e->process = tck_known_name(t, NAME_PROCESS, 0, "a process");
  if (t->has_failed || !tck_expect(t, ":"))
    return;
  e->from = tck_known_name(t, NAME_LOCATION, e->process, "a location");
  if (t->has_failed || !tck_expect(t, ":"))
    return;
  e->to = tck_known_name(t, NAME_LOCATION, e->process, "a location");
  if (t->has_failed || !tck_expect(t, ":"))
    return;
  e->event = tck_known_name(t, NAME_EVENT, 0, "an event");
  if (t->has_failed)
    return;
  tck_attributes(t, edge_rows, &d);
  e->text = arena_printf(t->memory, "%s%s%s%s%s", t->events.at[e->event], d.guard ? " provided " : "",
                         d.guard ? d.guard : "", d.effect && *d.effect ? " do " : "", d.effect ? d.effect : "");
  if (!t->has_failed)
    vec_push(t->m, &t->edges, *e);
}
