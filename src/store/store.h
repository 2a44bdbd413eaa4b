// A store keeps the states that have been seen and gives each a dense number, 0, 1, 2 ... in order of arrival.
//
// A store with an order (base/cover.h) keeps only states live that no other covers. A state that a live one covers is
// not added when it is put. Where one is added that covers live ones, these are no longer live, but can still be
// recalled.
#ifndef STORE_STORE_H
#define STORE_STORE_H

#include "base/cover.h"
#include "base/mem.h"

typedef struct store store;

typedef struct store_kind {
  const char *name, *summary;
  bool is_exact;                              // different states never get the same number
  bool can_recall;                            // get() returns the bytes
  store *(*open)(mem *m, const cover *order); // order NULL: no state covers another. Borrows order.
} store_kind;

typedef struct store_item {
  const uint8_t *state; // in
  uint32_t size;
  uint32_t cost; // to reach it; used only with an order and compares_cost
  uint32_t id;   // out, as from put()
  bool is_new;
  bool is_covered; // with an order: the number is that of another state, which covers it
  uint32_t head;   // with an order: the number of its head, 0, 1, 2 ... in order of arrival
  uint64_t hash;   // for the store's own use
} store_item;

struct store {
  const store_kind *kind;
  // Returns the number of the state, or of one that covers it; *is_new: it was just added. Its cost is 0.
  uint32_t (*put)(store *s, const uint8_t *state, uint32_t size, bool *is_new);
  // The same as put() for each, but faster: the memory that one lookup needs is prefetched during the others.
  void (*put_all)(store *s, store_item *items, uint32_t count);
  // Borrowed until the next put or get. *size is the size that was put.
  const uint8_t *(*get)(store *s, uint32_t id, uint32_t *size);
  uint64_t (*count)(const store *s); // of numbers given so far
  uint64_t (*bytes)(const store *s); // in all: table, index and contents
  void (*close)(store *s);
  uint64_t work; // of comparing states, with an order (base/work.h)
  // Only with an order; NULL without:
  bool (*is_covered)(const store *s, uint32_t id); // the state is no longer live
  void (*expanded)(store *s, uint32_t id); // notes that it has been expanded: from now on any cost suffices to cover it
  uint64_t (*live)(const store *s);        // number of live states
  // Set by the caller before the first put. A state then covers another only if its own cost is not greater. The same
  // state put again at less cost keeps its number, and has the lesser cost from then on.
  bool compares_cost;
};

extern const store_kind store_hash;

#endif
