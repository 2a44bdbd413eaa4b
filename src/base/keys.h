// The options of a component, as in NAME:KEY=VALUE,KEY=VALUE. Each component has a table of its keys; their values are
// stored in the order of the table.
#ifndef BASE_KEYS_H
#define BASE_KEYS_H

#include <stdbool.h>
#include <stddef.h>

enum { KEYS_MOST = 8 };

typedef struct option_key {
  const char *name, *summary;
  const char *words;  // "one two three": the value is the number of a word; NULL: the value is a number...
  double least, most; // ...between these
  double usual;       // the default value
} option_key;

typedef struct key_values {
  double value[KEYS_MOST];
} key_values;

key_values
keys_usual(const option_key *table); // the default values; table ends with a key without name; NULL = no keys
// Reads "KEY=VALUE,..." into *values, which the caller has set to the default values. On an error returns false with a
// message in why.
bool keys_read(const option_key *table, const char *text, key_values *values, char *why, size_t size);

#endif
