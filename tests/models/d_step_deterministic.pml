// A d_step is one step, and takes the first option that can be taken.
// expect: satisfied states=10
byte x, y;

active proctype A() {
  d_step {
    x = 1;
    if
    :: x == 1 -> y = 1
    :: x == 1 -> y = 2
    fi;
    x = 2
  }
  assert(y == 1)
}

active proctype B() {
  assert(x != 1)
}
