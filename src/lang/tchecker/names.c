#include "lang/tchecker/names.h"

#include <string.h>

static uint32_t hash_of(name_space space, uint32_t scope, const char *text) {
  uint32_t hash = 2166136261u ^ (uint32_t)space ^ (scope << 4);
  for (; *text; text++)
    hash = (hash ^ (unsigned char)*text) * 16777619u;
  return hash;
}

static tck_name *slot_of(const tck_names *n, name_space space, uint32_t scope, const char *text) {
  uint32_t at = hash_of(space, scope, text) & (n->room - 1);
  for (;; at = (at + 1) & (n->room - 1)) {
    tck_name *name = &n->table[at];
    if (!name->text || (name->space == space && name->scope == scope && strcmp(name->text, text) == 0))
      return name;
  }
}

static void grow(tck_names *n) {
  tck_names larger = {.m = n->m, .room = n->room ? 2 * n->room : 64};
  larger.table = mem_alloc(n->m, larger.room * sizeof *larger.table);
  for (uint32_t i = 0; i < n->room; i++)
    if (n->table[i].text)
      names_add(&larger, n->table[i].space, n->table[i].scope, n->table[i].text, n->table[i].value);
  mem_free(n->m, n->table);
  *n = larger;
}

void names_add(tck_names *n, name_space space, uint32_t scope, const char *text, uint32_t value) {
  if (2 * (n->count + 1) > n->room)
    grow(n);
  *slot_of(n, space, scope, text) = (tck_name){.text = text, .space = space, .scope = scope, .value = value};
  n->count++;
}

void names_try(const tck_names *n, name_space space, uint32_t scope, nearest *like) {
  for (uint32_t i = 0; i < n->room; i++)
    if (n->table[i].text && n->table[i].space == space && n->table[i].scope == scope)
      nearest_try(like, n->table[i].text);
}

uint32_t names_find(const tck_names *n, name_space space, uint32_t scope, const char *text) {
  const tck_name *name = n->room ? slot_of(n, space, scope, text) : NULL;
  return name && name->text ? name->value : NAME_UNKNOWN;
}
