// Searches may differ in what they prove, but two proofs must not contradict each other.
#include "cli/compare.h"

char *compare_name(const compare_run *run, char *buffer, size_t size) {
  snprintf(buffer, size, run->is_blind ? "%s" : "%s %s", run->search, run->heuristic);
  return buffer;
}

static const char *contradicts(const compare_run *a, const compare_run *b, char *buffer, size_t size) {
  const beeline_result *x = a->result, *y = b->result;
  char one[128], other[128];
  compare_name(a, one, sizeof one);
  compare_name(b, other, sizeof other);
  if (x->verdict == BEELINE_VIOLATED && y->verdict == BEELINE_SATISFIED) {
    snprintf(buffer, size, "'%s' says violated, but '%s' says satisfied", one, other);
    return buffer;
  }
  bool are_alike = x->has_trace && y->has_trace && x->verdict == y->verdict;
  // A claim may repeat itself later than the model, so a lasso can be shorter than the shortest one of the product.
  bool is_proof = compare_has_proof(x) && (!x->trace_is_lasso || x->trace_is_tight);
  if (are_alike && is_proof && y->trace_length < x->trace_length) {
    snprintf(buffer, size, "'%s' says that no trace is shorter than %llu steps, but '%s' has one of %llu", one,
             (unsigned long long)x->trace_length, other, (unsigned long long)y->trace_length);
    return buffer;
  }
  return NULL;
}

const char *compare_contradiction(const compare_run *runs, uint32_t count, char *buffer, size_t size) {
  for (uint32_t i = 0; i < count; i++)
    for (uint32_t j = 0; j < count; j++)
      if (i != j && contradicts(&runs[i], &runs[j], buffer, size))
        return buffer;
  return NULL;
}
