// Large blocks from the system (mmap). Fresh pages are zero and use no memory until they are written; growing moves
// page table entries instead of bytes. Sizes are multiples of pages_round(1). NULL = no memory.
#ifndef BASE_PAGES_H
#define BASE_PAGES_H

#include <stddef.h>

size_t pages_round(size_t size); // up to whole pages; 0 if that overflows
void *pages_map(size_t size);
void *pages_remap(void *block, size_t old_size, size_t size); // if it returns NULL, the old block is unchanged
void pages_unmap(void *block, size_t size);

#endif
