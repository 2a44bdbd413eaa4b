// The loop of a lasso at an earlier state: where its steps, begun with any of them, can be taken in a state of the stem
// and lead back to it, the rest of the stem is not needed, if the claim still accepts (Edelkamp, Mehler, Jabbar:
// Tutorial on directed model checking, ICAPS 2005, "improving liveness trails").
#include "check/verdict.h"

#include "trace/replay.h"

enum {
  MOST_STEPS = 2000,  // of a lasso that is treated in this way
  MOST_WORK = 200000, // steps replayed
};

typedef struct place_in_stem { // a state of the stem in which a step of the loop is possible
  uint32_t at, first;          // number of steps before it; the step, counted from the start of the loop
} place_in_stem;

typedef struct slide {
  mem *m;
  const answer *lasso;
  uint32_t at;
  VEC(place_in_stem) places; // in the order of `at`
} slide;

static void note_step(void *context, const net_action *step) {
  slide *s = context;
  const answer *a = s->lasso;
  for (uint32_t i = 0; i < a->loop_length; i++) {
    place_in_stem here = {.at = s->at, .first = i};
    if (net_is_same_action(&a->steps.at[answer_loop_start(a) + i], step))
      vec_push(s->m, &s->places, here);
  }
}

static void look_at_start(void *context, reference *r) { ref_possible(r, note_step, context); }

static void look_after_step(void *context, reference *r, const trace_event *e) {
  slide *s = context;
  s->at = e->index + 1;
  if (s->at < answer_loop_start(s->lasso))
    ref_possible(r, note_step, s);
}

static void fill_in(mem *m, answer *to, const answer *a, place_in_stem p) {
  const net_action *loop = &a->steps.at[answer_loop_start(a)];
  to->steps.count = 0;
  for (uint32_t i = 0; i < p.at; i++)
    vec_push(m, &to->steps, a->steps.at[i]);
  for (uint32_t i = 0; i < a->loop_length; i++)
    vec_push(m, &to->steps, loop[(p.first + i) % a->loop_length]);
}

typedef struct {
  beeline_check *check;
  check_item *item;
  answer shorter;
  bool is_found;
} slide_job;

static void find_slide(void *argument) {
  slide_job *job = argument;
  mem *m = job->check->memory;
  const network *n = job->check->model->net;
  const answer *a = &job->item->answer;
  slide s = {.m = m, .lasso = a};
  trace_visitor visitor = {.context = &s, .start = look_at_start, .step = look_after_step};
  trace_replay(m, n, a, &visitor);
  job->shorter = (answer){.loop_length = a->loop_length, .end = a->end, .claim = a->claim, .formula = a->formula};
  job->shorter.is_fair = a->is_fair;
  uint64_t work = 0;
  for (uint32_t i = 0; i < s.places.count && work < MOST_WORK && !job->is_found; i++) {
    fill_in(m, &job->shorter, a, s.places.at[i]);
    work += job->shorter.steps.count;
    job->is_found = trace_replay(m, n, &job->shorter, NULL).ok;
  }
  vec_free(m, &s.places);
}

bool polish_slide(beeline_check *check, check_item *item) {
  slide_job job = {.check = check, .item = item};
  const answer *a = &item->answer;
  if (check->model->net->is_timed || !a->loop_length || a->steps.count > MOST_STEPS || answer_loop_start(a) == 0)
    return false;
  const char *why_not;
  beeline_reason reason;
  verdict_find find = {.answer = &job.shorter, .cost = SEARCH_NO_BOUND};
  bool is_taken = check_try(check, find_slide, &job) == MEM_OK && job.is_found &&
                  verdict_try(check, item, &find, &why_not, &reason) == VERDICT_TAKEN;
  answer_free(check->memory, &job.shorter);
  return is_taken;
}
