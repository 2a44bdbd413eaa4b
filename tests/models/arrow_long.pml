// SPIN reads --> as an arrow.
// expect: violated assertion length=3 shortest states=5
byte x;

active proctype A() {
  if
  :: x == 0 --> x = 1
  :: x == 1 -->
     x = 2
  fi;
  assert(x != 1)
}
