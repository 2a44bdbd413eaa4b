// Pieces of a state as people read them; shared by the writers.
#ifndef TRACE_SHOW_H
#define TRACE_SHOW_H

#include "base/text.h"
#include "trace/reference.h"

void show_process(text_buffer *t, const ref_state *s, int32_t pid); // P:1
void show_place(text_buffer *t, place at);                          // m.pml:12
// A value of a variable or field: a number, a constant's name, a channel's name.
void show_value(text_buffer *t, const ref_state *s, net_type type, int32_t value);
void show_channel_name(text_buffer *t, const ref_state *s, uint32_t number);  // after the variable that it was made for
void show_messages(text_buffer *t, const ref_state *s, const ref_channel *c); // [msg(1,2), msg(3,4)]
// The value of a whole variable: 3, or [1, 2, 3].
void show_variable(text_buffer *t, const ref_state *s, const net_var *v, const int32_t *cells);

// What differs between two states, as "x = 3, q = [1], P:2 started". own is a process of both whose variables are
// meant, or NET_NONE; others says whether the rest (globals, channels, processes that came or went) is meant too.
void show_changes(text_buffer *t, const ref_state *before, const ref_state *after, int32_t own, bool others);
// The variables and channels in an expression with their values, each once: "x = 1, q = []".
void show_operands(text_buffer *t, reference *r, const ref_state *s, int32_t pid, const expr *e);

#endif
