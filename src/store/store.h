// A store keeps the states that have been seen and gives each a dense number, 0, 1, 2 ... in order of arrival.
#ifndef STORE_STORE_H
#define STORE_STORE_H

#include "base/mem.h"

typedef struct store store;

typedef struct store_kind {
  const char *name, *summary;
  bool is_exact;   // two different states are never taken for one
  bool can_recall; // get() gives the bytes back
  store *(*open)(mem *m);
} store_kind;

typedef struct store_item {
  const uint8_t *state; // in
  uint32_t size;
  uint32_t id; // out, as from put()
  bool is_new;
  uint64_t hash; // for the store's own use
} store_item;

struct store {
  const store_kind *kind;
  // Returns the number of the state; *is_new says whether it was just added.
  uint32_t (*put)(store *s, const uint8_t *state, uint32_t size, bool *is_new);
  // The same as put() of one after the other, but faster: looking for one hides the wait for the memory of the next.
  void (*put_all)(store *s, store_item *items, uint32_t count);
  // Borrowed until the next put. *size is the size that was put.
  const uint8_t *(*get)(store *s, uint32_t id, uint32_t *size);
  uint64_t (*count)(const store *s);
  uint64_t (*bytes)(const store *s); // in all: table, index and contents
  void (*close)(store *s);
};

extern const store_kind store_hash;
extern const store_kind *const store_kinds[]; // ends with NULL

#endif
