// Shared by pattern*.c only.
#ifndef ABSTRACTION_PATTERN_INTERNAL_H
#define ABSTRACTION_PATTERN_INTERNAL_H

#include "abstraction/pattern.h"

// pattern_set.c
void pattern_mark(pattern_set *set,
                  const access_set of[ACCESS_KINDS]); // variables, clocks and channels that are read, or written
pattern_set pattern_set_without(arena *memory, const network *net, const pattern_set *kept); // all others

// pattern_channels.c: takes out of the set what net_copy_make() cannot leave out.
void pattern_keep_channels(arena *memory, const network *net, pattern_set *set);
// The same, and the channels that automata use that are kept.
void pattern_keep_used_channels(arena *memory, const network *net, facts *known, pattern_set *set);

// pattern_map.c: how the text after the name maps a variable. Returns NULL, or what is wrong.
const char *pattern_map_read(arena *memory, const network *net, const net_var *v, const char *text,
                             const net_map **out);

// pattern_sources.c: by template: an automaton that waits for nothing and nobody. Its edges read only what it alone
// writes.
bool *pattern_sources(const pattern_setup *setup);

// pattern_methods.c: marks what an expression reads: variables, clocks, locations.
void pattern_mark_expr(const pattern_setup *setup, const expr *e, pattern_set *out);

#endif
