// A store keeps the states that have been seen and gives each a dense number, 0, 1, 2 ... in order of arrival.
//
// A store that knows an order keeps of the states that it compares only those that no other covers. A state that is put
// and covered by a live one is not added; and where one is added that covers live ones, these give way: they are no
// longer live, but can still be recalled.
#ifndef STORE_STORE_H
#define STORE_STORE_H

#include "base/cover.h"
#include "base/mem.h"

typedef struct store store;

typedef struct store_kind {
  const char *name, *summary;
  bool is_exact;                              // two different states are never taken for one
  bool can_recall;                            // get() gives the bytes back
  store *(*open)(mem *m, const cover *order); // NULL: states are the same or different, and no more. Borrows order.
} store_kind;

typedef struct store_item {
  const uint8_t *state; // in
  uint32_t size;
  uint32_t cost; // to reach it; only looked at with an order, if the owner minds
  uint32_t id;   // out, as from put()
  bool is_new;
  bool is_covered; // with an order: the number is that of another state, which covers it
  uint32_t head;   // with an order: the number of its head, 0, 1, 2 ... as they are met
  uint64_t hash;   // for the store's own use
} store_item;

struct store {
  const store_kind *kind;
  // Returns the number of the state, or of one that covers it; *is_new says whether it was just added. Its cost is 0.
  uint32_t (*put)(store *s, const uint8_t *state, uint32_t size, bool *is_new);
  // The same as put() of one after the other, but faster: looking for one hides the wait for the memory of the next.
  void (*put_all)(store *s, store_item *items, uint32_t count);
  // Borrowed until the next put or get. *size is the size that was put.
  const uint8_t *(*get)(store *s, uint32_t id, uint32_t *size);
  uint64_t (*count)(const store *s); // numbers given so far
  uint64_t (*bytes)(const store *s); // in all: table, index and contents
  void (*close)(store *s);
  // Only with an order; NULL without:
  bool (*is_covered)(const store *s, uint32_t id); // the state has given way
  void (*expanded)(store *s, uint32_t id); // tells that it has been expanded: from now on it gives way at any cost
  uint64_t (*live)(const store *s);        // states that have not
  // Set by the owner before the first put. A state then stands for another only if its own cost is not greater. The
  // same state at less cost keeps its number, and has the lesser cost from then on.
  bool minds_cost;
};

extern const store_kind store_hash;

#endif
