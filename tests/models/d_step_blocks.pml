// Blocking inside a d_step is an error.
// expect: violated blocked length=1 shortest
byte x;

active proctype A() {
  d_step { x = 1; x == 2; x = 3 }
}
