// An if without a possible option waits.
// expect: satisfied states=8
byte x;

active proctype A() {
  if
  :: x == 1 -> skip
  :: x == 2 -> assert(false)
  fi
}

active proctype B() {
  x = 1
}
