#include "base/file.h"

#include "base/text.h"
#include <errno.h>
#include <string.h>

typedef struct {
  FILE *in;
  text_buffer text;
} read_job;

static void read_all(void *argument) {
  read_job *job = argument;
  char piece[1 << 14];
  for (size_t count; (count = fread(piece, 1, sizeof piece, job->in)) > 0;)
    text_add_bytes(&job->text, piece, count);
  text_add_bytes(&job->text, "", 0);
}

char *file_read(arena *memory, diags *d, const char *file, size_t *length, bool *is_readable) {
  bool is_input = strcmp(file, "-") == 0;
  mem *m = arena_mem(memory);
  read_job job = {.in = is_input ? stdin : fopen(file, "rb"), .text = {.memory = m}};
  int why = job.in ? 0 : errno;
  mem_status reading = MEM_OK;
  if (job.in) {
    reading = mem_try(m, read_all, &job);
    why = ferror(job.in) ? errno : 0;
    if (!is_input)
      fclose(job.in);
  }
  if (reading != MEM_OK)
    mem_exhausted(m);
  bool is_wanted = !why && (length || strlen(job.text.at) == job.text.length);
  if (!is_wanted)
    diag_add(d, DIAG_ERROR, (place){.file = file}, NULL, "cannot read the file: %s",
             why ? strerror(why) : "it is not a text file");
  char *text = is_wanted ? arena_copy(memory, job.text.at, job.text.length) : NULL;
  if (length)
    *length = job.text.length;
  if (is_readable)
    *is_readable = !why;
  text_free(&job.text);
  return text;
}
