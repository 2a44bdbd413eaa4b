#include "trace/show.h"

#include <inttypes.h>
#include <string.h>

// Most processes of timed networks are the only instance of their template: its name suffices.
static bool has_own_name(const ref_state *s, int32_t pid) {
  if (!s->net->is_timed)
    return false;
  for (uint32_t i = 0; i < s->processes.count; i++)
    if ((int32_t)i != pid && s->processes.at[i].template_ == s->processes.at[pid].template_)
      return false;
  return true;
}

void show_process(text_buffer *t, const ref_state *s, int32_t pid) {
  text_add(t, "%s", s->net->templates.at[s->processes.at[pid].template_]->name);
  if (!has_own_name(s, pid))
    text_add(t, ":%d", pid);
}

void show_location(text_buffer *t, const ref_state *s, int32_t pid, uint32_t location) {
  const char *name = s->net->templates.at[s->processes.at[pid].template_]->flow.locations.at[location].name;
  show_process(t, s, pid);
  if (name)
    text_add(t, ".%s", name);
  else
    text_add(t, ".%u", location);
}

void show_time(text_buffer *t, int64_t parts, int64_t unit) {
  int64_t rest = parts % unit, odd = unit;
  text_add(t, "%" PRId64, parts / unit);
  while (odd % 2 == 0)
    odd /= 2;
  while (odd % 5 == 0)
    odd /= 5;
  if (rest == 0)
    return;
  if (odd > 1) {
    text_add(t, " + %" PRId64 "/%" PRId64, rest, unit);
    return;
  }
  text_add(t, ".");
  for (; rest > 0; rest = rest * 10 % unit)
    text_add(t, "%d", (int)(rest * 10 / unit));
}

void show_clock(text_buffer *t, const ref_state *s, uint32_t clock) {
  text_add(t, "%s = ", s->net->clocks.at[clock - 1].name);
  show_time(t, s->clocks[clock], s->unit);
}

void show_place(text_buffer *t, place at) {
  if (at.file)
    text_add(t, "%s:%u", at.file, at.line);
  else
    text_add(t, "-");
}

// Adds the name of the cell of vars that the channel was made for. *number counts down over the cells with channels.
static bool name_in(text_buffer *t, const network *n, const uint32_t *vars, uint32_t count, uint32_t *number) {
  for (uint32_t i = 0; i < count; i++) {
    const net_var *v = n->vars.at[vars[i]];
    if (v->channel < 0)
      continue;
    if (*number <= v->cells) {
      char name[256];
      text_add(t, "%s", net_cell_name(v, *number - 1, name, sizeof name));
      return true;
    }
    *number -= v->cells;
  }
  return false;
}

void show_channel_name(text_buffer *t, const ref_state *s, uint32_t number) {
  uint32_t left = number;
  if (number == 0 || number > s->channels.count) {
    text_add(t, "%u", number);
    return;
  }
  if (name_in(t, s->net, s->net->globals.at, s->net->globals.count, &left))
    return;
  for (uint32_t pid = 0; pid < s->processes.count; pid++) {
    const net_template *owner = s->net->templates.at[s->processes.at[pid].template_];
    size_t length = t->length;
    show_process(t, s, (int32_t)pid);
    text_add(t, ".");
    if (name_in(t, s->net, owner->vars.at, owner->vars.count, &left))
      return;
    t->length = length;
    t->at[length] = 0;
  }
}

void show_value(text_buffer *t, const ref_state *s, net_type type, int32_t value) {
  char text[256];
  if (type.kind == KIND_CHANNEL && value > 0)
    show_channel_name(t, s, (uint32_t)value);
  else
    text_add(t, "%s", net_value_text(s->net, type, value, text, sizeof text));
}

// A message whose first field is a constant's name reads like a term: ack(1, 2).
static void show_message(text_buffer *t, const ref_state *s, const net_channel *type, const int32_t *fields) {
  uint32_t count = type->fields.count;
  bool is_term = count > 1 && type->fields.at[0].kind == KIND_ENUM;
  for (uint32_t i = 0; i < count; i++) {
    bool opens = count > 1 && i == (is_term ? 1 : 0);
    text_add(t, "%s", opens ? "(" : i > (is_term ? 1 : 0) ? "," : "");
    show_value(t, s, type->fields.at[i], fields[i]);
  }
  if (count > 1)
    text_add(t, ")");
}

void show_messages(text_buffer *t, const ref_state *s, const ref_channel *c) {
  const net_channel *type = &s->net->channels.at[c->type];
  text_add(t, "[");
  for (uint32_t i = 0; i < c->cells.count; i += type->fields.count) {
    if (i > 0)
      text_add(t, ", ");
    show_message(t, s, type, c->cells.at + i);
  }
  text_add(t, "]");
}

void show_variable(text_buffer *t, const ref_state *s, const net_var *v, const int32_t *cells) {
  bool is_array = false;
  for (uint32_t i = 0; i < v->parts.count; i++)
    is_array = is_array || v->parts.at[i].length > 0;
  if (is_array)
    text_add(t, "[");
  for (uint32_t i = 0; i < v->cells; i++) {
    if (i > 0)
      text_add(t, ", ");
    show_value(t, s, v->type, cells[i]);
  }
  if (is_array)
    text_add(t, "]");
}

// A comma before each item of a list but the first.
static void separate(text_buffer *t, size_t start) {
  if (t->length > start)
    text_add(t, ", ");
}

static bool names_a_global(const network *n, const char *name) {
  for (uint32_t i = 0; i < n->globals.count; i++)
    if (strcmp(n->vars.at[n->globals.at[i]]->name, name) == 0)
      return true;
  return false;
}

static void variable_changes(text_buffer *t, size_t start, const ref_state *after, int32_t pid, const net_var *v,
                             const int32_t *was, const int32_t *is) {
  for (uint32_t i = 0; i < v->cells; i++) {
    char name[256];
    if (was[i] == is[i] || v->is_scratch)
      continue;
    separate(t, start);
    if (pid != NET_NONE && (after->net->is_timed || names_a_global(after->net, v->name))) {
      show_process(t, after, pid);
      text_add(t, ".");
    }
    text_add(t, "%s = ", net_cell_name(v, i, name, sizeof name));
    show_value(t, after, v->type, is[i]);
  }
}

static void own_changes(text_buffer *t, size_t start, const ref_state *before, const ref_state *after, int32_t pid) {
  if (pid == NET_NONE || (uint32_t)pid >= after->processes.count || (uint32_t)pid >= before->processes.count)
    return;
  const ref_process *was = &before->processes.at[pid], *is = &after->processes.at[pid];
  const net_template *template_ = after->net->templates.at[is->template_];
  for (uint32_t i = 0; i < template_->vars.count; i++)
    variable_changes(t, start, after, pid, after->net->vars.at[template_->vars.at[i]], was->values[i], is->values[i]);
}

static void channel_changes(text_buffer *t, size_t start, const ref_state *before, const ref_state *after) {
  for (uint32_t i = 0; i < after->channels.count; i++) {
    const ref_channel *is = &after->channels.at[i], *was = i < before->channels.count ? &before->channels.at[i] : NULL;
    uint32_t old = was ? was->cells.count : 0;
    if (old == is->cells.count && (old == 0 || memcmp(was->cells.at, is->cells.at, old * sizeof(int32_t)) == 0))
      continue;
    separate(t, start);
    show_channel_name(t, after, i + 1);
    text_add(t, " = ");
    show_messages(t, after, is);
  }
}

static void started(text_buffer *t, const ref_state *s, int32_t pid) {
  const ref_process *p = &s->processes.at[pid];
  const net_template *template_ = s->net->templates.at[p->template_];
  show_process(t, s, pid);
  text_add(t, "(");
  for (uint32_t i = 0; i < template_->parameters; i++) {
    const net_var *v = s->net->vars.at[template_->vars.at[i]];
    text_add(t, "%s%s = ", i > 0 ? ", " : "", v->name);
    show_variable(t, s, v, p->values[i]);
  }
  text_add(t, ") starts");
}

static void process_changes(text_buffer *t, size_t start, const ref_state *before, const ref_state *after) {
  for (uint32_t pid = before->processes.count; pid < after->processes.count; pid++) {
    separate(t, start);
    started(t, after, (int32_t)pid);
  }
  for (uint32_t pid = after->processes.count; pid < before->processes.count; pid++) {
    separate(t, start);
    show_process(t, before, (int32_t)pid);
    text_add(t, " ends");
  }
}

// No time passes in a step, so a clock that differs was set.
static void clock_changes(text_buffer *t, size_t start, const ref_state *before, const ref_state *after) {
  for (uint32_t i = 1; after->clocks && i <= after->net->clocks.count; i++) {
    if (before->clocks[i] == after->clocks[i])
      continue;
    separate(t, start);
    show_clock(t, after, i);
  }
}

static void rest_changes(text_buffer *t, size_t start, const ref_state *before, const ref_state *after) {
  const network *n = after->net;
  for (uint32_t i = 0; i < n->globals.count; i++)
    variable_changes(t, start, after, NET_NONE, n->vars.at[n->globals.at[i]], before->globals[i], after->globals[i]);
  channel_changes(t, start, before, after);
  process_changes(t, start, before, after);
  clock_changes(t, start, before, after);
}

void show_participants_changes(text_buffer *t, const ref_state *before, const ref_state *after,
                               const ref_participants *who) {
  size_t start = t->length;
  for (uint32_t i = 0; i < who->count; i++)
    own_changes(t, start, before, after, who->at[i].pid);
  rest_changes(t, start, before, after);
}

void show_changes(text_buffer *t, const ref_state *before, const ref_state *after, int32_t own, bool others) {
  size_t start = t->length;
  own_changes(t, start, before, after, own);
  if (others)
    rest_changes(t, start, before, after);
}
