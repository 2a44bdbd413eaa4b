#include "base/file.h"
#include "check/claims.h"
#include "check/model.h"
#include "omega/reader.h"

typedef struct reading {
  diags *d;
  beeline_model *model;
} reading;

// Errors in a proposition are told at its place in the file.
static expr *read_condition(void *context, const char *text, place at) {
  reading *r = context;
  diag *before = r->d->last;
  expr *e = r->model->language->condition(r->model->front_end, r->d, text);
  for (diag *told = before ? before->next : r->d->first; told; told = told->next)
    told->at = at;
  return e;
}

const claim *check_read_claim(diags *d, beeline_model *model, const char *file) {
  reading r = {d, model};
  const char *text = check_can_read(d, file) ? file_read(d->memory, d, file, NULL, NULL) : NULL;
  return text ? omega_read_hoa(d, file, text, read_condition, &r) : NULL;
}
