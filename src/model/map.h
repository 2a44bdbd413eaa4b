// A map of the values of a variable to classes, its values in an abstract network.
#ifndef MODEL_MAP_H
#define MODEL_MAP_H

#include "model/network.h"
#include "model/span.h"

enum { NET_MOST_CLASSES = 60 };

typedef struct net_map_piece {
  span values;
  uint32_t class_;
} net_map_piece;

// Every value of the type is in exactly one piece, and so is 0, which is in class 0: it is the value of variables that
// are not initialised, and of those of processes that do not exist.
typedef struct net_map {
  uint32_t classes;
  int32_t modulus;           // > 0: the classes are those of equal remainders, which are not negative
  VEC(net_map_piece) pieces; // in ascending order, unless there is a modulus; a class can have several
  const char **names;        // by class: "0", "1..3", "other"
  const span *listed;        // the ranges that it was made of
  uint32_t listed_count;
} net_map;

// Can the variable be mapped? NULL, or why not.
const char *net_map_refuses(const net_var *v);

// Classes of equal remainders; 1 < modulus <= NET_MOST_CLASSES.
const net_map *net_map_modulo(arena *memory, net_type type, int32_t modulus);
// One class for each range; the others values are one more. Ranges have step 0 or 1, lie within the type and have no
// value in common. At most NET_MOST_CLASSES - 1.
const net_map *net_map_ranges(arena *memory, net_type type, const span *ranges, uint32_t count);

// All values that a variable of the type can have, and the same with 0.
span net_map_stored(net_type type);
span net_map_domain(net_type type);
uint32_t net_map_class(const net_map *map, int32_t value);

// The classes of these values, when they are assigned to a variable of the type, as bits. Bit number map->classes: it
// may be FAULT_RANGE.
uint64_t net_map_classes(const net_map *map, net_type type, span values);

// The class of a value that is assigned to a variable of the type, as an expression; map->classes if it is FAULT_RANGE.
expr *net_map_expr(arena *memory, const net_map *map, net_type type, expr *value);

// The type of the variable in the abstract network. Its values have the names of the classes. To be called before the
// network is finished.
net_type net_map_type(network *net, const net_map *map);

#endif
