// timeout is true only where nothing else can move.
// expect: satisfied states=10
byte x;

active proctype A() {
  do
  :: x < 3 -> x++
  :: timeout -> break
  od;
  assert(x == 3)
}
