#include "base/mem.h"

#include "base/pages.h"
#include <assert.h>
#include <setjmp.h>
#include <stdalign.h>
#include <stdlib.h>
#include <string.h>

// From this size on (header included) a block has pages of its own, so that growing it never copies. Smaller blocks
// come from malloc. With AddressSanitizer all blocks do, since it guards only memory that it hands out itself.
#ifdef __SANITIZE_ADDRESS__
#define PAGED_SIZE SIZE_MAX
#else
#define PAGED_SIZE ((size_t)1 << 17)
#endif

typedef struct block block;
struct block {
  alignas(max_align_t) block *previous;
  block *next;
  mem *owner;
  size_t total; // bytes including this header
};

typedef struct frame frame;
struct frame {
  jmp_buf landing;
  mem *owner;
  frame *outer; // of the same mem
  frame *below; // of any mem
};

// The frames of this thread, of all mems. A longjmp to one frame leaves all frames above it.
static _Thread_local frame *top;

enum { POLL_EVERY = 16 }; // calls of mem_poll() between two calls of is_due()

struct mem {
  mem *account;         // charged as well; NULL = none
  mem *within;          // the first of those that this one is the account of...
  mem *previous, *next; // ...and the neighbours in such a list
  block *first;
  frame *innermost;
  size_t used, peak, limit;
  uint64_t calls;
  uint64_t fail_at; // the number of the call that fails; 0 = none
  mem_stop is_due;  // NULL = never
  void *stop_context;
  uint32_t polls; // calls of mem_poll() since is_due() was called last
};

mem *mem_new(size_t limit) {
  mem *m = calloc(1, sizeof *m);
  if (m)
    m->limit = limit;
  return m;
}

mem *mem_new_within(mem *account) {
  mem *m = mem_new(0);
  if (!m)
    return NULL;
  m->account = account;
  m->next = account->within;
  if (m->next)
    m->next->previous = m;
  account->within = m;
  return m;
}

static void unlink_from_account(mem *m) {
  if (m->next)
    m->next->previous = m->previous;
  if (m->previous)
    m->previous->next = m->next;
  else if (m->account)
    m->account->within = m->next;
}

static bool is_paged(size_t total) { return total >= PAGED_SIZE; }

// What a block really takes: whole pages, or what malloc() makes of it (a word more, rounded to its alignment).
static size_t taken_by(size_t total) {
  const size_t unit = alignof(max_align_t);
  return is_paged(total) ? pages_round(total) : (total + sizeof(void *) + unit - 1) / unit * unit;
}

static void release(block *b) {
  if (is_paged(b->total))
    pages_unmap(b, pages_round(b->total));
  else
    free(b);
}

void mem_delete(mem *m) {
  if (!m)
    return;
  while (m->within)
    mem_delete(m->within);
  unlink_from_account(m);
  for (block *b = m->first, *next; b; b = next) {
    next = b->next;
    release(b);
  }
  for (mem *a = m->account; a; a = a->account)
    a->used -= m->used;
  free(m);
}

mem_status mem_try(mem *m, void (*work)(void *argument), void *argument) {
  frame here;
  here.owner = m;
  here.outer = m->innermost;
  here.below = top;
  m->innermost = top = &here;
  int landed = setjmp(here.landing);
  mem_status status = landed == 0 ? MEM_OK : (mem_status)landed;
  if (landed == 0)
    work(argument);
  for (; top != &here; top = top->below)
    top->owner->innermost = top->outer;
  assert(m->innermost == &here);
  m->innermost = here.outer;
  top = here.below;
  return status;
}

void mem_leave(mem *m, mem_status status) {
  assert(m->innermost && status != MEM_OK && "allocation outside of mem_try");
  longjmp(m->innermost->landing, (int)status);
}

void mem_exhausted(mem *m) { mem_leave(m, MEM_EXHAUSTED); }

void mem_set_stop(mem *m, mem_stop is_due, void *context) {
  m->is_due = is_due;
  m->stop_context = context;
  m->polls = 0;
}

void mem_poll(mem *m) {
  assert(m->innermost && "poll outside of mem_try");
  for (mem *a = m; a; a = a->account) {
    if (__builtin_expect(!a->is_due || a->polls++ % POLL_EVERY, 1) || !a->is_due(a->stop_context))
      continue;
    a->polls = 0; // is_due() is called again at the next poll: it is still due
    mem_leave(m, MEM_STOPPED);
  }
}

void mem_poll_now(mem *m) {
  for (mem *a = m; a; a = a->account)
    a->polls = 0;
  mem_poll(m);
}

static bool has_room(const mem *m, size_t total, size_t given_back) {
  return !m->limit || total <= given_back || (m->used <= m->limit && total - given_back <= m->limit - m->used);
}

// Counts a call and returns how many bytes a block of this size takes. Leaves by mem_exhausted() if the limit forbids
// the block.
static size_t admit(mem *m, size_t size, size_t given_back) {
  assert(m->innermost && "allocation outside of mem_try");
  mem_poll(m);
  size_t total = size + sizeof(block);
  bool fits = size <= PTRDIFF_MAX - sizeof(block);
  for (mem *a = m; a; a = a->account) {
    fits = fits && has_room(a, taken_by(total), given_back);
    fits = ++a->calls != a->fail_at && fits;
  }
  if (!fits)
    mem_exhausted(m);
  return total;
}

static void link_in(mem *m, block *b) {
  if (b->previous)
    b->previous->next = b;
  else
    m->first = b;
  if (b->next)
    b->next->previous = b;
}

static void charge(mem *m, size_t taken, size_t given_back) {
  for (; m; m = m->account) {
    m->used = m->used - given_back + taken;
    if (m->used > m->peak)
      m->peak = m->used;
  }
}

static block *obtain(size_t total) { return is_paged(total) ? pages_map(pages_round(total)) : calloc(1, total); }

void *mem_alloc(mem *m, size_t size) {
  size_t total = admit(m, size, 0);
  block *b = obtain(total);
  if (!b)
    mem_exhausted(m);
  *b = (block){.next = m->first, .owner = m, .total = total};
  link_in(m, b);
  charge(m, taken_by(total), 0);
  return b + 1;
}

// Pages that the system adds are zero, but the rest of the last page may hold old bytes if the block has shrunk before.
static block *resize_paged(block *b, size_t total) {
  size_t old_total = b->total, old_pages = pages_round(old_total), new_pages = pages_round(total);
  if (old_pages != new_pages)
    b = pages_remap(b, old_pages, new_pages);
  if (b && total > old_total)
    memset((char *)b + old_total, 0, (total < old_pages ? total : old_pages) - old_total);
  return b;
}

static block *resize_plain(block *b, size_t total) {
  size_t old_total = b->total;
  b = realloc(b, total);
  if (b && total > old_total)
    memset((char *)b + old_total, 0, total - old_total);
  return b;
}

static block *change_kind(block *b, size_t total) {
  block *other = obtain(total);
  if (other) {
    memcpy(other, b, b->total < total ? b->total : total);
    release(b);
  }
  return other;
}

void *mem_realloc(mem *m, void *memory, size_t size) {
  if (!memory)
    return mem_alloc(m, size);
  block *b = (block *)memory - 1;
  assert(b->owner == m);
  size_t old_total = b->total, total = admit(m, size, taken_by(old_total));
  if (is_paged(old_total) != is_paged(total))
    b = change_kind(b, total);
  else if (is_paged(total))
    b = resize_paged(b, total);
  else
    b = resize_plain(b, total);
  if (!b)
    mem_exhausted(m);
  b->total = total;
  link_in(m, b);
  charge(m, taken_by(total), taken_by(old_total));
  return b + 1;
}

void mem_free(mem *m, void *memory) {
  if (!memory)
    return;
  block *b = (block *)memory - 1;
  assert(b->owner == m);
  if (b->previous)
    b->previous->next = b->next;
  else
    m->first = b->next;
  if (b->next)
    b->next->previous = b->previous;
  charge(m, 0, taken_by(b->total));
  release(b);
}

size_t mem_used(const mem *m) { return m->used; }
size_t mem_peak(const mem *m) { return m->peak; }
void mem_set_limit(mem *m, size_t limit) { m->limit = limit; }
uint64_t mem_calls(const mem *m) { return m->calls; }
void mem_fail_at(mem *m, uint64_t call) { m->fail_at = call ? m->calls + call : 0; }
