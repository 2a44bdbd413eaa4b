#define _GNU_SOURCE
#include "cli/progress.h"

#include <inttypes.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { LINE = 512, QUERY = 160 };

char *cli_number(uint64_t number, char buffer[static 32]) {
  char digits[24];
  int length = snprintf(digits, sizeof digits, "%" PRIu64, number);
  char *to = buffer;
  for (int i = 0; i < length; i++) {
    if (i && (length - i) % 3 == 0)
      *to++ = ',';
    *to++ = digits[i];
  }
  *to = 0;
  return buffer;
}

char *cli_size(uint64_t bytes, char buffer[static 32]) {
  static const char *const units[] = {"bytes", "KB", "MB", "GB", "TB"};
  double value = (double)bytes;
  uint32_t unit = 0;
  for (; value >= 1000 && unit < 4; unit++)
    value /= 1024;
  snprintf(buffer, 32, unit ? "%.1f %s" : "%.0f %s", value, units[unit]);
  return buffer;
}

// The least estimate seen and that of the initial state; nothing if the search uses no estimate.
static char *estimate(const beeline_stats *s, char buffer[static 64]) {
  *buffer = 0;
  if (s->h_initial > 0 && s->h_best >= 0)
    snprintf(buffer, 64, "h %" PRId64 " of %" PRId64 "  ", s->h_best, s->h_initial);
  return buffer;
}

// "query 2 of 5: E<> P.crash  ". A question that is not the user's, about errors of any kind, is not named.
static char *query(const cli_progress *p, char buffer[static QUERY]) {
  uint32_t current = beeline_check_current(p->check), count = 0;
  const beeline_result *r = beeline_check_result(p->check, current);
  while (beeline_check_result(p->check, count))
    count++;
  *buffer = 0;
  if (count > 1)
    snprintf(buffer, QUERY, "query %u of %u: %.60s  ", current + 1, count, r->property_text);
  else if (r && strcmp(r->property_kind, "safety") != 0)
    snprintf(buffer, QUERY, "%.60s  ", r->property_text);
  return buffer;
}

// Columns of the terminal; a line that is longer would be wrapped, and only its last part be replaced by the next one.
static size_t width_of(const cli_progress *p) {
  struct winsize size = {0};
  if (!p->on_terminal || ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col < 2)
    return SIZE_MAX;
  return size.ws_col - 1u;
}

// Cuts the text to so many characters (of UTF-8).
static void cut(char *text, size_t width) {
  for (size_t characters = 0; *text; text++) {
    bool continues = ((unsigned char)*text & 0xc0) == 0x80;
    if (!continues && characters++ == width)
      *text = 0;
    if (!*text)
      return;
  }
}

static void show_line(cli_progress *p, char *line) {
  cut(line, width_of(p));
  fprintf(stderr, p->on_terminal ? "\r%s\033[K" : "%s\n", line);
  fflush(stderr);
  p->is_shown = true;
}

static void show_preparation(cli_progress *p, const beeline_preparation *now, const beeline_stats *s) {
  char line[LINE], name[QUERY], number[32], memory[32], count[96] = "";
  if (now->what)
    snprintf(count, sizeof count, ": %s %s", cli_number(now->count, number), now->what);
  snprintf(line, sizeof line, "%spreparing %s%s  %s  %.1f s", p->what ? p->what : query(p, name), now->name, count,
           cli_size(s->memory_bytes, memory), s->total_s);
  show_line(p, line);
}

static void show(void *context, const beeline_stats *s) {
  cli_progress *p = context;
  beeline_preparation now;
  if (beeline_check_preparing(p->check, &now)) {
    show_preparation(p, &now, s);
    return;
  }
  char line[LINE], name[QUERY], states[32], rate[32], open[32], depth[32], memory[32], h[64];
  double seconds = s->search_s > 0 ? s->search_s : 1;
  snprintf(line, sizeof line, "%s%s states  %s/s  open %s  depth %s  %s%s  %.1f s", p->what ? p->what : query(p, name),
           cli_number(s->stored, states), cli_number((uint64_t)((double)s->stored / seconds), rate),
           cli_number(s->open, open), cli_number(s->max_depth, depth), estimate(s, h),
           cli_size(s->memory_bytes, memory), s->total_s);
  show_line(p, line);
}

void cli_progress_start(cli_progress *p, const cli_request *request, beeline_options *options) {
  *p = (cli_progress){.on_terminal = isatty(STDERR_FILENO)};
  if (!request->progress && (!p->on_terminal || request->quiet))
    return;
  p->is_wanted = true;
  options->progress = show;
  options->progress_context = p;
}

void cli_progress_name(cli_progress *p, const char *text) {
  char line[LINE];
  p->what = text;
  if (!p->is_wanted)
    return;
  snprintf(line, sizeof line, "%s", text);
  show_line(p, line);
}

void cli_progress_end(cli_progress *p) {
  if (p->is_shown && p->on_terminal)
    fputs("\r\033[K", stderr);
  p->is_shown = false;
}
