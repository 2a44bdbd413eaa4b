// Only assertions are asked for: the deadlock does not count.
// expect: satisfied states=2
// args: --property assert
byte x;

active proctype A() {
  assert(x == 0);
  x == 1
}
