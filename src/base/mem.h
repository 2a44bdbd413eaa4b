// The allocator that everything goes through: it counts, enforces a limit, and can be told to fail.
//
// An allocation never returns NULL. When there is no memory (or the limit or an injected fault says so), control leaves
// through the innermost mem_try() with MEM_EXHAUSTED; every block is on the mem's own list, so that mem_delete() frees
// whatever the abandoned work had allocated. A mem belongs to one thread at a time.
#ifndef BASE_MEM_H
#define BASE_MEM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct mem mem;

typedef enum { MEM_OK, MEM_EXHAUSTED, MEM_STOPPED } mem_status;

// limit in bytes, 0 for none. Returns NULL only if not even the handle can be had.
mem *mem_new(size_t limit);
void mem_delete(mem *m);

// Runs work(argument). Returns MEM_OK when it returned, MEM_EXHAUSTED when an allocation inside it failed, MEM_STOPPED
// when it was told to stop (mem_set_stop). Nests.
mem_status mem_try(mem *m, void (*work)(void *argument), void *argument);

// Zeroed memory, aligned for any type. Must be called inside a mem_try.
void *mem_alloc(mem *m, size_t size);
// Keeps the first min(old, new) bytes; the rest is zero. block may be NULL.
void *mem_realloc(mem *m, void *block, size_t size);
void mem_free(mem *m, void *block); // NULL is fine

// Leaves as a failed allocation does: for sizes that cannot even be computed.
_Noreturn void mem_exhausted(mem *m);

// Work that may take long can be stopped: from now on `is_due` is asked every now and then while memory is allocated,
// and wherever mem_poll() is called. Once it says yes, control leaves as after a failed allocation, with MEM_STOPPED.
// NULL = never, which is the default.
typedef bool (*mem_stop)(void *context);
void mem_set_stop(mem *m, mem_stop is_due, void *context);
void mem_poll(mem *m); // for loops that allocate nothing; cheap. Must be called inside a mem_try.

size_t mem_used(const mem *m);  // bytes in use now, what the allocator adds to each block included
size_t mem_peak(const mem *m);  // the most there ever was
size_t mem_limit(const mem *m); // 0 = none
void mem_set_limit(mem *m, size_t limit);
uint64_t mem_calls(const mem *m);        // allocations made so far
void mem_fail_at(mem *m, uint64_t call); // make the call-th allocation from now fail (1 = the next); 0 = never

#endif
