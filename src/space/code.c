#include "space/code.h"

#include "model/unread.h"
#include "space/timed.h"

#include <assert.h>

// The network's end condition is compiled after the conditions of the setup.
static program *compile(mem *m, const space_setup *q) {
  const network *net = q->net;
  expr **all = mem_alloc(m, sizeof *all * (q->condition_count + 1));
  for (uint32_t i = 0; i < q->condition_count; i++)
    all[i] = q->conditions[i];
  all[q->condition_count] = net->end_condition;
  uint32_t count = q->condition_count + (net->end_condition != NULL);
  bool *unread = q->leaves_out_unread ? net_left_out(m, net, all, count) : NULL;
  program *p =
      exec_compile(m, &(exec_setup){.net = net, .conditions = all, .condition_count = count, .is_left_out = unread});
  mem_free(m, unread);
  mem_free(m, all);
  return p;
}

space_code *space_code_new(mem *m, const space_setup *q) {
  assert(q->net && (q->conditions || q->condition_count == 0));
  space_code *c = mem_alloc(m, sizeof *c);
  c->m = m;
  c->net = q->net;
  c->end_condition = LAYOUT_ABSENT;
  if (q->net->is_timed) {
    c->timed = timed_code_new(m, q, &c->program);
    return c;
  }
  assert(q->term_count == 0 && "extreme values are asked of timed networks");
  if (q->net->end_condition)
    c->end_condition = q->condition_count;
  c->program = compile(m, q);
  return c;
}

void space_code_free(space_code *c) {
  if (!c)
    return;
  if (c->timed)
    timed_code_free(c->timed);
  exec_free(c->program);
  mem_free(c->m, c);
}

void space_code_assertions(const space_code *c,
                           void (*visit)(void *context, const net_stmt *assertion, bool is_reached), void *context) {
  for (uint32_t i = 0; i < c->program->assertion_count; i++)
    visit(context, c->program->assertions[i], atomic_load_explicit(&c->program->is_reached[i], memory_order_relaxed));
}

static space *open_over(mem *m, const space_code *code, const space_options *options, space_code *owned) {
  static const space_options usual = {0};
  return code->timed ? timed_open(m, code, options ? options : &usual, owned) : discrete_open(m, code, owned);
}

space *space_open(mem *m, const space_code *code, const space_options *options) {
  return open_over(m, code, options, NULL);
}

space *space_new(mem *m, const space_setup *q, const space_options *options) {
  space_code *code = space_code_new(m, q);
  return open_over(m, code, options, code);
}

space *space_discrete(mem *m, const network *net, expr *const *conditions, uint32_t count) {
  assert(!net->is_timed);
  space_setup q = {.net = net, .conditions = conditions, .condition_count = count};
  return space_new(m, &q, NULL);
}
