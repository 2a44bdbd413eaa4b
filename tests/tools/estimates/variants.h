// The settings of a component that are tried: the default, then one key at a time with another value, then two keys
// whose values are words.
#ifndef ESTIMATES_VARIANTS_H
#define ESTIMATES_VARIANTS_H

#include "base/keys.h"

enum { VARIANT_TEXT = 96 };

typedef struct variant {
  key_values keys;
  char text[VARIANT_TEXT]; // "NAME", "NAME:KEY=VALUE"
} variant;

// The number-th variant, 0 = the default values; false if there are fewer.
bool variant_of(const char *name, const option_key *table, unsigned number, variant *out);

#endif
