// An option that begins with an if: its options are options of the outer one.
// expect: satisfied states=20
byte x, y;

active proctype A() {
  if
  :: if
     :: x == 0 -> y = 1
     :: x == 1 -> y = 2
     fi
  :: x == 2 -> y = 3
  :: else -> y = 4
  fi;
  assert(y == 1 || y == 2)
}

active proctype B() {
  x = 1
}
