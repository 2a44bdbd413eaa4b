// Division by zero is an error with a trace. (SPIN's verifier crashes here.)
// expect: violated division length=4 shortest
// spin: no
byte x = 2, y;

active proctype A() {
  do
  :: x--; y = 4 / x
  od
}
