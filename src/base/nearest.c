#include "base/nearest.h"

#include <ctype.h>
#include <string.h>

enum { LONGEST = 64 };

static bool is_same(char a, char b) { return tolower((unsigned char)a) == tolower((unsigned char)b); }

static size_t least_of(size_t a, size_t b) { return a < b ? a : b; }

// The least number of letters to add, remove, replace or swap with the next one, without regard to case. Words longer
// than LONGEST count as different in every letter.
static size_t distance_between(const char *a, const char *b) {
  size_t rows[3][LONGEST + 1], m = strlen(a), n = strlen(b);
  if (m > LONGEST || n > LONGEST)
    return LONGEST;
  for (size_t i = 0; i <= m; i++) {
    size_t *row = rows[i % 3], *above = rows[(i + 2) % 3];
    for (size_t j = 0; j <= n; j++) {
      if (i == 0 || j == 0) {
        row[j] = i + j;
        continue;
      }
      row[j] = least_of(above[j - 1] + !is_same(a[i - 1], b[j - 1]), least_of(above[j], row[j - 1]) + 1);
      if (i > 1 && j > 1 && is_same(a[i - 1], b[j - 2]) && is_same(a[i - 2], b[j - 1]))
        row[j] = least_of(row[j], rows[(i + 1) % 3][j - 2] + 1);
    }
  }
  return rows[m % 3][n];
}

// Half of a short word may be wrong, fewer letters of a long one; but one letter must be right.
void nearest_try(nearest *n, const char *name) {
  if (!name)
    return;
  size_t length = strlen(n->wanted), most = 1 + length / 4, distance = distance_between(n->wanted, name);
  if (distance > most || distance >= length || (n->name && distance >= n->distance))
    return;
  n->name = name;
  n->distance = distance;
}

const char *nearest_hint(const nearest *n, arena *memory) {
  return n->name ? arena_printf(memory, "did you mean '%s'?", n->name) : NULL;
}
