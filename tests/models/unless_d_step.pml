// A d_step is not left by an escape; what comes after it is.
// expect: satisfied states=6
byte x;

active proctype A() {
  {
    d_step { x = 1; x = 2; x = 3 };
    x = 4
  } unless {
    x == 2 || x == 3 -> x = 10
  };
  assert(x == 10)
}
