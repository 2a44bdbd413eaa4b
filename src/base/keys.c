#include "base/keys.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

key_values keys_usual(const option_key *table) {
  key_values values = {0};
  for (unsigned i = 0; table && table[i].name; i++)
    values.value[i] = table[i].usual;
  return values;
}

// The number of the word among words, or -1.
static int word_number(const char *words, const char *word, size_t length) {
  for (int number = 0; *words; number++) {
    size_t here = strcspn(words, " ");
    if (here == length && strncmp(words, word, length) == 0)
      return number;
    words += here + (words[here] == ' ');
  }
  return -1;
}

static bool read_text(const option_key *k, const char *text, size_t length, key_text *value, char *why, size_t size) {
  if (!length)
    snprintf(why, size, "'%s' needs a value: %s=...", k->name, k->name);
  *value = (key_text){.at = text, .length = length};
  return length > 0;
}

static bool read_value(const option_key *k, const char *text, size_t length, double *value, char *why, size_t size) {
  if (k->words) {
    int number = word_number(k->words, text, length);
    if (number < 0)
      snprintf(why, size, "'%s' must be one of: %s", k->name, k->words);
    *value = number;
    return number >= 0;
  }
  char *end;
  double number = strtod(text, &end);
  if (length == 0 || end != text + length || isnan(number) || number < k->least || number > k->most) {
    snprintf(why, size, "'%s' must be a number from %g to %g", k->name, k->least, k->most);
    return false;
  }
  *value = number;
  return true;
}

static bool read_one(const option_key *table, const char *text, size_t length, key_values *values, char *why,
                     size_t size) {
  const char *equals = memchr(text, '=', length);
  size_t name = equals ? (size_t)(equals - text) : length;
  for (unsigned i = 0; table && table[i].name; i++) {
    if (strlen(table[i].name) != name || strncmp(table[i].name, text, name) != 0)
      continue;
    if (equals && table[i].is_text)
      return read_text(&table[i], equals + 1, length - name - 1, &values->text[i], why, size);
    if (equals)
      return read_value(&table[i], equals + 1, length - name - 1, &values->value[i], why, size);
    snprintf(why, size, "'%s' needs a value: %s=...", table[i].name, table[i].name);
    return false;
  }
  size_t used = (size_t)snprintf(why, size, "there is no option '%.*s'", (int)name, text);
  for (unsigned i = 0; table && table[i].name && used < size; i++)
    used += (size_t)snprintf(why + used, size - used, "%s%s", i ? ", " : "; the options are: ", table[i].name);
  return false;
}

bool keys_read(const option_key *table, const char *text, key_values *values, char *why, size_t size) {
  while (*text) {
    size_t length = strcspn(text, ",");
    if (!read_one(table, text, length, values, why, size))
      return false;
    text += length + (text[length] == ',');
  }
  return true;
}
