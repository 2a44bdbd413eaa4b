#include "variants.h"

#include <stdio.h>
#include <string.h>

// Number of values of a key that are tried: each of its words; for a number the default and the least, which is the
// tightest bound or the smallest table.
static unsigned values_of(const option_key *k) {
  unsigned count = 2;
  if (k->words)
    for (const char *c = (count = 1, k->words); *c; c++)
      count += *c == ' ';
  return count;
}

static void set(const option_key *table, unsigned key, unsigned number, const char *name, variant *out) {
  const option_key *k = &table[key];
  const char *word = k->words;
  for (unsigned i = 0; word && i < number; i++)
    word += strcspn(word, " ") + 1;
  out->keys.value[key] = word ? number : k->least;
  if (word)
    snprintf(out->text, sizeof out->text, "%s:%s=%.*s", name, k->name, (int)strcspn(word, " "), word);
  else
    snprintf(out->text, sizeof out->text, "%s:%s=%g", name, k->name, k->least);
}

bool variant_of(const char *name, const option_key *table, unsigned number, variant *out) {
  *out = (variant){.keys = keys_usual(table)};
  snprintf(out->text, sizeof out->text, "%s", name);
  if (number == 0)
    return true;
  for (unsigned key = 0; table && table[key].name; key++)
    for (unsigned i = 0; i < values_of(&table[key]); i++) {
      bool is_usual =
          table[key].words ? i == (unsigned)table[key].usual : i == 0 || table[key].least == table[key].usual;
      if (is_usual || --number > 0)
        continue;
      set(table, key, i, name, out);
      return true;
    }
  return false;
}
