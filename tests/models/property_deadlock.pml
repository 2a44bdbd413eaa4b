// Only deadlocks are asked for: the failed assertion is passed.
// expect: violated deadlock length=2 shortest states=3
// args: --property deadlock
byte x;

active proctype A() {
  assert(x == 1);
  x = 2;
  x == 1
}
