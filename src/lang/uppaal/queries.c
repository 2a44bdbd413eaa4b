// Queries as properties.
#include "lang/uppaal/lower.h"

static bool lower_term(upp *p, const upp_expr *e, net_term *out) {
  operand o = upp_operand(p, e);
  bool is_clock = upp_is_time(&o);
  out->text = upp_text(p->memory, e);
  if (is_clock && (o.minus.count || !o.ref.object)) {
    upp_refuse(p, e->at, "the extremes of a sum of clocks");
    return false;
  }
  if (is_clock)
    out->clock = o.plus;
  else
    out->value = upp_fit(p, &upp_shape_int, &o, e->at);
  return true;
}

static void lower_terms(upp *p, const upp_query *q, net_property *out) {
  for (uint32_t i = 0; i < q->terms.count; i++) {
    net_term t = {0};
    if (lower_term(p, q->terms.at[i], &t))
      vec_push(p->m, &out->terms, t);
  }
}

bool upp_lower_query(upp *p, const upp_query *q, net_property *out) {
  static const property_kind kinds[] = {
      [UPP_POSSIBLY] = PROPERTY_REACH,
      [UPP_INVARIANTLY] = PROPERTY_INVARIANT,
      [UPP_POTENTIALLY_ALWAYS] = PROPERTY_LIVENESS,
      [UPP_EVENTUALLY] = PROPERTY_LIVENESS,
      [UPP_LEADS_TO] = PROPERTY_LIVENESS,
      [UPP_SUPREMUM] = PROPERTY_EXTREME,
      [UPP_INFIMUM] = PROPERTY_EXTREME,
      [UPP_OTHER_QUERY] = PROPERTY_LIVENESS,
  };
  uint32_t errors = p->d->errors;
  *out = (net_property){.kind = kinds[q->kind], .name = "", .text = q->text, .template_ = NET_NONE, .at = q->at};
  p->is_query = true;
  p->expansions = 0;
  p->scope = p->globals;
  if (q->kind == UPP_OTHER_QUERY)
    out->name = q->what;
  else if (q->a)
    out->condition = upp_condition_of(p, q->a);
  if (q->kind == UPP_LEADS_TO)
    upp_condition_of(p, q->b);
  if (out->kind == PROPERTY_LIVENESS)
    out->condition = NULL;
  lower_terms(p, q, out);
  out->is_least = q->kind == UPP_INFIMUM;
  p->is_query = false;
  return p->d->errors == errors;
}

// A query that makes no sense keeps its number, but it must not keep anybody from asking the others.
static void warn(upp *p, const upp_query *q, const diags *found) {
  for (const diag *d = found->first; d; d = d->next)
    diag_add(p->d, DIAG_WARNING, d->at.line ? d->at : q->at, d->hint, "%s (the query is left out)", d->message);
}

void upp_lower_queries(upp *p, const upp_queries *queries) {
  for (uint32_t i = 0; i < queries->count; i++) {
    net_property property;
    diags own = {.memory = p->d->memory}, *outer = p->d;
    p->d = &own;
    bool is_good = upp_lower_query(p, &queries->at[i], &property);
    p->d = outer;
    if (!is_good) {
      warn(p, &queries->at[i], &own);
      property = (net_property){.kind = PROPERTY_LIVENESS, .name = "left out", .text = queries->at[i].text};
      property.template_ = NET_NONE;
      property.at = queries->at[i].at;
    }
    vec_push(p->m, &p->net->properties, property);
  }
}
