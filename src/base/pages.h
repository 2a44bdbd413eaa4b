// Large blocks straight from the system: fresh pages are zero, cost nothing until touched, and growing moves page table
// entries instead of bytes. Sizes are multiples of pages_round(1). NULL when there is no memory.
#ifndef BASE_PAGES_H
#define BASE_PAGES_H

#include <stddef.h>

size_t pages_round(size_t size); // up to whole pages; 0 if that overflows
void *pages_map(size_t size);
void *pages_remap(void *block, size_t old_size, size_t size); // on NULL the old block is as it was
void pages_unmap(void *block, size_t size);

#endif
