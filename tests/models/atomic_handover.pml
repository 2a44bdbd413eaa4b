// While the first process is inside its atomic sequence, the second never sees the value in between.
// expect: satisfied states=3
byte x;

active proctype A() {
  do
  :: atomic { x == 0 -> x = 1; x = 2; x = 0 }
  od
}

active proctype B() {
  assert(x == 0)
}
