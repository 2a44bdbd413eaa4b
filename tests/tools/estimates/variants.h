// The settings under which a component is tried: the usual one, then one key at a time set to something else.
#ifndef ESTIMATES_VARIANTS_H
#define ESTIMATES_VARIANTS_H

#include "base/keys.h"

enum { VARIANT_TEXT = 96 };

typedef struct variant {
  key_values keys;
  char text[VARIANT_TEXT]; // "NAME", "NAME:KEY=VALUE"
} variant;

// The number-th variant, 0 = the usual values; false if there are fewer.
bool variant_of(const char *name, const option_key *table, unsigned number, variant *out);

#endif
