// && does not evaluate its right side if the left is false.
// expect: satisfied states=4
byte x;

active proctype A() {
  if
  :: x != 0 && 4 / x > 1 -> assert(false)
  :: x == 0 || 4 % x == 0 -> skip
  fi
}
