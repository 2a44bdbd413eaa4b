// UPPAAL's own traces (.xtr): numbers and dots. See write_xtr.c.
#include "trace/recover.h"

#include <ctype.h>

typedef struct xtr_reader {
  trace_reader *reader;
  recovery recovery;
  told told;
  uint32_t line, step;
} xtr_reader;

static bool fail(xtr_reader *x, const char *why) {
  return trace_reader_error(x->reader, x->line,
                            "use the model that the .xtr file was made from: the numbers in it depend on the model",
                            "step %u: %s", x->step, why);
}

static int next_char(xtr_reader *x) {
  int c = getc(x->reader->in);
  x->line += c == '\n';
  return c;
}

static void put_back(xtr_reader *x, int c) {
  x->line -= c == '\n';
  ungetc(c, x->reader->in);
}

static int skip(xtr_reader *x, bool over_lines) {
  int c = next_char(x);
  while (c != EOF && isspace(c) && (over_lines || c != '\n'))
    c = next_char(x);
  put_back(x, c);
  return c;
}

// The next number, if there is one before the next dot.
static bool read_number(xtr_reader *x, int64_t *out) {
  int c = skip(x, true);
  if (c != '-' && !isdigit(c))
    return false;
  bool is_negative = c == '-';
  if (is_negative)
    next_char(x);
  *out = 0;
  for (c = next_char(x); isdigit(c); c = next_char(x))
    *out = *out < INT32_MAX ? *out * 10 + (c - '0') : INT32_MAX;
  put_back(x, c);
  *out = is_negative ? -*out : *out;
  return true;
}

static bool read_dot(xtr_reader *x) {
  if (skip(x, true) != '.')
    return fail(x, "expected a dot");
  next_char(x);
  return true;
}

static bool read_locations(xtr_reader *x) {
  int64_t number;
  while (read_number(x, &number))
    vec_push(x->reader->m, &x->told.locations, number);
  if (!read_dot(x))
    return false;
  return x->told.locations.count == x->reader->net->processes.count ||
         fail(x, "the number of locations is not the number of processes");
}

// A zone with clocks that the model does not have is ignored.
static bool read_zone(xtr_reader *x) {
  uint32_t clocks = x->reader->net->clocks.count + SYMBOLIC_FIRST_CLOCK;
  zone z = zone_new(x->reader->m, clocks);
  bool fits = true;
  int64_t a, b, bound;
  for (uint32_t i = 1; i < clocks * clocks; i++)
    z.at[i] = i < clocks || i % (clocks + 1) == 0 ? zone_bound(0, false) : ZONE_NO_BOUND;
  while (read_number(x, &a)) {
    if (!read_number(x, &b) || !read_number(x, &bound) || !read_dot(x)) {
      zone_free(&z);
      return fail(x, "expected a bound: two clocks, a number and a dot");
    }
    fits = fits && a >= 0 && b >= 0 && a < clocks && b < clocks &&
           zone_require(&z, (uint32_t)a, (uint32_t)b, zone_bound(bound >> 1, bound & 1));
  }
  if (fits)
    x->told.zone = z;
  else
    zone_free(&z);
  return read_dot(x);
}

// Which variables UPPAAL writes is not known for every model: a different number of them is ignored.
static bool read_values(xtr_reader *x) {
  int64_t number;
  while (read_number(x, &number))
    vec_push(x->reader->m, &x->told.values, ((told_value){true, (int32_t)number}));
  if (x->told.values.count != x->recovery.cells.count)
    x->told.values.count = 0;
  return read_dot(x);
}

// A process, an edge, and the values that it selects, up to a semicolon. Without semicolons, one on each line, it is a
// file of UPPAAL before 4.0, where edges were counted from 1.
static bool read_part(xtr_reader *x, int64_t pid) {
  told_part p = {.pid = (int32_t)pid, .from = TOLD_NOTHING, .to = TOLD_NOTHING, .says_chosen = true};
  int64_t number;
  if (!read_number(x, &p.edge))
    return fail(x, "expected the number of an edge after that of a process");
  int c = skip(x, false);
  while (c != ';' && c != '\n' && read_number(x, &number)) {
    vec_push(x->reader->m, &p.chosen, (int32_t)number);
    c = skip(x, false);
  }
  if (c == ';')
    next_char(x);
  p.edge -= c != ';';
  vec_push(x->reader->m, &x->told.parts, p);
  return c == ';' || c == '\n' || fail(x, "expected a semicolon");
}

static bool read_transition(xtr_reader *x) {
  int64_t pid;
  while (read_number(x, &pid))
    if (!read_part(x, pid))
      return false;
  return read_dot(x);
}

static bool read_state(xtr_reader *x) {
  told_clear(x->reader->m, &x->told);
  return read_locations(x) && read_zone(x) && read_values(x);
}

static bool read_all(xtr_reader *x) {
  if (!read_state(x))
    return false;
  if (recovery_differs(&x->recovery, &x->recovery.now.now, &x->told))
    return fail(x, "this is not the initial state of the model");
  for (int c = skip(x, true); c != '.'; c = skip(x, true)) {
    x->step++;
    if (c == EOF)
      return fail(x, "the file ends too early");
    if (!read_state(x) || !read_transition(x))
      return false;
    const char *why = recovery_step(&x->recovery, &x->told);
    if (why)
      return fail(x, why);
  }
  return recovery_finish(&x->recovery);
}

bool trace_read_xtr(trace_reader *r) {
  xtr_reader x = {.reader = r, .line = 1};
  recovery_open(&x.recovery, r);
  bool ok = read_all(&x);
  told_clear(r->m, &x.told);
  vec_free(r->m, &x.told.parts);
  vec_free(r->m, &x.told.locations);
  vec_free(r->m, &x.told.values);
  recovery_close(&x.recovery);
  return ok;
}
