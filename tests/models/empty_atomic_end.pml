// An atomic sequence at the end of a process: the end is not part of it.
// expect: satisfied states=5
byte x;

active proctype A() {
  atomic { x = 1; x = 2 }
}

active proctype B() {
  atomic { x == 2 -> assert(_nr_pr == 2) }
}
