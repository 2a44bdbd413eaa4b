// The options of a component, as in NAME:KEY=VALUE,KEY=VALUE. Each component has a table of its keys; their values are
// stored in the order of the table.
#ifndef BASE_KEYS_H
#define BASE_KEYS_H

#include <stdbool.h>
#include <stddef.h>

enum { KEYS_MOST = 12 };

typedef struct option_key {
  const char *name, *summary;
  const char *words;  // "one two three": the value is the number of a word; NULL: the value is a number...
  double least, most; // ...between these
  double usual;       // the default value
  bool is_text;       // the value is any text without a comma, such as the name of a file; empty by default
} option_key;

typedef struct key_text { // not terminated; borrowed from what was read
  const char *at;
  size_t length; // 0 = none
} key_text;

typedef struct key_values {
  double value[KEYS_MOST];
  key_text text[KEYS_MOST]; // of the keys that are texts
} key_values;

key_values
keys_usual(const option_key *table); // the default values; table ends with a key without name; NULL = no keys
// Reads "KEY=VALUE,..." into *values, which the caller has set to the default values; they borrow text. On an error
// returns false with a message in why.
bool keys_read(const option_key *table, const char *text, key_values *values, char *why, size_t size);

#endif
