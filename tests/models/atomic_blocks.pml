// A blocked atomic sequence hands over control, and takes it back for the rest of the sequence.
// expect: satisfied states=16
byte x, y, seen;

active proctype A() {
  atomic {
    x = 1;
    (y == 1);
    x = 2;
    x = 3
  }
}

active proctype B() {
  (x == 1);
  y = 1;
  seen = x;
  assert(seen != 2)
}
