// Chooses which searches run with which heuristics.
#include "cli/compare.h"

#include "check/choice.h"
#include "check/model.h"
#include "cli/message.h"
#include <string.h>

typedef VEC(const char *) names;

typedef struct {
  comparison *to;
  cli_request *request;
  arena *memory;
  names searches, heuristics;
  beeline_options options; // all but search and heuristic
  const char *last_reason;
} plan;

// A comma ends a name, unless it is followed by another KEY=VALUE of the same name: "beam:k=3,width=flexible,bfs".
// An estimate with an expression, in which there may be commas, comes last.
static size_t name_length(const char *text) {
  size_t length = strcspn(text, ",");
  if (check_takes_term(text, length))
    return strlen(text);
  while (text[length]) {
    const char *next = text + length + 1;
    if (next[strcspn(next, ",:=")] != '=')
      break;
    length += 1 + strcspn(next, ",");
  }
  return length;
}

static void split(plan *p, const char *text, names *out) {
  for (;;) {
    size_t length = name_length(text);
    vec_push(p->request->memory, out, (const char *)arena_copy(p->memory, text, length));
    if (!text[length])
      return;
    text += length + 1;
  }
}

// Searches and estimates that do not answer the question are left out, unless the user has named them.
static void collect_names(plan *p, const beeline_check *about) {
  const cli_request *q = p->request;
  for (uint32_t i = 0; i < q->searches.count; i++)
    split(p, q->searches.at[i], &p->searches);
  for (const check_engine *e = check_engines; !q->searches.count && e->name; e++)
    if (e->method && check_has_question_for(about, e->supports))
      vec_push(q->memory, &p->searches, check_engine_name(e));
  for (uint32_t i = 0; i < q->heuristics.count; i++)
    split(p, q->heuristics.at[i], &p->heuristics);
  for (uint32_t i = 0; !q->heuristics.count && check_heuristics[i]; i++) {
    const heuristic_kind *h = check_heuristics[i];
    if (!h->needs_known && !h->takes_term && check_has_question_for(about, check_estimate_supports(h)))
      vec_push(q->memory, &p->heuristics, h->name);
  }
}

static bool choose(plan *p, const char *method, const char *estimate, check_choice *choice) {
  diags d = {.memory = p->memory};
  beeline_options options = {.search = method, .heuristic = estimate};
  if (check_choose(&d, check_network(p->to->model), &options, choice))
    return true;
  cli_error(p->request, d.first->hint, "%s", d.first->message);
  return false;
}

// With the options of its own that it was named with.
static bool uses_estimates(const check_choice *choice) {
  const search_method *m = choice->method;
  return m->uses_estimate && !(m->ignores && m->ignores(&choice->method_keys, &heuristic_hl));
}

// All names are checked before the first run. A heuristic is checked together with a search that uses one.
static bool check_names(plan *p) {
  check_choice choice;
  const char *user = NULL;
  for (uint32_t i = 0; i < p->searches.count; i++) {
    if (!choose(p, p->searches.at[i], heuristic_zero.name, &choice))
      return false;
    if (!user && uses_estimates(&choice))
      user = p->searches.at[i];
  }
  if (!user && p->request->heuristics.count) {
    cli_error(p->request, NULL, "--heuristic %s has no effect: none of the searches uses an estimate",
              p->request->heuristics.at[0]);
    return false;
  }
  for (uint32_t i = 0; user && i < p->heuristics.count; i++)
    if (!choose(p, user, p->heuristics.at[i], &choice))
      return false;
  return true;
}

static void print_refusal(const plan *p, const beeline_check *check, beeline_status status) {
  cli_print_diagnostics(p->request, NULL, check);
  if (status == BEELINE_EXIT_MEMORY)
    cli_memory_error(p->request);
}

// A search that does not support the heuristic is an error if the user named both; otherwise the pair is skipped with a
// note.
static beeline_status add_run(plan *p, const char *method, const char *estimate, bool is_blind) {
  p->options.search = method;
  p->options.heuristic = estimate;
  compare_run run = {.search = method, .heuristic = estimate, .is_blind = is_blind};
  run.check = beeline_check_new(p->to->model, &p->options);
  beeline_status status = beeline_check_status(run.check);
  bool is_skipped = status == BEELINE_EXIT_USAGE && !(p->request->searches.count && p->request->heuristics.count);
  beeline_diagnostic why;
  if (status == BEELINE_OK) {
    vec_push(p->request->memory, &p->to->runs, run);
    return BEELINE_OK;
  }
  if (!is_skipped)
    print_refusal(p, run.check, status);
  else if (beeline_check_diagnostic(run.check, 0, &why) &&
           (!p->last_reason || strcmp(why.message, p->last_reason) != 0)) {
    p->last_reason = arena_string(p->memory, why.message);
    cli_note(p->request, "skipped: %s", p->last_reason);
  }
  beeline_check_delete(run.check);
  return is_skipped ? BEELINE_OK : status;
}

static beeline_status add_runs(plan *p, const char *method) {
  check_choice choice;
  if (strcmp(method, "auto") == 0) // it also chooses the heuristics
    return add_run(p, method, "auto", true);
  if (!choose(p, method, heuristic_zero.name, &choice))
    return BEELINE_EXIT_USAGE;
  if (!uses_estimates(&choice))
    return add_run(p, method, heuristic_zero.name, true);
  beeline_status status = BEELINE_OK;
  for (uint32_t i = 0; i < p->heuristics.count && status == BEELINE_OK; i++)
    status = add_run(p, method, p->heuristics.at[i], false);
  return status;
}

// Checks the other options once, before the runs, so that an error in them is not printed for every run.
static beeline_status try_options(const plan *p, const beeline_check *check) {
  beeline_status status = beeline_check_status(check);
  if (status != BEELINE_OK) {
    print_refusal(p, check, status);
  } else if (beeline_check_result(check, 1)) {
    cli_error(p->request, "choose one with --property; see `beeline info`", "compare checks one property at a time");
    status = BEELINE_EXIT_USAGE;
  }
  return status;
}

beeline_status compare_plan(comparison *c) {
  cli_request *q = c->request;
  plan p = {.to = c, .request = q, .memory = arena_new(q->memory), .options = q->check};
  p.options.search = p.options.heuristic = NULL;
  beeline_check *about = beeline_check_new(c->model, &p.options);
  beeline_status status = try_options(&p, about);
  if (status == BEELINE_OK)
    collect_names(&p, about);
  beeline_check_delete(about);
  if (status == BEELINE_OK && !check_names(&p))
    status = BEELINE_EXIT_USAGE;
  for (uint32_t i = 0; i < p.searches.count && status == BEELINE_OK; i++)
    status = add_runs(&p, p.searches.at[i]);
  if (status == BEELINE_OK && !c->runs.count) {
    cli_error(q, NULL, "no search supports these options");
    status = BEELINE_EXIT_USAGE;
  }
  return status;
}
