#define _GNU_SOURCE
#include "cli/progress.h"

#include <inttypes.h>
#include <string.h>
#include <unistd.h>

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

static void show(void *context, const beeline_stats *s) {
  cli_progress *p = context;
  char states[32], rate[32], open[32], depth[32], memory[32], h[64];
  double seconds = s->search_s > 0 ? s->search_s : 1;
  fprintf(stderr, "%s%s%s states  %s/s  open %s  depth %s  %s%s  %.1f s%s", p->on_terminal ? "\r" : "",
          p->what ? p->what : "", cli_number(s->stored, states),
          cli_number((uint64_t)((double)s->stored / seconds), rate), cli_number(s->open, open),
          cli_number(s->max_depth, depth), estimate(s, h), cli_size(s->memory_bytes, memory), s->total_s,
          p->on_terminal ? "\033[K" : "\n");
  fflush(stderr);
  p->is_shown = true;
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
  p->what = text;
  if (!p->is_wanted)
    return;
  fprintf(stderr, p->on_terminal ? "\r%s\033[K" : "%s\n", text);
  fflush(stderr);
  p->is_shown = true;
}

void cli_progress_end(cli_progress *p) {
  if (p->is_shown && p->on_terminal)
    fputs("\r\033[K", stderr);
  p->is_shown = false;
}
