#define _GNU_SOURCE
#include "check/model.h"

#include "base/clock.h"
#include "check/input.h"
#include "check/machine.h"
#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct {
  mem *memory;
  const char *file;
  const beeline_load_options *options;
  beeline_model *model;
  bool is_formula; // file is a formula
} load_job;

bool check_model_is_stopped(const beeline_model *model) { return model->stop && model->stop(model->stop_context); }

static bool is_due(void *context) {
  const beeline_model *model = context;
  return check_model_is_stopped(model) || (model->deadline > 0 && clock_wall() >= model->deadline);
}

static void make_handle(void *argument) {
  load_job *job = argument;
  job->model = mem_alloc(job->memory, sizeof *job->model);
  job->model->memory = job->memory;
}

bool check_can_read(diags *d, const char *file) {
  struct stat status;
  int why = 0;
  if (strcmp(file, "-") == 0)
    return true;
  if (stat(file, &status) != 0 || access(file, R_OK) != 0)
    why = errno;
  else if (S_ISDIR(status.st_mode))
    why = EISDIR;
  if (why)
    diag_add(d, DIAG_ERROR, (place){.file = file}, NULL, "cannot read the file: %s", strerror(why));
  return !why;
}

static const check_language *find_language(beeline_model *model, const char *name) {
  if (!name || strcmp(name, "auto") == 0)
    return input_keep(&model->diags, model->file) ? check_language_of(&model->diags, model->file) : NULL;
  const check_language *language = check_language_named(name);
  if (!language) {
    diag_add(&model->diags, DIAG_ERROR, (place){0}, "see `beeline list languages`", "there is no language '%s'", name);
    model->status = BEELINE_EXIT_USAGE;
  }
  return language;
}

// MODEL.q beside MODEL.xta.
static const char *file_beside(arena *memory, const char *file) {
  const char *slash = strrchr(file, '/'), *dot = strrchr(slash ? slash : file, '.');
  const char *beside = arena_printf(memory, "%.*s.q", dot ? (int)(dot - file) : (int)strlen(file), file);
  return strcmp(file, "-") != 0 && access(beside, R_OK) == 0 ? beside : NULL;
}

static bool load_queries(beeline_model *model, const char *file) {
  diags *d = &model->diags;
  if (!file && model->language->query_file && !model->net->properties.count)
    file = file_beside(model->arena, model->file);
  if (!file)
    return true;
  file = arena_string(model->arena, file);
  if (!model->language->query_file) {
    diag_add(d, DIAG_ERROR, (place){.file = file}, NULL, "the language %s has no query files", model->language->name);
    return false;
  }
  model->net->properties.count = 0;
  if (!check_can_read(d, file) || !model->language->query_file(model->front_end, d, file))
    return false;
  if (!model->net->properties.count)
    diag_add(d, DIAG_ERROR, (place){.file = file}, NULL, "there is no query in this file");
  return model->net->properties.count > 0;
}

static network *load_names(beeline_model *model, const char *formula) {
  model->language = check_languages[0];
  model->file = "formula";
  network *n = model->language->load_names(model->arena, &model->diags, formula, &model->front_end);
  for (diag *e = model->diags.first; e; e = e->next)
    e->source = arena_string(model->arena, formula);
  return n;
}

static void load(void *argument) {
  load_job *job = argument;
  beeline_model *model = job->model;
  const beeline_load_options *options = job->options;
  model->arena = arena_new(model->memory);
  model->diags.memory = model->arena;
  model->file = arena_string(model->arena, job->file);
  model->status = BEELINE_EXIT_INPUT;
  if (!job->is_formula && !check_can_read(&model->diags, model->file))
    return;
  model->status = BEELINE_OK;
  if (job->is_formula)
    model->net = load_names(model, job->file);
  else if ((model->language = find_language(model, options->language)))
    model->net = model->language->load(model->arena, &model->diags, model->file, options->arguments,
                                       options->argument_count, &model->front_end);
  if (model->net && !job->is_formula && !load_queries(model, options->query_file))
    model->net = NULL;
  if (model->net)
    net_finish(model->net);
  else if (model->status == BEELINE_OK)
    model->status = check_diagnostics_status(&model->diags);
}

static beeline_model *load_model(const char *file, const beeline_load_options *options, bool is_formula) {
  static const beeline_load_options defaults;
  options = options ? options : &defaults;
  double started = clock_wall();
  uint64_t limit = options->memory_limit ? options->memory_limit : machine_memory() / 5 * 4;
  mem *account = mem_new(limit);
  load_job job = {
      .memory = account ? mem_new_within(account) : NULL, .file = file, .options = options, .is_formula = is_formula};
  if (account)
    mem_fail_at(account, options->fail_at);
  if (!job.memory || mem_try(job.memory, make_handle, &job) != MEM_OK) {
    mem_delete(job.memory);
    mem_delete(account);
    return NULL;
  }
  beeline_model *model = job.model;
  model->account = account;
  model->memory_limit = limit;
  model->deadline = options->time_limit > 0 ? started + options->time_limit : 0;
  model->stop = options->stop;
  model->stop_context = options->stop_context;
  mem_set_stop(model->memory, is_due, model);
  mem_status status = mem_try(model->memory, load, &job);
  mem_set_stop(model->memory, NULL, NULL);
  if (status != MEM_OK) {
    model->net = NULL;
    model->status = status == MEM_EXHAUSTED         ? BEELINE_EXIT_MEMORY
                    : check_model_is_stopped(model) ? BEELINE_EXIT_INTERRUPTED
                                                    : BEELINE_EXIT_TIME;
  }
  model->seconds = clock_wall() - started;
  return model;
}

beeline_model *beeline_load(const char *file, const beeline_load_options *options) {
  return load_model(file, options, false);
}

beeline_model *check_load_names(const char *formula, const beeline_load_options *options) {
  return load_model(formula, options, true);
}

void beeline_model_delete(beeline_model *model) {
  if (!model)
    return;
  mem *account = model->account;
  mem_delete(model->memory);
  mem_delete(account);
}

beeline_status beeline_model_status(const beeline_model *model) { return model ? model->status : BEELINE_EXIT_MEMORY; }
const char *beeline_model_file(const beeline_model *model) { return model ? model->file : NULL; }
double beeline_model_seconds(const beeline_model *model) { return model ? model->seconds : 0; }
const network *check_network(const beeline_model *model) { return model ? model->net : NULL; }

const char *beeline_model_language(const beeline_model *model) {
  return model && model->language ? model->language->name : NULL;
}

bool beeline_model_diagnostic(const beeline_model *model, uint32_t index, beeline_diagnostic *out) {
  return model && check_diagnostic(&model->diags, index, out);
}

bool check_diagnostic(const diags *d, uint32_t index, beeline_diagnostic *out) {
  const diag *at = d->first;
  for (; at && index; index--)
    at = at->next;
  if (!at)
    return false;
  beeline_diagnostic_kind kind = at->kind == DIAG_ERROR     ? BEELINE_ERROR
                                 : at->kind == DIAG_WARNING ? BEELINE_WARNING
                                                            : BEELINE_UNSUPPORTED;
  *out = (beeline_diagnostic){
      .kind = kind, .at = check_place(at->at), .message = at->message, .hint = at->hint, .source = at->source};
  return true;
}

beeline_status check_diagnostics_status(const diags *d) {
  return d->errors && d->errors == d->unsupported ? BEELINE_EXIT_UNSUPPORTED : BEELINE_EXIT_INPUT;
}

beeline_place check_place(place at) { return (beeline_place){at.file, at.line, at.column}; }
