// The output of printf statements.
#include "trace/ref_internal.h"

#include <stdio.h>
#include <string.h>

static void put(ref_actor *a, const char *text, size_t length) {
  for (size_t i = 0; i < length; i++)
    vec_push(a->m, &a->log->output, text[i]);
}

// The constant's name: in the variable's own set, if the argument is a variable, else in the first set that has the
// value.
static const char *constant_name(const network *n, const expr *e, int32_t value) {
  if (e->op == EXPR_VAR && e->var->type.kind == KIND_ENUM && e->var->type.set >= 0)
    return net_enum_name(&n->enums.at[e->var->type.set], value);
  for (uint32_t i = 0; i < n->enums.count; i++) {
    const char *name = net_enum_name(&n->enums.at[i], value);
    if (name)
      return name;
  }
  return NULL;
}

static void put_value(ref_actor *a, char conversion, const expr *e, int32_t value) {
  char text[32];
  const char *name = conversion == 'e' ? constant_name(a->state->net, e, value) : NULL;
  if (name) {
    put(a, name, strlen(name));
    return;
  }
  switch (conversion) {
  case 'u':
    snprintf(text, sizeof text, "%u", (uint32_t)value);
    break;
  case 'x':
    snprintf(text, sizeof text, "%x", (uint32_t)value);
    break;
  case 'o':
    snprintf(text, sizeof text, "%o", (uint32_t)value);
    break;
  case 'c':
    text[0] = (char)value;
    put(a, text, 1);
    return;
  default:
    snprintf(text, sizeof text, "%d", value);
  }
  put(a, text, strlen(text));
}

void ref_print(ref_actor *a, const net_stmt *s) {
  ref_values values = {0};
  for (uint32_t i = 0; i < s->args.count; i++)
    vec_push(a->m, &values, ref_value(a, s->args.at[i]));
  uint32_t next = 0;
  for (const char *c = s->format; a->log && a->fault == FAULT_NONE && *c; c++) {
    if (*c != '%' || c[1] == 0) {
      put(a, c, 1);
    } else if (strchr("duxoce", c[1]) && next < values.count) {
      put_value(a, *++c, s->args.at[next], values.at[next]);
      next++;
    } else {
      put(a, c, c[1] == '%' ? 1 : 2);
      c++;
    }
  }
  vec_free(a->m, &values);
}
