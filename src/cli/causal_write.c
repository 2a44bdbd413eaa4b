// The causal graph as text, for Graphviz, and as part of a JSON document.
#include "cli/causal.h"

#include "cli/json.h"
#include <inttypes.h>

enum { SHOWN = 40 }; // variables shown without --verbose

static void print_order(const cli_causal *c, uint32_t shown) {
  printf("  order");
  if (c->property)
    printf(" for property %" PRIu32, c->property);
  putchar(':');
  for (uint32_t i = 0; i < shown; i++)
    printf("%s %s", i ? "," : "", c->vars.at[i].name);
  if (shown < c->vars.count)
    printf(" and %" PRIu32 " more", c->vars.count - shown);
  putchar('\n');
}

void cli_causal_print(const cli_causal *c, bool is_verbose) {
  uint32_t independent = 0, ignored = 0;
  for (uint32_t i = 0; i < c->vars.count; i++)
    independent += c->vars.at[i].is_independent;
  for (uint32_t i = 0; i < c->arcs.count; i++)
    ignored += c->arcs.at[i].is_ignored;
  printf("causal graph: %" PRIu32 " variables, of which %" PRIu32 " depend on no other; %" PRIu32
         " arcs, of which %" PRIu32 " point backwards in the order and are ignored\n",
         c->vars.count, independent, c->arcs.count, ignored);
  print_order(c, is_verbose || c->vars.count <= SHOWN ? c->vars.count : SHOWN);
  for (uint32_t i = 0; i < c->arcs.count && is_verbose; i++) {
    const cli_causal_arc *a = &c->arcs.at[i];
    printf("  %s -> %s: %" PRIu32 " step%s%s\n", c->vars.at[a->from].name, c->vars.at[a->to].name, a->steps,
           a->steps == 1 ? "" : "s", a->is_ignored ? ", ignored" : "");
  }
}

static void put_text(FILE *out, const char *text) {
  for (; *text; text++) {
    if (*text == '"' || *text == '\\')
      fputc('\\', out);
    fputc(*text, out);
  }
}

// Locations are boxes. Arcs that point backwards are dashed.
void cli_causal_dot(const cli_causal *c, FILE *out) {
  fprintf(out, "digraph causal {\n  label=\"causal graph of ");
  put_text(out, c->model);
  fprintf(out, "\";\n");
  for (uint32_t i = 0; i < c->vars.count; i++) {
    fprintf(out, "  v%" PRIu32 " [label=\"", i);
    put_text(out, c->vars.at[i].name);
    fprintf(out, "\"%s];\n", c->vars.at[i].is_location ? ", shape=box" : "");
  }
  for (uint32_t i = 0; i < c->arcs.count; i++) {
    const cli_causal_arc *a = &c->arcs.at[i];
    fprintf(out, "  v%" PRIu32 " -> v%" PRIu32 " [label=\"%" PRIu32 "\"%s];\n", a->from, a->to, a->steps,
            a->is_ignored ? ", style=dashed" : "");
  }
  fprintf(out, "}\n");
}

json_t *cli_causal_json(const cli_causal *c) {
  if (!c)
    return json_null();
  json_t *variables = json_array(), *arcs = json_array();
  for (uint32_t i = 0; i < c->vars.count; i++) {
    const cli_causal_var *v = &c->vars.at[i];
    json_array_append_new(variables, json_pack("{s:o s:b s:b}", "name", cli_json_text(v->name), "is_location",
                                               v->is_location, "independent", v->is_independent));
  }
  for (uint32_t i = 0; i < c->arcs.count; i++) {
    const cli_causal_arc *a = &c->arcs.at[i];
    json_array_append_new(arcs, json_pack("{s:I s:I s:I s:b}", "from", (json_int_t)a->from, "to", (json_int_t)a->to,
                                          "steps", (json_int_t)a->steps, "ignored", a->is_ignored));
  }
  return json_pack("{s:o s:o s:o}", "property", c->property ? json_integer(c->property) : json_null(), "variables",
                   variables, "arcs", arcs);
}
