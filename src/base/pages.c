#define _GNU_SOURCE
#include "base/pages.h"

#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

size_t pages_round(size_t size) {
  size_t page = (size_t)sysconf(_SC_PAGESIZE);
  return size > SIZE_MAX - page + 1 ? 0 : (size + page - 1) / page * page;
}

void *pages_map(size_t size) {
  void *block = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return block == MAP_FAILED ? NULL : block;
}

void *pages_remap(void *block, size_t old_size, size_t size) {
#ifdef __linux__
  void *moved = mremap(block, old_size, size, MREMAP_MAYMOVE);
  return moved == MAP_FAILED ? NULL : moved;
#else
  void *moved = pages_map(size);
  if (moved) {
    memcpy(moved, block, old_size < size ? old_size : size);
    pages_unmap(block, old_size);
  }
  return moved;
#endif
}

void pages_unmap(void *block, size_t size) { munmap(block, size); }
