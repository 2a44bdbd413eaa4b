#include "show.h"

static void show_cells(FILE *out, const network *net, const uint32_t *vars, uint32_t count, const int32_t *cells) {
  char name[128], value[64];
  for (uint32_t i = 0; i < count; i++) {
    const net_var *v = net->vars.at[vars[i]];
    for (uint32_t k = 0; k < v->cells; k++)
      if (cells[v->first_cell + k])
        fprintf(out, " %s=%s", net_cell_name(v, k, name, sizeof name),
                net_value_text(net, v->type, cells[v->first_cell + k], value, sizeof value));
  }
}

static void show_process(FILE *out, const state_view *v, uint32_t pid) {
  const view_process *p = &v->process[pid];
  const net_template *t = v->net->templates.at[p->template_];
  const net_location *l = &t->flow.locations.at[p->location];
  fprintf(out, "    %s:%u at location %u", t->name, pid, p->location);
  if (l->at.file)
    fprintf(out, " (line %u)", l->at.line);
  for (uint32_t i = 0; i < l->labels.count; i++)
    fprintf(out, " %s:", l->labels.at[i]);
  fprintf(out, "%s;", v->control == (int32_t)pid ? " in an atomic sequence" : "");
  show_cells(out, v->net, t->vars.at, t->vars.count, p->cells);
  fprintf(out, "\n      next:");
  for (uint32_t i = 0; i < l->edges.count; i++)
    fprintf(out, "%s %s", i ? " |" : "", v->net->edges.at[l->edges.at[i]]->text);
  fprintf(out, "\n");
}

void show_state(FILE *out, const state_view *v) {
  for (uint32_t pid = 0; pid < v->processes; pid++)
    show_process(out, v, pid);
  fprintf(out, "    globals:");
  show_cells(out, v->net, v->net->globals.at, v->net->globals.count, v->globals);
  fprintf(out, "\n");
  for (uint32_t i = 1; i <= v->channels; i++) {
    const net_channel *type = &v->net->channels.at[v->channel[i].type];
    if (!v->channel[i].length)
      continue;
    fprintf(out, "    channel %u (%s):", i, type->name);
    for (uint32_t k = 0; k < v->channel[i].length * type->fields.count; k++)
      fprintf(out, "%s%d", k % type->fields.count ? "," : " ", v->channel[i].messages[k]);
    fprintf(out, "\n");
  }
}

static void show_edge(FILE *out, const state_view *v, uint32_t pid, uint32_t id) {
  const net_edge *e = v->net->edges.at[id];
  fprintf(out, "%s:%u line %u: %s", v->net->templates.at[v->process[pid].template_]->name, pid, e->at.line, e->text);
}

void show_action(FILE *out, const state_view *v, const net_action *by) {
  show_edge(out, v, by->pid, by->edge);
  if (by->partner_edge != NET_ALONE) {
    fprintf(out, " with ");
    show_edge(out, v, by->partner, by->partner_edge);
  }
}
