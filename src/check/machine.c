#define _GNU_SOURCE
#include "check/machine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#define PATH_SIZE 4096

static uint64_t least(uint64_t a, uint64_t b) { return a < b ? a : b; }

static uint64_t physical_memory(void) {
  long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
  return pages > 0 && size > 0 ? (uint64_t)pages * (uint64_t)size : UINT64_MAX;
}

// The number in the file; "max", a missing file or 0 mean that there is no limit.
static uint64_t read_limit(const char *file) {
  FILE *in = fopen(file, "r");
  unsigned long long limit = 0;
  if (in) {
    if (fscanf(in, "%llu", &limit) != 1)
      limit = 0;
    fclose(in);
  }
  return limit ? limit : UINT64_MAX;
}

// A group is limited by all groups above it. Inside a container only a part of the path, or none of it, may be visible:
// what is missing is skipped.
static uint64_t group_limit(const char *root, const char *group, const char *file) {
  char path[PATH_SIZE];
  uint64_t limit = UINT64_MAX;
  size_t length = strlen(group);
  if (strlen(root) + length + strlen(file) + 3 > sizeof path)
    return limit;
  for (;;) {
    snprintf(path, sizeof path, "%s%.*s/%s", root, (int)length, group, file);
    limit = least(limit, read_limit(path));
    if (!length)
      return limit;
    while (length && group[--length] != '/')
      ;
  }
}

static bool lists_memory(const char *controllers) {
  char copy[PATH_SIZE], *rest = NULL;
  snprintf(copy, sizeof copy, "%s", controllers);
  for (char *word = strtok_r(copy, ",", &rest); word; word = strtok_r(NULL, ",", &rest))
    if (strcmp(word, "memory") == 0)
      return true;
  return false;
}

// Lines of /proc/self/cgroup are number:controllers:path; version 2 has number 0 and no controllers.
static uint64_t groups_limit(void) {
  uint64_t limit = UINT64_MAX;
  FILE *in = fopen("/proc/self/cgroup", "r");
  char line[PATH_SIZE];
  while (in && fgets(line, sizeof line, in)) {
    line[strcspn(line, "\n")] = 0;
    char *controllers = strchr(line, ':'), *path = controllers ? strchr(controllers + 1, ':') : NULL;
    if (!path)
      continue;
    *path++ = 0;
    controllers++;
    if (!*controllers)
      limit = least(limit, group_limit("/sys/fs/cgroup", path, "memory.max"));
    else if (lists_memory(controllers))
      limit = least(limit, group_limit("/sys/fs/cgroup/memory", path, "memory.limit_in_bytes"));
  }
  if (in)
    fclose(in);
  return limit;
}

// The second number in /proc/self/statm: pages.
uint64_t machine_resident(void) {
  FILE *in = fopen("/proc/self/statm", "r");
  unsigned long long pages = 0;
  if (in) {
    if (fscanf(in, "%*u %llu", &pages) != 1)
      pages = 0;
    fclose(in);
  }
  return pages * (uint64_t)sysconf(_SC_PAGESIZE);
}

uint64_t machine_memory(void) {
  uint64_t memory = least(physical_memory(), groups_limit());
  struct rlimit own;
  if (getrlimit(RLIMIT_AS, &own) == 0 && own.rlim_cur != RLIM_INFINITY && own.rlim_cur)
    memory = least(memory, own.rlim_cur);
  return memory;
}
