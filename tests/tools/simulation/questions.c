#include "questions.h"

#include "../../unit/test_whole_space.h"
#include "../estimates/conditions.h"

enum { ERRORS = 4, STATES = 60 };
static const char *const about_errors[ERRORS] = {"safety", "assertion", "deadlock", "fault"};

// An invariant that fails in some state, or the reachability of such a state.
static bool about_some_state(arena *memory, const network *net, uint32_t number, question *out, text_buffer *text) {
  whole_space w;
  whole_open(&w, arena_mem(memory), net, (question){.errors = ERROR_RUNTIME}, STATES);
  uint32_t count = w.count;
  const state_view *v = count ? whole_view(&w, number * 7919u % count) : NULL;
  bool is_there = v && v->processes;
  if (is_there) {
    bool is_reach = number % 2;
    *out = question_of(net, is_reach ? "reach" : "invariant");
    out->condition = condition_against(memory, v, number, text);
    if (is_reach)
      out->condition = expr_unary(memory, EXPR_NOT, out->condition);
    text_add(text, is_reach ? " is not invariant" : " is invariant");
  }
  whole_close(&w);
  return is_there;
}

bool questions_get(const questions *from, arena *memory, uint32_t number, question *out, text_buffer *text) {
  const network *net = from->net;
  if (number < ERRORS) {
    *out = question_of(net, about_errors[number]);
    text_add(text, "%s", about_errors[number]);
    return true;
  }
  number -= ERRORS;
  if (number < from->reach_count) {
    *out = question_of(net, "reach");
    out->condition = from->reach[number];
    text_add(text, "condition %u", number);
    return true;
  }
  number -= from->reach_count;
  if (number < net->properties.count) {
    const net_property *p = &net->properties.at[number];
    *out = p->question;
    text_add(text, "%s", p->text);
    return !p->why_not && !p->errors;
  }
  return about_some_state(memory, net, number - net->properties.count, out, text);
}
