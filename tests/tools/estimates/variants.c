#include "variants.h"

#include <stdio.h>
#include <string.h>

// Number of values of a key that are tried: each of its words; for a number the default and the least, which is the
// tightest bound or the smallest table; none for a text.
static unsigned values_of(const option_key *k) {
  unsigned count = k->is_text ? 0 : 2;
  if (k->words)
    for (const char *c = (count = 1, k->words); *c; c++)
      count += *c == ' ';
  return count;
}

static bool is_usual(const option_key *k, unsigned number) {
  return k->words ? number == (unsigned)k->usual : number == 0 || k->least == k->usual;
}

static void set(const option_key *table, unsigned key, unsigned number, variant *out) {
  const option_key *k = &table[key];
  const char *word = k->words;
  for (unsigned i = 0; word && i < number; i++)
    word += strcspn(word, " ") + 1;
  out->keys.value[key] = word ? number : k->least;
  size_t length = strlen(out->text), left = sizeof out->text - length;
  char before = strchr(out->text, ':') ? ',' : ':';
  if (word)
    snprintf(out->text + length, left, "%c%s=%.*s", before, k->name, (int)strcspn(word, " "), word);
  else
    snprintf(out->text + length, left, "%c%s=%g", before, k->name, k->least);
}

// One key with another value. *number counts down to 0 on the way.
static bool set_one(const option_key *table, unsigned *number, variant *out) {
  for (unsigned key = 0; table[key].name; key++)
    for (unsigned i = 0; i < values_of(&table[key]); i++)
      if (!is_usual(&table[key], i) && --*number == 0) {
        set(table, key, i, out);
        return true;
      }
  return false;
}

static bool set_second(const option_key *table, unsigned key, unsigned value, unsigned *number, variant *out) {
  for (unsigned other = key + 1; table[other].name; other++)
    for (unsigned i = 0; table[other].words && i < values_of(&table[other]); i++)
      if (!is_usual(&table[other], i) && --*number == 0) {
        set(table, key, value, out);
        set(table, other, i, out);
        return true;
      }
  return false;
}

static bool set_two(const option_key *table, unsigned *number, variant *out) {
  for (unsigned key = 0; table[key].name; key++)
    for (unsigned i = 0; table[key].words && i < values_of(&table[key]); i++)
      if (!is_usual(&table[key], i) && set_second(table, key, i, number, out))
        return true;
  return false;
}

bool variant_of(const char *name, const option_key *table, unsigned number, variant *out) {
  *out = (variant){.keys = keys_usual(table)};
  snprintf(out->text, sizeof out->text, "%s", name);
  return number == 0 || (table && (set_one(table, &number, out) || set_two(table, &number, out)));
}
