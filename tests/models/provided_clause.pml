// A process moves only while its provided clause is true.
// expect: satisfied states=7
byte turn, x;

active proctype A() provided (turn == 0) {
  x = 1;
  turn = 1;
  x = 2
}

active proctype B() provided (turn == 1) {
  assert(x == 1);
  x = 3;
  turn = 0
}
