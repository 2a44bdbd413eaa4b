// "Ways of a broadcast" of docs/network.md: each other process has options (to answer by an edge, or not to answer
// because one bound of each such edge fails), and a way is one option for each.
#include "trace/ref_internal.h"

enum { IS_NOT_TOLD = 0 };
static const uint64_t MOST_WAYS = UINT32_MAX - 1; // 2^32 - 2

typedef struct member { // of the broadcast
  int32_t pid;
  bool is_required;
  ref_participants edges; // whose guard and label fit
  VEC(uint32_t) ends;     // by edge: the end of its limits
  ref_limits limits;
  uint64_t options;
} member;

typedef struct broadcast {
  const ref_look_out *o;
  ref_joint *j;
  VEC(member) members; // all processes but the caller
} broadcast;

static uint64_t times(uint64_t a, uint64_t b) { // stays beyond MOST_WAYS once it is
  uint64_t product;
  return __builtin_mul_overflow(a, b, &product) ? UINT64_MAX : product;
}

static uint32_t first_limit(const member *p, uint32_t edge) { return edge == 0 ? 0 : p->ends.at[edge - 1]; }

static bool is_required(const net_label *l, int32_t pid) {
  for (uint32_t i = 0; i < l->required.count; i++)
    if (l->required.at[i] == pid)
      return true;
  return false;
}

static member look_at_member(mem *m, ref_state *s, int32_t pid, int32_t label) {
  member p = {.pid = pid, .is_required = is_required(&s->net->labels.at[label], pid)};
  const net_location *location = ref_location(s, pid);
  uint64_t refusals = p.is_required ? 0 : 1;
  for (uint32_t i = 0; i < location->edges.count; i++) {
    const net_edge *e = s->net->edges.at[location->edges.at[i]];
    uint32_t before = p.limits.count;
    int32_t own;
    fault ignored; // the edge is a step of its own then
    if (e->sync.kind != SYNC_ANSWER || !ref_edge_asks(m, s, pid, e, &p.limits, &own, &ignored) || own != label) {
      p.limits.count = before;
      continue;
    }
    vec_push(m, &p.edges, ((ref_participant){pid, e}));
    vec_push(m, &p.ends, p.limits.count);
    refusals = times(refusals, p.limits.count - before);
  }
  p.options = refusals > MOST_WAYS ? refusals : p.edges.count + refusals;
  return p;
}

static void gather(broadcast *c, mem *m, ref_state *s) {
  for (int32_t pid = 0; pid < (int32_t)s->processes.count; pid++)
    if (pid != c->j->by.pid)
      vec_push(m, &c->members, look_at_member(m, s, pid, c->j->label));
}

static void disperse(broadcast *c, mem *m) {
  for (uint32_t i = 0; i < c->members.count; i++) {
    vec_free(m, &c->members.at[i].edges);
    vec_free(m, &c->members.at[i].ends);
    vec_free(m, &c->members.at[i].limits);
  }
  vec_free(m, &c->members);
}

static uint64_t count_ways(const broadcast *c) {
  uint64_t ways = 1;
  for (uint32_t i = 0; i < c->members.count; i++)
    if (c->members.at[i].options == 0)
      return 0;
  for (uint32_t i = 0; i < c->members.count; i++)
    ways = times(ways, c->members.at[i].options);
  return ways;
}

static void add_option(mem *m, const member *p, uint64_t option, ref_joint *j) {
  if (option < p->edges.count) {
    vec_push(m, &j->parts, p->edges.at[option]);
    for (uint32_t i = first_limit(p, (uint32_t)option); i < p->ends.at[option]; i++)
      vec_push(m, &j->limits, p->limits.at[i]);
    return;
  }
  uint64_t choices = option - p->edges.count;
  for (uint32_t e = p->edges.count; e-- > 0;) { // the choice for the last edge varies fastest
    uint32_t first = first_limit(p, e), count = p->ends.at[e] - first;
    vec_push(m, &j->limits, ref_not(p->limits.at[first + choices % count]));
    choices /= count;
  }
}

static bool hold_from(const ref_state *s, const ref_limits *limits, uint32_t first) {
  for (uint32_t i = first; i < limits->count; i++)
    if (!ref_holds(s, &limits->at[i]))
      return false;
  return true;
}

// Goes through the options of the index-th member; `way` is the number of what was chosen before.
static bool choose(broadcast *c, uint32_t index, uint64_t way) {
  if (index == c->members.count) {
    c->j->by.partner = NET_BROADCAST;
    c->j->by.partner_edge = (uint32_t)way;
    return ref_tell(c->o, c->j);
  }
  const member *p = &c->members.at[index];
  if (c->o->which == REF_REQUIRED && !p->is_required)
    return choose(c, index + 1, IS_NOT_TOLD);
  uint32_t parts = c->j->parts.count, limits = c->j->limits.count;
  bool go_on = true;
  for (uint64_t option = 0; option < p->options && go_on; option++) {
    add_option(c->o->m, p, option, c->j);
    if (c->o->which != REF_AT_ONCE || hold_from(c->o->s, &c->j->limits, limits))
      go_on = choose(c, index + 1, way * p->options + option);
    c->j->parts.count = parts;
    c->j->limits.count = limits;
  }
  return go_on;
}

static bool tell_that_there_are_too_many(const ref_look_out *o, ref_joint *j) {
  j->fault = FAULT_PROCESSES;
  return o->s->net->faults_block || ref_tell(o, j);
}

bool ref_broadcast_ways(const ref_look_out *o, ref_joint *j) {
  broadcast c = {.o = o, .j = j};
  gather(&c, o->m, o->s);
  uint64_t ways = count_ways(&c);
  bool go_on = true;
  if (ways > MOST_WAYS && o->which != REF_REQUIRED)
    go_on = tell_that_there_are_too_many(o, j);
  else if (ways > 0)
    go_on = choose(&c, 0, 0);
  disperse(&c, o->m);
  return go_on;
}

static const char *decode(mem *m, broadcast *c, uint64_t ways, uint32_t way) {
  if (ways == 0)
    return "a process that must answer cannot";
  if (ways > MOST_WAYS) {
    c->j->fault = FAULT_PROCESSES;
    return NULL;
  }
  if (way >= ways)
    return "there is no such way to answer";
  uint64_t below = ways, left = way;
  for (uint32_t i = 0; i < c->members.count; i++) {
    below /= c->members.at[i].options;
    add_option(m, &c->members.at[i], left / below, c->j);
    left %= below;
  }
  return NULL;
}

const char *ref_broadcast_way(mem *m, ref_state *s, uint32_t way, ref_joint *j) {
  broadcast c = {.j = j};
  gather(&c, m, s);
  const char *why = decode(m, &c, count_ways(&c), way);
  disperse(&c, m);
  return why;
}
