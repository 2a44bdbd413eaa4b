// Expressions that users give to estimates (--heuristic expr:EXPR).
#include "check/choice.h"
#include "check/model.h"
#include "model/network.h"
#include <string.h>

// Estimates see neither clocks nor functions, and of the last step only what the model itself reads.
static void find_unseen(const expr *e, void *context) {
  const char **what = context;
  if (e->op == EXPR_BOUND || e->op == EXPR_DEADLOCK)
    *what = "clocks";
  else if (e->op == EXPR_CALL)
    *what = "functions";
  else if (e->op == EXPR_LAST)
    *what = "_last";
}

static expr *read_term(diags *d, const beeline_model *model, const char *text) {
  const check_language *language = model->language;
  const char *what = NULL;
  expr *term = (language->number ? language->number : language->condition)(model->front_end, d, text);
  expr_walk(term, find_unseen, &what);
  if (what)
    diag_add(d, DIAG_ERROR, (place){0}, NULL, "an estimate cannot use %s", what);
  return what ? NULL : term;
}

// The errors that were found since `before` are in the text, unless their place is in the file of the model.
static void blame(const diags *d, const diag *before, const beeline_model *model, const char *text) {
  for (diag *e = before ? before->next : d->first; e; e = e->next) {
    if (e->at.file && strcmp(e->at.file, model->file) == 0)
      continue;
    if (e->at.file)
      e->at.file = "estimate";
    if (!e->source)
      e->source = text;
  }
}

bool check_read_terms(diags *d, const beeline_model *model, check_choice *choice) {
  const diag *before = d->last;
  for (uint32_t i = 0; i < choice->heuristic_count; i++) {
    const char *text = choice->heuristic_texts[i];
    if (!text)
      continue;
    choice->heuristic_terms[i] = read_term(d, model, text);
    if (!choice->heuristic_terms[i]) {
      blame(d, before, model, text);
      return false;
    }
  }
  return true;
}
