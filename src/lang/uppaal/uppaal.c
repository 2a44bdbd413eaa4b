// The front end as others see it.
#include "lang/uppaal/uppaal.h"
#include "base/file.h"
#include "lang/uppaal/lower.h"

#include <errno.h>
#include <string.h>

static network *lower(arena *memory, diags *d, const char *file, const upp_model *model) {
  upp *p = ARENA_NEW(memory, upp);
  *p = (upp){.memory = memory, .m = arena_mem(memory), .d = d, .model = model, .inside = NET_NONE};
  p->net = net_new(memory, file, "uppaal");
  p->net->is_timed = true;
  p->net->front_end = p;
  p->globals = p->scope = upp_scope_new(p, NULL);
  upp_lower_decls(p, &model->decls);
  upp_lower_system(p);
  if (d->errors)
    return NULL;
  upp_lower_queries(p, &model->queries);
  net_finish(p->net);
  return p->net;
}

network *upp_load(arena *memory, diags *d, const char *file, const char *const *arguments, uint32_t count) {
  if (count)
    diag_add(d, DIAG_ERROR, (place){.file = file}, NULL, "unknown argument '%s'", arguments[0]);
  size_t length;
  const char *text = count ? NULL : file_read(memory, d, file, &length, NULL);
  const upp_model *model = text ? upp_parse(memory, d, file, text, length) : NULL;
  return model && !d->errors ? lower(memory, d, file, model) : NULL;
}

static upp *resume(network *n, diags *d) {
  upp *p = n->front_end;
  p->d = d;
  return p;
}

expr *upp_condition(network *n, diags *d, const char *text) {
  upp_query q = {.kind = UPP_INVARIANTLY, .text = text};
  net_property property;
  q.a = upp_parse_condition(n->memory, d, "condition", text);
  if (!q.a || !upp_lower_query(resume(n, d), &q, &property))
    return NULL;
  net_finish(n); // functions that nobody called before may have come in
  return property.question.condition;
}

bool upp_property(network *n, diags *d, const char *text, net_property *out) {
  upp_query q = {0};
  if (!upp_parse_query(n->memory, d, "query", text, &q) || !upp_lower_query(resume(n, d), &q, out))
    return false;
  out->text = arena_string(n->memory, text);
  net_finish(n);
  return true;
}

bool upp_query_file(network *n, diags *d, const char *file) {
  size_t length;
  upp_queries queries = {0};
  const char *text = file_read(n->memory, d, file, &length, NULL);
  if (!text || !upp_parse_queries(n->memory, d, file, text, length, &queries))
    return false;
  upp_lower_queries(resume(n, d), &queries);
  net_finish(n);
  return true;
}
