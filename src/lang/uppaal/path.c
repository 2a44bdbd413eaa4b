// Construction of sequential code: a list of statements or, if it branches, a flow of locations and edges.
#include "lang/uppaal/lower.h"

path upp_path_new(upp *p) {
  path x = {0};
  x.from = x.flow.initial = net_add_location(p->net, &x.flow);
  return x;
}

void upp_emit(upp *p, net_stmt stmt) {
  path *x = p->out;
  if (x->is_dead)
    return;
  net_stmt *s = ARENA_NEW(p->memory, net_stmt);
  *s = stmt;
  s->next = NULL;
  *(x->last ? &x->last->next : &x->first) = s;
  x->last = s;
}

void upp_emit_assign(upp *p, expr *target, expr *value, place at) {
  upp_emit(p, (net_stmt){.kind = STMT_ASSIGN, .target = target, .value = value, .at = at});
}

uint32_t upp_path_join(upp *p) { return net_add_location(p->net, &p->out->flow); }

void upp_path_go(upp *p, uint32_t to) {
  path *x = p->out;
  if (!x->is_dead) {
    net_edge *e = net_add_edge(p->net, &x->flow, x->from, to);
    e->guard = x->guard;
    e->effect = x->first;
    if (x->first)
      e->at = x->first->at;
  }
  x->is_dead = true;
}

void upp_path_at(upp *p, uint32_t from, expr *guard) {
  path *x = p->out;
  x->from = from;
  x->guard = guard;
  x->first = x->last = NULL;
  x->is_dead = false;
}

uint32_t upp_path_location(upp *p) {
  path *x = p->out;
  if (x->is_dead || (!x->guard && !x->first))
    return x->from;
  uint32_t here = upp_path_join(p);
  upp_path_go(p, here);
  upp_path_at(p, here, NULL);
  return here;
}

net_stmt *upp_path_close(upp *p) {
  path *x = p->out;
  if (x->flow.locations.count == 1) {
    vec_free(p->m, &x->flow.locations);
    return x->first;
  }
  upp_path_go(p, NET_BLOCK_EXIT);
  net_stmt *s = ARENA_NEW(p->memory, net_stmt);
  s->kind = STMT_BLOCK;
  s->block = p->net->blocks.count;
  vec_push(p->m, &p->net->blocks, x->flow);
  return s;
}
