// Macros, and a constant from the command line.
// expect: violated assertion length=10 shortest states=12
// args: -DLIMIT=4
#ifndef LIMIT
#define LIMIT 2
#endif
#define below(n) (x < (n))
byte x;

active proctype A() {
  do
  :: below(LIMIT) -> x++
  :: else -> break
  od;
  assert(x != 4)
}
