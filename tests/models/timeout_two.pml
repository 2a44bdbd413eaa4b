// Two processes wait for the timeout: each may go, the other then waits for the next one.
// expect: violated assertion length=6 shortest states=15
byte x;

active [2] proctype A() {
  timeout -> x++;
  assert(x == 1)
}
