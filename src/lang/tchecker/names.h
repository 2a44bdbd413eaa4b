// The symbol table: a number for each name. Names are separate by kind (name_space) and, within a kind, by scope.
#ifndef TCHECKER_NAMES_H
#define TCHECKER_NAMES_H

#include "base/nearest.h"
#include "base/vec.h"

typedef enum { NAME_PROCESS, NAME_EVENT, NAME_VARIABLE, NAME_LOCATION } name_space;
enum { NAME_UNKNOWN = UINT32_MAX };

typedef struct tck_name {
  const char *text; // NULL = the slot is free
  name_space space;
  uint32_t scope, value;
} tck_name;

typedef struct tck_names {
  mem *m;
  tck_name *table; // open addressing
  uint32_t count, room;
} tck_names;

// text is borrowed. The caller must not add a name twice.
void names_add(tck_names *n, name_space space, uint32_t scope, const char *text, uint32_t value);
void names_try(const tck_names *n, name_space space, uint32_t scope, nearest *like); // all of this kind and scope
uint32_t names_find(const tck_names *n, name_space space, uint32_t scope, const char *text); // or NAME_UNKNOWN

#endif
