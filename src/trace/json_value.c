#include "trace/json_value.h"

void json_put_messages(FILE *out, const ref_state *s, const ref_channel *c, bool as_tuples) {
  const net_channel *type = &s->net->channels.at[c->type];
  fputc('[', out);
  for (uint32_t i = 0; i < c->cells.count; i++) {
    uint32_t field = i % type->fields.count;
    fputs(i > 0 ? "," : "", out);
    if (field == 0)
      fputs(as_tuples ? "{\"#tup\":[" : "[", out);
    if (type->fields.at[field].kind == KIND_CHANNEL) // a channel in a message is a number: contents could be cyclic
      fprintf(out, "%d", c->cells.at[i]);
    else
      json_put_value(out, s, type->fields.at[field], c->cells.at[i]);
    if (field + 1 == type->fields.count)
      fputs(as_tuples ? "]}" : "]", out);
  }
  fputc(']', out);
}

void json_put_value(FILE *out, const ref_state *s, net_type type, int32_t value) {
  const char *name = type.kind == KIND_ENUM && type.set >= 0 ? net_enum_name(&s->net->enums.at[type.set], value) : NULL;
  if (name)
    json_put_string(out, name);
  else if (type.kind == KIND_BOOL)
    fputs(value ? "true" : "false", out);
  else if (type.kind == KIND_CHANNEL && value >= 1 && (uint32_t)value <= s->channels.count)
    json_put_messages(out, s, &s->channels.at[value - 1], true);
  else if (type.kind == KIND_CHANNEL)
    fputs("[]", out);
  else
    fprintf(out, "%d", value);
}
