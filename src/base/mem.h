// The allocator for all memory. It counts bytes, enforces a limit, and can inject failures for tests.
//
// An allocation never returns NULL. When memory or the limit is exhausted, or a failure is injected, control leaves
// through the innermost mem_try() of the mem, which returns MEM_EXHAUSTED. Every block is on the list of its mem, so
// that mem_delete() frees whatever the abandoned work had allocated. A mem belongs to one thread at a time.
#ifndef BASE_MEM_H
#define BASE_MEM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct mem mem;

typedef enum { MEM_OK, MEM_EXHAUSTED, MEM_STOPPED } mem_status;

// limit in bytes, 0 = none. Returns NULL only if the handle itself cannot be allocated.
mem *mem_new(size_t limit);
// A mem whose blocks are also charged to another one, `account`. The limit of the account holds for both together; its
// injected failures and its stop function apply to this mem as well. It is deleted with the account, if not before.
mem *mem_new_within(mem *account);
void mem_delete(mem *m);

// Runs work(argument). Returns MEM_OK if it returned, MEM_EXHAUSTED if an allocation inside it failed, MEM_STOPPED if
// it was stopped (mem_set_stop). Calls nest, also with those of other mems: leaving through an outer one leaves all
// inner ones.
mem_status mem_try(mem *m, void (*work)(void *argument), void *argument);

// Zeroed memory, aligned for any type. Must be called inside a mem_try.
void *mem_alloc(mem *m, size_t size);
// Keeps the first min(old, new) bytes; the rest is zero. block may be NULL.
void *mem_realloc(mem *m, void *block, size_t size);
void mem_free(mem *m, void *block); // NULL is fine

// Leaves as a failed allocation does. For sizes that overflow.
_Noreturn void mem_exhausted(mem *m);
// Leaves as a failed allocation or stopped work does. For those who used mem_try() to release something first.
_Noreturn void mem_leave(mem *m, mem_status status);

// Makes long work stoppable: from now on allocations and mem_poll() call `is_due` from time to time. Once it returns
// true, control leaves as after a failed allocation, with MEM_STOPPED. NULL = never, the default.
typedef bool (*mem_stop)(void *context);
void mem_set_stop(mem *m, mem_stop is_due, void *context);
void mem_poll(mem *m);     // for long loops without allocations; cheap. Must be called inside a mem_try.
void mem_poll_now(mem *m); // the same, but asks every time. For rounds that take long, such as waiting for input

size_t mem_used(const mem *m); // bytes taken from the system now: with block headers and what rounding adds
size_t mem_peak(const mem *m); // the maximum of mem_used() so far
void mem_set_limit(mem *m, size_t limit);
uint64_t mem_calls(const mem *m);        // allocations made so far
void mem_fail_at(mem *m, uint64_t call); // make the call-th allocation from now fail (1 = the next); 0 = never

#endif
