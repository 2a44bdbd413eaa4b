// Parts of a state as text, shared by the writers.
#ifndef TRACE_SHOW_H
#define TRACE_SHOW_H

#include "base/text.h"
#include "trace/reference.h"

enum { SHOW_WIDTH = 60 }; // of a guard or an effect in short formats

void show_process(text_buffer *t, const ref_state *s, int32_t pid);                     // P:1, or P if that is enough
void show_location(text_buffer *t, const ref_state *s, int32_t pid, uint32_t location); // P.idle
void show_time(text_buffer *t, int64_t parts, int64_t unit);                            // 2.5, or 2 + 1/3
void show_clock(text_buffer *t, const ref_state *s, uint32_t clock);                    // x = 2.5
void show_place(text_buffer *t, place at);                                              // m.pml:12
// A value of a variable or field: a number, a constant's name, a channel's name.
void show_value(text_buffer *t, const ref_state *s, net_type type, int32_t value);
void show_channel_name(text_buffer *t, const ref_state *s, uint32_t number);  // after the variable that it was made for
void show_messages(text_buffer *t, const ref_state *s, const ref_channel *c); // [msg(1,2), msg(3,4)]
// The value of a whole variable: 3, or [1, 2, 3].
void show_variable(text_buffer *t, const ref_state *s, const net_var *v, const int32_t *cells);

// What differs between two states, as "x = 3, q = [1], P:2() starts". own: a process of both, whose variables are
// shown, or NET_NONE; others: globals, channels, clocks, and processes that have started or ended are shown too.
void show_changes(text_buffer *t, const ref_state *before, const ref_state *after, int32_t own, bool others);
// The same for the variables of all processes that take part in a step, and the others.
void show_participants_changes(text_buffer *t, const ref_state *before, const ref_state *after,
                               const ref_participants *who);
// What a step does, for each process that takes part: "P.a -> P.b { x > 3, go! }", all but the first after `with`.
// Guards and effects that are longer than width are cut; 0 = never.
void show_step(text_buffer *t, const ref_state *before, const ref_participants *who, const char *with, size_t width);
// The clocks, variables and channels in an expression with their values, each once: "x = 1, q = []".
void show_operands(text_buffer *t, reference *r, const ref_state *s, int32_t pid, const expr *e);
// The same for several expressions, of which some may be NULL.
void show_all_operands(text_buffer *t, reference *r, const ref_state *s, int32_t pid, const expr *const *all,
                       uint32_t count);
void show_bound_operands(text_buffer *t, reference *r, const ref_state *s, int32_t pid, const net_bounds *bounds);

#endif
