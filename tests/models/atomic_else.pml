// else inside an atomic sequence does not wait.
// expect: violated assertion length=5 shortest states=15
byte x;

active proctype A() {
  atomic {
    if
    :: x == 1 -> x = 5
    :: else -> x = 6
    fi;
    x = x + 1
  }
  assert(x != 7)
}

active proctype B() {
  x = 1
}
