// What the files of the domains share. Nobody else includes this.
#ifndef MODEL_DOMAINS_INTERNAL_H
#define MODEL_DOMAINS_INTERNAL_H

#include "model/domains.h"

enum { MOST_NARROWED = 8 };

typedef struct domain_maker { // the fixed point on its way
  domains *d;
  values_known known; // at the edge that is looked at
  values_narrowed narrowed[MOST_NARROWED];
  uint32_t *seen; // by edge: the pass in which it was looked at
  uint32_t pass;
  bool has_changed;
} domain_maker;

// The variable gets what is in the set, cut to its type. What was known of it from the guard holds no longer.
void domain_write(domain_maker *k, const expr *target, const values *more);
void domain_send(domain_maker *k, const net_sync *s);
void domain_receive(domain_maker *k, const net_sync *s);

#endif
