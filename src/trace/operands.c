// The values that an expression depends on.
#include "trace/show.h"

#include <string.h>

typedef struct listing {
  text_buffer *text;
  size_t start;
  reference *r;
  const ref_state *s;
  int32_t pid;
} listing;

// Removes the item at the end of the text, from `mark` on, if the list already has it.
static void keep_if_new(listing *l, size_t mark) {
  text_buffer *t = l->text;
  size_t length = t->length - mark;
  const char *item = t->at + mark;
  for (size_t i = l->start; i + length <= mark; i++) {
    bool starts = i == l->start || t->at[i - 1] == ' ';
    bool ends = i + length == mark || t->at[i + length] == ',';
    if (starts && ends && memcmp(t->at + i, item, length) == 0) {
      t->length = mark - (mark > l->start ? 2 : 0);
      t->at[t->length] = 0;
      return;
    }
  }
}

static size_t new_item(listing *l) {
  if (l->text->length > l->start)
    text_add(l->text, ", ");
  return l->text->length;
}

// Is it a variable of another template, or one without a value between steps?
static bool is_not_seen(const listing *l, const net_var *v) {
  bool is_own = l->pid != NET_NONE && l->s->processes.at[l->pid].template_ == v->template_;
  return v->is_scratch || (v->template_ != NET_NONE && !is_own);
}

// The process of a remote variable, which need not exist.
static void owner(listing *l, const expr *e) {
  fault f = FAULT_NONE;
  int32_t pid = ref_eval_as(l->r, l->s, l->pid, e->a, &f);
  if (pid >= 0 && (uint32_t)pid < l->s->processes.count)
    show_process(l->text, l->s, pid);
  else
    text_add(l->text, "%s:%d", l->s->net->templates.at[e->var->template_]->name, pid);
  text_add(l->text, ".");
}

static void variable(listing *l, const expr *e) {
  fault f = FAULT_NONE;
  if (e->op == EXPR_VAR && is_not_seen(l, e->var))
    return;
  uint32_t cell = 0, next = 0;
  for (uint32_t i = 0; i < e->var->parts.count; i++) {
    uint32_t length = e->var->parts.at[i].length;
    if (length == 0)
      continue;
    int32_t index = ref_eval_as(l->r, l->s, l->pid, e->indices.at[next++], &f);
    if (f != FAULT_NONE || index < 0 || (uint32_t)index >= length)
      return;
    cell = cell * length + (uint32_t)index;
  }
  int32_t value = ref_eval_as(l->r, l->s, l->pid, e, &f);
  if (f != FAULT_NONE)
    return;
  char name[256];
  size_t mark = new_item(l);
  if (e->op == EXPR_REMOTE_VAR)
    owner(l, e);
  text_add(l->text, "%s = ", net_cell_name(e->var, cell, name, sizeof name));
  show_value(l->text, l->s, e->var->type, value);
  keep_if_new(l, mark);
}

static void channel(listing *l, const expr *e) {
  fault f = FAULT_NONE;
  int32_t number = ref_eval_as(l->r, l->s, l->pid, e, &f);
  if (f != FAULT_NONE || number < 1 || (uint32_t)number > l->s->channels.count)
    return;
  size_t mark = new_item(l);
  show_channel_name(l->text, l->s, (uint32_t)number);
  text_add(l->text, " = ");
  show_messages(l->text, l->s, &l->s->channels.at[number - 1]);
  keep_if_new(l, mark);
}

static void one_clock(listing *l, const net_pick *p) {
  fault f = FAULT_NONE;
  int32_t offset = p->offset ? ref_eval_as(l->r, l->s, l->pid, p->offset, &f) : 0;
  if (p->count == 0 || f != FAULT_NONE || offset < 0 || (uint32_t)offset >= p->count)
    return;
  size_t mark = new_item(l);
  show_clock(l->text, l->s, p->first + (uint32_t)offset);
  keep_if_new(l, mark);
}

// The location of a process that the condition refers to.
static void location(listing *l, const expr *e) {
  fault f = FAULT_NONE;
  int32_t pid = ref_eval_as(l->r, l->s, l->pid, e->a, &f);
  if (!l->s->net->is_timed || f != FAULT_NONE || pid < 0 || (uint32_t)pid >= l->s->processes.count)
    return;
  size_t mark = new_item(l);
  show_location(l->text, l->s, pid, l->s->processes.at[pid].location);
  keep_if_new(l, mark);
}

static void visit(const expr *e, void *context) {
  listing *l = context;
  switch ((expr_op)e->op) {
  case EXPR_VAR:
    if (e->var->type.kind == KIND_CHANNEL) // its messages are more useful than its number
      channel(l, e);
    else
      variable(l, e);
    break;
  case EXPR_REMOTE_VAR:
    variable(l, e);
    break;
  case EXPR_AT:
    location(l, e);
    break;
  case EXPR_BOUND:
    one_clock(l, &e->bound->x);
    one_clock(l, &e->bound->y);
    break;
  default:
    break;
  }
}

void show_operands(text_buffer *t, reference *r, const ref_state *s, int32_t pid, const expr *e) {
  show_all_operands(t, r, s, pid, &e, 1);
}

void show_all_operands(text_buffer *t, reference *r, const ref_state *s, int32_t pid, const expr *const *all,
                       uint32_t count) {
  listing l = {.text = t, .start = t->length, .r = r, .s = s, .pid = pid};
  for (uint32_t i = 0; i < count; i++)
    expr_walk(all[i], visit, &l);
}

void show_bound_operands(text_buffer *t, reference *r, const ref_state *s, int32_t pid, const net_bounds *bounds) {
  listing l = {.text = t, .start = t->length, .r = r, .s = s, .pid = pid};
  for (uint32_t i = 0; i < bounds->count; i++) {
    one_clock(&l, &bounds->at[i].x);
    one_clock(&l, &bounds->at[i].y);
    net_walk_bound(&bounds->at[i], visit, &l);
  }
}
