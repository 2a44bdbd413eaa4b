#define _GNU_SOURCE
#include "base/clock.h"
#include "cli/help.h"
#include "cli/interrupt.h"
#include "cli/json.h"
#include "cli/message.h"
#include "cli/options.h"

#include <fcntl.h>
#include <unistd.h>

typedef struct {
  int argc;
  char **argv;
  cli_request request;
  beeline_status status;
} program;

static beeline_status run(cli_request *q) {
  if (q->help) {
    help_print(q->verb);
  } else if (q->version) {
    printf("beeline %s\n", BEELINE_VERSION);
  } else if (q->generate) {
    if (!help_generate(q->generate)) {
      cli_error(q, NULL, "--generate expects man, bash, zsh or fish, not '%s'", q->generate);
      return BEELINE_EXIT_USAGE;
    }
  } else {
    return q->verb->run(q);
  }
  return cli_finish_output(q, BEELINE_OK);
}

static void parse_and_run(void *argument) {
  program *p = argument;
  p->status = cli_parse(&p->request, p->argc, p->argv) ? run(&p->request) : BEELINE_EXIT_USAGE;
}

// If a standard stream is closed, the next file that is opened would get its number, and output would go into that
// file. Standard output is opened for reading only, so that writing to it still fails.
static void fill_standard_streams(void) {
  for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; stream++)
    if (fcntl(stream, F_GETFD) == -1 && open("/dev/null", stream == STDERR_FILENO ? O_WRONLY : O_RDONLY) != stream)
      _exit(BEELINE_EXIT_IO);
}

int main(int argc, char **argv) {
  fill_standard_streams();
  cli_interrupt_install();
  program p = {.argc = argc, .argv = argv, .request = {.started = clock_wall()}, .status = BEELINE_EXIT_MEMORY};
  p.request.memory = mem_new(0);
  p.request.text = stdout;
  p.request.messages = json_array();
  if (!p.request.memory || mem_try(p.request.memory, parse_and_run, &p) != MEM_OK)
    cli_memory_error(&p.request);
  json_decref(p.request.messages);
  mem_delete(p.request.memory);
  return p.status;
}
