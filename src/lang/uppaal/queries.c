// From queries to properties.
#include "lang/uppaal/lower.h"

static bool lower_term(upp *p, const upp_expr *e, net_term *out) {
  operand o = upp_operand(p, e);
  bool is_clock = upp_is_time(&o);
  out->text = upp_text(p->memory, e);
  if (is_clock && (o.minus.count || !o.ref.object)) {
    upp_bar(p, e->at, "the extremes of a sum of clocks are not supported");
    return false;
  }
  if (is_clock)
    out->clock = o.plus;
  else
    out->value = upp_fit(p, &upp_shape_int, &o, e->at);
  return true;
}

static void lower_terms(upp *p, const upp_query *q, question *out) {
  VEC(net_term) terms = {0};
  for (uint32_t i = 0; i < q->terms.count; i++) {
    net_term t = {0};
    if (lower_term(p, q->terms.at[i], &t))
      vec_push(p->m, &terms, t);
  }
  out->terms = terms.at;
  out->term_count = terms.count;
}

// By operator of a query: the name of its question.
static const char *const questions[] = {
    [UPP_POSSIBLY] = "reach",      [UPP_INVARIANTLY] = "invariant", [UPP_POTENTIALLY_ALWAYS] = "liveness",
    [UPP_EVENTUALLY] = "liveness", [UPP_LEADS_TO] = "liveness",     [UPP_SUPREMUM] = "extreme",
    [UPP_INFIMUM] = "extreme",     [UPP_OTHER_QUERY] = "liveness",
};

static const net_formula *formula(upp *p, ltl_op op, const net_formula *left, const net_formula *right) {
  net_formula *f = ARENA_NEW(p->memory, net_formula);
  *f = (net_formula){.op = op, .left = left, .right = right};
  return f;
}

static const net_formula *atom(upp *p, const upp_expr *e) {
  net_formula *f = ARENA_NEW(p->memory, net_formula);
  *f = (net_formula){.op = LTL_ATOM, .atom = upp_condition_of(p, e)};
  return f;
}

// UPPAAL's operators on paths as LTL formulas. An execution on which p always holds violates ! [] p: if there is one,
// E[] p is satisfied.
static void lower_path(upp *p, const upp_query *q, question *out) {
  const net_formula *first = atom(p, q->a);
  if (q->kind == UPP_POTENTIALLY_ALWAYS) {
    out->formula = formula(p, LTL_NOT, formula(p, LTL_ALWAYS, first, NULL), NULL);
    out->is_existential = true;
  } else if (q->kind == UPP_EVENTUALLY) {
    out->formula = formula(p, LTL_EVENTUALLY, first, NULL);
  } else {
    const net_formula *then = formula(p, LTL_EVENTUALLY, atom(p, q->b), NULL);
    out->formula = formula(p, LTL_ALWAYS, formula(p, LTL_IMPLIES, first, then), NULL);
  }
}

static bool is_path(const upp_query *q) {
  return q->kind == UPP_POTENTIALLY_ALWAYS || q->kind == UPP_EVENTUALLY || q->kind == UPP_LEADS_TO;
}

bool upp_lower_query(upp *p, const upp_query *q, net_property *out) {
  uint32_t errors = p->d->errors;
  *out = (net_property){.name = "", .text = q->text, .question = question_of(p->net, questions[q->kind]), .at = q->at};
  out->why_not = q->kind == UPP_OTHER_QUERY ? q->what : NULL;
  p->is_query = true;
  p->why_not = p->net->why_not;
  p->expansions = 0;
  p->scope = p->globals;
  if (is_path(q))
    lower_path(p, q, &out->question);
  else if (q->kind != UPP_OTHER_QUERY && q->a)
    out->question.condition = upp_condition_of(p, q->a);
  lower_terms(p, q, &out->question);
  if (!out->why_not)
    out->why_not = p->why_not;
  if (out->why_not) {
    out->question.condition = NULL;
    out->question.formula = NULL;
  }
  out->question.is_least = q->kind == UPP_INFIMUM;
  p->is_query = false;
  return p->d->errors == errors;
}

// A query with errors keeps its number, and the errors, so that the other queries can be checked.
void upp_lower_queries(upp *p, const upp_queries *queries) {
  for (uint32_t i = 0; i < queries->count; i++) {
    net_property property;
    diags own = {.memory = p->d->memory}, *outer = p->d;
    p->d = &own;
    bool is_good = upp_lower_query(p, &queries->at[i], &property);
    p->d = outer;
    if (!is_good) {
      property = (net_property){.name = "", .text = queries->at[i].text, .at = queries->at[i].at};
      property.question = question_of(p->net, questions[queries->at[i].kind]);
      property.why_not = "it has an error";
      property.errors = own.first;
    }
    vec_push(p->m, &p->net->properties, property);
  }
}
