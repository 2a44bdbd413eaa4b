// Synchronisations and effects of the copy.
#include "model/copy_internal.h"

static net_pick copy_label_pick(copier *k, const net_pick *p) {
  if (!p->count)
    return (net_pick){0};
  if (k->labels[p->first])
    return (net_pick){.first = (uint32_t)k->merged[k->from->labels.at[p->first].is_broadcast], .count = 1};
  return (net_pick){(uint32_t)k->label[p->first] + k->label_shift, p->count, copy_expr(k, p->offset)};
}

static net_pattern copy_pattern(copier *k, const net_pattern *p, uint32_t field) {
  bool is_dropped = p->kind == PATTERN_BIND ? k->vars[p->value->var->index] : copy_is_unknown_pattern(k, p, field);
  return is_dropped ? (net_pattern){.kind = PATTERN_ANY} : (net_pattern){p->kind, copy_expr(k, p->value)};
}

net_sync copy_sync(copier *k, const net_sync *from) {
  if (copy_is_sync_out(k, from))
    return (net_sync){0};
  net_sync out = {.kind = from->kind, .sorted = from->sorted, .random = from->random, .peek = from->peek};
  out.label = copy_label_pick(k, &from->label);
  out.channel = copy_expr(k, from->channel);
  for (uint32_t i = 0; i < from->fields.count; i++) {
    expr *value = k->fields[i] ? expr_const(k->memory, 0, from->fields.at[i]->at) : copy_expr(k, from->fields.at[i]);
    vec_push(k->m, &out.fields, value);
  }
  for (uint32_t i = 0; i < from->patterns.count; i++) {
    net_pattern p = copy_pattern(k, &from->patterns.at[i], i);
    vec_push(k->m, &out.patterns, p);
  }
  return out;
}

static bool has_unknown_argument(const copier *k, const net_stmt *s) {
  for (uint32_t i = 0; i < s->args.count; i++)
    if (copy_is_unknown(k, s->args.at[i]))
      return true;
  return false;
}

bool copy_leaves_out(const copier *k, const net_stmt *s) {
  switch (s->kind) {
  case STMT_ASSIGN:
    return k->vars[s->target->var->index];
  case STMT_ASSERT: // elsewhere the execution goes on after one that fails
    return k->from->is_timed && copy_is_unknown(k, s->value);
  case STMT_PRINT:
    return has_unknown_argument(k, s);
  case STMT_SET_PRIORITY:
    return k->is_weak;
  case STMT_BLOCK:
    return k->blocks[s->block];
  case STMT_SET_CLOCK:
    return k->clocks[s->clock.first - 1];
  case STMT_RUN:
  case STMT_END:
    return false;
  }
  return false;
}

uint32_t copy_stmt_choices(const copier *k, const net_stmt *s) {
  bool is_mapped = s->kind == STMT_ASSIGN && copy_map_of(k, s->target->var);
  return is_mapped ? copy_choices(k, s->target->var, s->value) : 1;
}

uint32_t copy_count_versions(const copier *k, const net_edge *e) {
  uint32_t count = 1;
  for (const net_stmt *s = e->effect; s && count <= COPY_MOST_VERSIONS; s = s->next)
    count *= copy_stmt_choices(k, s);
  return count <= COPY_MOST_VERSIONS ? count : COPY_MOST_VERSIONS + 1;
}

// Of a run: only arguments of parameters that are kept.
static void copy_arguments(copier *k, const net_stmt *s, net_stmt *out) {
  for (uint32_t i = 0; i < s->args.count; i++) {
    const net_var *parameter =
        s->kind == STMT_RUN ? k->from->vars.at[k->from->templates.at[s->template_]->vars.at[i]] : NULL;
    if (parameter && k->vars[parameter->index])
      continue;
    bool is_mapped = parameter && copy_map_of(k, parameter);
    vec_push(k->m, &out->args, is_mapped ? copy_class(k, parameter, s->args.at[i], 0) : copy_expr(k, s->args.at[i]));
  }
}

static expr *copy_value(copier *k, const net_stmt *s, uint32_t choice) {
  if (s->kind == STMT_ASSERT)
    return copy_condition(k, s->value, false);
  bool is_mapped = s->kind == STMT_ASSIGN && copy_map_of(k, s->target->var);
  return is_mapped ? copy_class(k, s->target->var, s->value, choice) : copy_expr(k, s->value);
}

static net_stmt *copy_stmt(copier *k, const net_stmt *s, uint32_t choice) {
  net_stmt *out = ARENA_NEW(k->memory, net_stmt);
  *out = (net_stmt){.kind = s->kind,
                    .format = s->format,
                    .template_ = s->template_,
                    .priority = k->is_weak && s->priority > 1 ? 1 : s->priority,
                    .block = s->block,
                    .text = s->text,
                    .at = s->at};
  if (s->target && !k->vars[s->target->var->index])
    out->target = copy_target(k, s->target);
  out->value = copy_value(k, s, choice);
  out->clock = copy_clock_pick(k, &s->clock);
  out->from = copy_clock_pick(k, &s->from);
  copy_arguments(k, s, out);
  return out;
}

net_stmt *copy_effect(copier *k, const net_stmt *first) {
  net_stmt *out = NULL, **end = &out;
  uint32_t version = k->version; // it tells what is chosen in each statement
  for (const net_stmt *s = first; s; s = s->next)
    if (!copy_leaves_out(k, s)) {
      uint32_t choices = copy_stmt_choices(k, s);
      *end = copy_stmt(k, s, version % choices);
      end = &(*end)->next;
      version /= choices;
    }
  return out;
}
