// The end of a process is a step of its own, and the younger goes first.
// expect: violated assertion length=6 shortest states=8
byte x;

proctype P() { x = 1 }

init {
  run P();
  (_nr_pr == 1);
  assert(x == 1);
  assert(x == 0)
}
