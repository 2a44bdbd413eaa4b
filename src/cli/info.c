#include "cli/commands.h"

#include "check/check.h"
#include "check/model.h"
#include "cli/automata.h"
#include "cli/causal.h"
#include "cli/claim.h"
#include "cli/json.h"
#include "cli/message.h"
#include "cli/progress.h"
#include "cli/session.h"
#include "model/copy.h"
#include "space/space.h"
#include <errno.h>
#include <inttypes.h>

typedef struct {
  const network *net;
  mem *memory;
  uint32_t size; // of the initial state
} vector_job;

static bool note_size(void *context, const successor *s) {
  ((vector_job *)context)->size = s->state ? s->size : 0;
  return false;
}

static void measure(void *argument) {
  vector_job *job = argument;
  space_setup setup = {.net = job->net, .leaves_out_unread = true};
  space *s = space_new(job->memory, &setup, NULL);
  s->initial(s, note_size, job);
  s->close(s);
}

// Bytes of the initial state vector; 0 if there is no initial state or not enough memory.
static uint32_t vector_size(const cli_request *q, const network *n) {
  vector_job job = {.net = n, .memory = mem_new(q->load.memory_limit)};
  if (job.memory && mem_try(job.memory, measure, &job) != MEM_OK)
    job.size = 0;
  mem_delete(job.memory);
  return job.size;
}

static uint32_t count_at_start(const network *n, const net_template *t) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < n->processes.count; i++)
    count += n->processes.at[i].template_ == (int32_t)t->index;
  return count;
}

static uint32_t edges_of(const net_template *t) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < t->flow.locations.count; i++)
    count += t->flow.locations.at[i].edges.count;
  return count;
}

// "0..255", "bool", "channel", or the name of an enumeration.
static const char *type_text(const network *n, net_type type, char *buffer, size_t size) {
  if (type.kind == KIND_BOOL)
    snprintf(buffer, size, "bool");
  else if (type.kind == KIND_CHANNEL)
    snprintf(buffer, size, "channel");
  else if (type.kind == KIND_ENUM && type.set >= 0 && *n->enums.at[type.set].name)
    snprintf(buffer, size, "enum %s", n->enums.at[type.set].name);
  else if (type.kind == KIND_ENUM)
    snprintf(buffer, size, "enum");
  else
    snprintf(buffer, size, "%" PRId32 "..%" PRId32, net_type_min(type), net_type_max(type));
  return buffer;
}

static void print_variable(const network *n, const net_var *v) {
  char type[64];
  printf("    %s", v->name);
  if (v->cells != 1)
    printf(" (%" PRIu32 " cells)", v->cells);
  printf(": %s%s%s\n", type_text(n, v->type, type, sizeof type), v->is_parameter ? ", parameter" : "",
         v->is_ghost    ? ", never read, not part of the state"
         : v->is_unread ? ", never read, part of the state only if it is asked about"
                        : "");
}

static void print_template(const network *n, const net_template *t, bool with_automaton) {
  printf("  %s: %" PRIu32 " at the start, %" PRIu32 " locations, %" PRIu32 " edges\n", t->name, count_at_start(n, t),
         t->flow.locations.count, edges_of(t));
  for (uint32_t i = 0; i < t->vars.count; i++)
    print_variable(n, n->vars.at[t->vars.at[i]]);
  if (with_automaton)
    cli_print_automaton(n, t);
}

static void print_channel(const network *n, const net_channel *c) {
  char type[64];
  printf("  %s: ", c->name ? c->name : "");
  if (c->capacity)
    printf("%" PRIu32 " message%s of (", c->capacity, c->capacity == 1 ? "" : "s");
  else
    printf("rendezvous of (");
  for (uint32_t i = 0; i < c->fields.count; i++)
    printf("%s%s", i ? ", " : "", type_text(n, c->fields.at[i], type, sizeof type));
  printf(")\n");
}

static void print_clocks(const network *n) {
  printf("clocks:");
  for (uint32_t i = 0; i < n->clocks.count; i++)
    printf("%s%s", i % 8 ? ", " : "\n  ", n->clocks.at[i].name);
  putchar('\n');
}

static void print_label(const net_label *l) {
  printf("  %s: %s%s", l->name, l->is_broadcast ? "broadcast" : "binary", l->is_urgent ? ", urgent" : "");
  if (l->priority)
    printf(", priority %" PRId32, l->priority);
  putchar('\n');
}

static void print_timed_parts(const network *n) {
  if (n->clocks.count)
    print_clocks(n);
  if (n->labels.count)
    printf("channels:\n");
  for (uint32_t i = 0; i < n->labels.count; i++)
    print_label(&n->labels.at[i]);
}

static void print_claim(const cli_claim *c) {
  if (c->is_there)
    printf("    claim of %" PRIu32 " state%s, %" PRIu32 " edge%s%s\n", c->states, c->states == 1 ? "" : "s", c->edges,
           c->edges == 1 ? "" : "s", c->is_safety ? "; a safety property" : "");
}

static void print_property(const cli_request *q, const network *n, const net_property *p, uint32_t number) {
  printf("  %" PRIu32 " %s%s%s", number, p->question.name, *p->name ? " " : "", p->name);
  if (p->text && *p->text)
    printf(": %s", p->text);
  if (p->at.line)
    printf(" (%s:%" PRIu32 ")", p->at.file, p->at.line);
  if (p->why_not)
    printf(", not checked: %s", p->why_not);
  putchar('\n');
  cli_claim claim = cli_claim_of(q, n, &p->question);
  print_claim(&claim);
  for (const diag *e = p->errors; e; e = e->next)
    printf("    cannot be checked: %s%s%s\n", e->message, e->hint ? "; " : "", e->hint ? e->hint : "");
}

static void print_globals(const network *n) {
  bool is_first = true;
  for (uint32_t i = 0; i < n->globals.count; i++) {
    const net_var *v = n->vars.at[n->globals.at[i]];
    if (v->is_scratch)
      continue;
    printf("%s", is_first ? "global variables:\n" : "");
    is_first = false;
    print_variable(n, v);
  }
}

static void print_causal_graph(const cli_request *q, const network *n) {
  cli_causal *c = cli_causal_open(q, n);
  if (c)
    cli_causal_print(c, q->verbose);
  else
    printf("causal graph: none (no initial state, or too large)\n");
  cli_causal_close(c);
}

static void print_left_out(const char **separator, const char *kind, const char *name) {
  printf("%s%s %s", *separator, kind, name);
  *separator = ", ";
}

static void print_map(const net_var *v, const net_map *map) {
  printf("abstract: it maps variable %s to", v->name);
  for (uint32_t i = 0; i < map->classes; i++)
    printf("%s %s", i ? "," : "", map->names[i]);
  printf("\n");
}

// What an abstract model leaves out, and maps; copy NULL = it is the model itself.
static void print_abstraction(const net_copy *copy) {
  if (!copy)
    return;
  const network *n = copy->from;
  const char *separator = " ";
  printf("abstract: it leaves out");
  for (uint32_t i = 0; i < n->templates.count; i++)
    if (copy->is_left_out[i])
      print_left_out(&separator, "process", n->templates.at[i]->name);
  for (uint32_t i = 0; i < n->vars.count; i++)
    if (copy->var[i] == NET_NONE && !n->vars.at[i]->is_scratch)
      print_left_out(&separator, "variable", n->vars.at[i]->name);
  for (uint32_t i = 0; i < n->clocks.count; i++)
    if (copy->clock[i] == NET_NONE)
      print_left_out(&separator, "clock", n->clocks.at[i].name);
  for (uint32_t i = 0; i < n->channels.count; i++)
    if (!net_copy_knows_channel(copy, i))
      print_left_out(&separator, "contents of channel", n->channels.at[i].name);
  printf(*separator == ' ' ? " nothing\n" : "\n");
  for (uint32_t i = 0; i < n->vars.count; i++)
    if (net_copy_map(copy, n->vars.at[i]))
      print_map(n->vars.at[i], net_copy_map(copy, n->vars.at[i]));
}

static void print_text(const cli_request *q, const network *n, uint32_t size) {
  printf("%s: %s, %" PRIu32 " process%s at the start%s, %" PRIu32 " locations, %" PRIu32 " edges, state of %" PRIu32
         " bytes\n",
         n->file, n->language, n->processes.count, n->processes.count == 1 ? "" : "es",
         n->starts_processes ? " (and more while it runs)" : "", n->locations, n->edges.count, size);
  if (n->why_not)
    printf("no property can be checked: %s\n", n->why_not);
  printf("processes:\n");
  for (uint32_t i = 0; i < n->templates.count; i++)
    if (n->templates.at[i]->kind == TEMPLATE_PROCESS)
      print_template(n, n->templates.at[i], q->verbose);
  print_globals(n);
  if (n->channels.count)
    printf("channels:\n");
  for (uint32_t i = 0; i < n->channels.count; i++)
    print_channel(n, &n->channels.at[i]);
  print_timed_parts(n);
  if (n->properties.count)
    printf("properties:\n");
  for (uint32_t i = 0; i < n->properties.count; i++)
    print_property(q, n, &n->properties.at[i], i + 1);
  print_causal_graph(q, n);
}

static json_t *variable_json(const network *n, const net_var *v) {
  char type[64];
  return json_pack("{s:o s:s s:I s:b s:b s:o}", "name", cli_json_text(v->name), "type",
                   type_text(n, v->type, type, sizeof type), "cells", (json_int_t)v->cells, "parameter",
                   v->is_parameter, "ghost", v->is_ghost, "location", cli_json_place(check_place(v->at)));
}

static json_t *template_json(const network *n, const net_template *t) {
  json_t *variables = json_array();
  for (uint32_t i = 0; i < t->vars.count; i++)
    json_array_append_new(variables, variable_json(n, n->vars.at[t->vars.at[i]]));
  return json_pack("{s:o s:I s:I s:I s:o s:o s:o}", "name", cli_json_text(t->name), "at_start",
                   (json_int_t)count_at_start(n, t), "locations", (json_int_t)t->flow.locations.count, "edges",
                   (json_int_t)edges_of(t), "variables", variables, "automaton", cli_automaton_json(n, t), "location",
                   cli_json_place(check_place(t->at)));
}

static json_t *channel_json(const network *n, const net_channel *c) {
  json_t *fields = json_array();
  char type[64];
  for (uint32_t i = 0; i < c->fields.count; i++)
    json_array_append_new(fields, cli_json_text(type_text(n, c->fields.at[i], type, sizeof type)));
  return json_pack("{s:o s:I s:o}", "name", cli_json_text(c->name), "capacity", (json_int_t)c->capacity, "fields",
                   fields);
}

static json_t *clocks_json(const network *n) {
  json_t *clocks = json_array();
  for (uint32_t i = 0; i < n->clocks.count; i++)
    json_array_append_new(clocks, cli_json_text(n->clocks.at[i].name));
  return clocks;
}

static json_t *labels_json(const network *n) {
  json_t *labels = json_array();
  for (uint32_t i = 0; i < n->labels.count; i++) {
    const net_label *l = &n->labels.at[i];
    json_array_append_new(labels,
                          json_pack("{s:o s:b s:b s:I}", "name", cli_json_text(l->name), "broadcast", l->is_broadcast,
                                    "urgent", l->is_urgent, "priority", (json_int_t)l->priority));
  }
  return labels;
}

static json_t *claim_json(const cli_claim *c) {
  if (!c->is_there)
    return json_null();
  return json_pack("{s:I s:I s:I s:b}", "states", (json_int_t)c->states, "edges", (json_int_t)c->edges, "conditions",
                   (json_int_t)c->conditions, "safety", c->is_safety);
}

static json_t *property_json(const cli_request *q, const network *n, const net_property *p, uint32_t number) {
  cli_claim claim = cli_claim_of(q, n, &p->question);
  return json_pack("{s:I s:s s:o s:o s:o s:o}", "number", (json_int_t)number, "kind", p->question.name, "name",
                   cli_json_text(p->name), "text", cli_json_text(p->text), "location",
                   cli_json_place(check_place(p->at)), "claim", claim_json(&claim));
}

static json_t *causal_json(const cli_request *q, const network *n) {
  cli_causal *c = cli_causal_open(q, n);
  json_t *made = cli_causal_json(c);
  cli_causal_close(c);
  return made;
}

static json_t *left_out_json(const net_copy *copy) {
  const network *n = copy->from;
  json_t *processes = json_array(), *variables = json_array(), *clocks = json_array();
  for (uint32_t i = 0; i < n->templates.count; i++)
    if (copy->is_left_out[i])
      json_array_append_new(processes, cli_json_text(n->templates.at[i]->name));
  for (uint32_t i = 0; i < n->vars.count; i++)
    if (copy->var[i] == NET_NONE && !n->vars.at[i]->is_scratch)
      json_array_append_new(variables, cli_json_text(n->vars.at[i]->name));
  for (uint32_t i = 0; i < n->clocks.count; i++)
    if (copy->clock[i] == NET_NONE)
      json_array_append_new(clocks, cli_json_text(n->clocks.at[i].name));
  json_t *channels = json_array();
  for (uint32_t i = 0; i < n->channels.count; i++)
    if (!net_copy_knows_channel(copy, i))
      json_array_append_new(channels, cli_json_text(n->channels.at[i].name));
  return json_pack("{s:o s:o s:o s:o}", "processes", processes, "variables", variables, "clocks", clocks, "channels",
                   channels);
}

// By variable that is mapped: the names of its classes.
static json_t *mapped_json(const net_copy *copy) {
  json_t *out = json_object();
  for (uint32_t i = 0; i < copy->from->vars.count; i++) {
    const net_map *map = net_copy_map(copy, copy->from->vars.at[i]);
    json_t *names = map ? json_array() : NULL;
    for (uint32_t c = 0; map && c < map->classes; c++)
      json_array_append_new(names, cli_json_text(map->names[c]));
    if (map)
      json_object_set_new(out, copy->from->vars.at[i]->name, names);
  }
  return out;
}

static json_t *network_json(const cli_request *q, const network *n, uint32_t size) {
  json_t *processes = json_array(), *variables = json_array(), *channels = json_array(), *properties = json_array();
  for (uint32_t i = 0; i < n->templates.count; i++)
    if (n->templates.at[i]->kind == TEMPLATE_PROCESS)
      json_array_append_new(processes, template_json(n, n->templates.at[i]));
  for (uint32_t i = 0; i < n->globals.count; i++)
    if (!n->vars.at[n->globals.at[i]]->is_scratch)
      json_array_append_new(variables, variable_json(n, n->vars.at[n->globals.at[i]]));
  for (uint32_t i = 0; i < n->channels.count; i++)
    json_array_append_new(channels, channel_json(n, &n->channels.at[i]));
  for (uint32_t i = 0; i < n->properties.count; i++)
    json_array_append_new(properties, property_json(q, n, &n->properties.at[i], i + 1));
  return json_pack("{s:s s:o s:s s:I s:I s:I s:I s:o s:o s:o s:o s:o s:o s:o s:O}", "beeline", BEELINE_VERSION, "model",
                   cli_json_text(n->file), "language", n->language, "processes_at_start",
                   (json_int_t)n->processes.count, "locations", (json_int_t)n->locations, "edges",
                   (json_int_t)n->edges.count, "state_bytes", (json_int_t)size, "processes", processes, "variables",
                   variables, "channels", channels, "clocks", clocks_json(n), "labels", labels_json(n), "properties",
                   properties, "causal_graph", causal_json(q, n), "diagnostics", q->messages);
}

static beeline_status write_dot(const cli_request *q, const network *n) {
  cli_causal *c = cli_causal_open(q, n);
  if (!c) {
    cli_error(q, NULL, "%s has no causal graph: it has no initial state, or is too large", n->file);
    return BEELINE_EXIT_UNSUPPORTED;
  }
  FILE *out = q->dot.file ? fopen(q->dot.file, "w") : stdout;
  if (out)
    cli_causal_dot(c, out);
  cli_causal_close(c);
  if (out == stdout)
    return BEELINE_OK;
  bool is_bad = !out || ferror(out);
  if ((out && fclose(out) != 0) || is_bad)
    return cli_cannot_write(q, q->dot.file, errno);
  return BEELINE_OK;
}

static beeline_status check_request(const cli_request *q) {
  if (q->json && q->dot.is_wanted && !q->dot.file) {
    cli_error(q, "write to a file: --dot=FILE", "only one of --json and --dot can write to standard output");
    return BEELINE_EXIT_USAGE;
  }
  return q->dot.file ? cli_check_file(q, q->dot.file) : BEELINE_OK;
}

// What an abstract model keeps depends on what is asked. A timed model need not ask for anything.
static beeline_check *open_abstract(const cli_request *q, beeline_model *model) {
  static const char *const faults[] = {"fault"};
  beeline_options options = q->check;
  const network *n = check_network(model);
  if (n->is_timed && !n->properties.count) {
    options.properties = faults;
    options.property_count = 1;
  }
  return beeline_check_new(model, &options);
}

beeline_status command_info(cli_request *q) {
  beeline_status wrong = check_request(q);
  if (wrong != BEELINE_OK)
    return wrong;
  beeline_model *model = cli_load(q);
  beeline_status status = beeline_model_status(model);
  const network *n = check_network(model);
  beeline_check *about = q->check.abstract && status == BEELINE_OK ? open_abstract(q, model) : NULL;
  if (q->check.abstract && status == BEELINE_OK)
    status = beeline_check_status(about);
  const net_copy *copy = about ? check_abstract_copy(about) : NULL;
  if (q->check.abstract)
    n = copy ? copy->net : NULL;
  cli_print_diagnostics(q, model, about);
  cli_report_left(q, status);
  beeline_status written = n && q->dot.is_wanted ? write_dot(q, n) : BEELINE_OK;
  status = written == BEELINE_OK ? status : written;
  if (n && q->json) {
    json_t *document = network_json(q, n, vector_size(q, n));
    if (copy) {
      json_object_set_new(document, "left_out", left_out_json(copy));
      json_object_set_new(document, "mapped", mapped_json(copy));
    }
    status = cli_json_finish(q, document, status);
  } else if (n && q->dot.is_wanted && !q->dot.file) {
    status = cli_finish_output(q, status);
  } else if (n) {
    print_abstraction(copy);
    print_text(q, n, vector_size(q, n));
    status = cli_finish_output(q, status);
  } else if (q->json) {
    status = cli_json_report(q, model, NULL, status);
  }
  beeline_check_delete(about);
  beeline_model_delete(model);
  return status;
}
