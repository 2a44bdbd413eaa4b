// Patterns: which parts of a network an abstraction keeps.
#ifndef ABSTRACTION_PATTERN_H
#define ABSTRACTION_PATTERN_H

#include "base/keys.h"
#include "facts/facts.h"
#include "model/copy.h"
#include "model/question.h"

// The symbols of a network that are left out, as flags by number (see net_change). Automata are templates.
typedef struct pattern_set {
  bool *vars, *clocks, *labels, *templates;
  bool *channels;       // by type: their contents
  const net_map **maps; // of the variables that are mapped to classes; NULL = none is
} pattern_set;

pattern_set pattern_set_new(arena *memory, const network *net); // nothing is left out
// Adds what must be left out too (Russian Doll paper, Definition 2): what an automaton that is left out writes. The
// rest of the definition is the matter of the copy, which leaves out what gets a value that depends on something left
// out. Labels stay: the copy of an automaton that is left out answers and calls at any time.
//
// The contents of channels that no automaton uses that is kept are left out, unless they are taken out of the set.
// Variables that make channels cannot be left out, nor what says which of the channels that are kept a message goes to
// (net_copy_make() refuses): such symbols are taken out of the set, so that a closed set is not refused for them.
// memory: for what it needs meanwhile.
void pattern_set_close(arena *memory, const network *net, facts *known, pattern_set *set);
net_change pattern_set_change(const pattern_set *set);

typedef struct pattern_setup { // everything is borrowed
  mem *m;
  arena *memory; // for what is chosen
  const network *net;
  facts *facts;
  struct tasks *tasks; // of the network and the question; NULL = the pattern makes its own
  question asked;
  uint32_t depth;                      // of layers
  const char *file;                    // of user
  uint64_t budget;                     // of cegar and grow: abstract states
  struct heuristic_progress *progress; // of cegar and grow; NULL = nobody listens
  uint32_t coarser; // 0 at first; for each that was too large one more, and a method that can leaves out more
} pattern_setup;

typedef struct pattern_method {
  const char *name, *summary;
  const option_key *keys; // NULL = none
  void (*set)(pattern_setup *setup, const key_values *given);
  // Chooses a closed set. Returns NULL, or the reason why there is none, in setup->memory.
  const char *(*choose)(const pattern_setup *setup, pattern_set *out);
} pattern_method;

#define PATTERN_METHODS(X) X(all) X(goal) X(doll) X(layers) X(user) X(cegar) X(grow)
#define X(name) extern const pattern_method pattern_##name;
PATTERN_METHODS(X)
#undef X
extern const pattern_method *const pattern_methods[];                 // ends with NULL
const pattern_method *pattern_named(const char *name, size_t length); // NULL = there is none
// Reads NAME[:KEY=VALUE,...] into setup. On an error returns NULL with a message in why.
const pattern_method *pattern_read(const char *text, pattern_setup *setup, char *why, size_t size);

// What a question reads itself: of a condition, or of the assertions; where it is about deadlocks, all locations.
// Flags by symbol that are true for these.
pattern_set pattern_goal_symbols(const pattern_setup *setup);

// By edge: the template that it belongs to; NET_NONE for edges of blocks.
const int32_t *pattern_owners(arena *memory, const network *net);

#endif
