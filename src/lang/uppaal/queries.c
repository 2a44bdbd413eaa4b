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

// By operator of a query: the name of its question, and why it is not supported (NULL = it is).
typedef struct {
  const char *question, *why_not;
} query_row;

static const query_row rows[] = {
    [UPP_POSSIBLY] = {"reach", NULL},
    [UPP_INVARIANTLY] = {"invariant", NULL},
    [UPP_POTENTIALLY_ALWAYS] = {"liveness", "E[] is not supported yet"},
    [UPP_EVENTUALLY] = {"liveness", "A<> is not supported yet"},
    [UPP_LEADS_TO] = {"liveness", "--> is not supported yet"},
    [UPP_SUPREMUM] = {"extreme", NULL},
    [UPP_INFIMUM] = {"extreme", NULL},
    [UPP_OTHER_QUERY] = {"liveness", NULL},
};

bool upp_lower_query(upp *p, const upp_query *q, net_property *out) {
  const query_row *row = &rows[q->kind];
  uint32_t errors = p->d->errors;
  *out = (net_property){.name = "", .text = q->text, .question = question_of(p->net, row->question), .at = q->at};
  out->why_not = q->kind == UPP_OTHER_QUERY ? q->what : row->why_not;
  p->is_query = true;
  p->why_not = p->net->why_not;
  p->expansions = 0;
  p->scope = p->globals;
  if (q->kind != UPP_OTHER_QUERY && q->a)
    out->question.condition = upp_condition_of(p, q->a);
  if (q->kind == UPP_LEADS_TO)
    upp_condition_of(p, q->b);
  lower_terms(p, q, &out->question);
  if (!out->why_not)
    out->why_not = p->why_not;
  if (out->why_not)
    out->question.condition = NULL;
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
      property.question = question_of(p->net, rows[queries->at[i].kind].question);
      property.why_not = "it has an error";
      property.errors = own.first;
    }
    vec_push(p->m, &p->net->properties, property);
  }
}
