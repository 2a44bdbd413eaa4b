// mtype constants count downwards from the size of the set; a second declaration goes on.
// expect: violated assertion length=4 shortest states=6
mtype = { red, green, blue };
mtype = { black };

active proctype A() {
  mtype m = red;
  assert(red == 3 && green == 2 && blue == 1);
  assert(black == 4);
  assert(m > blue);
  assert(m == blue)
}
