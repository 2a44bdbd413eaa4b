// Values of variables and channels as JSON.
#ifndef TRACE_JSON_VALUE_H
#define TRACE_JSON_VALUE_H

#include "trace/json.h"
#include "trace/reference.h"

// A number, true or false, a constant's name, or the messages of a channel.
void json_put_value(FILE *out, const ref_state *s, net_type type, int32_t value);
// A list of messages, the oldest first; each is a list of its fields or, as in ITF, a tuple: {"#tup":[1,2]}.
void json_put_messages(FILE *out, const ref_state *s, const ref_channel *c, bool as_tuples);

#endif
