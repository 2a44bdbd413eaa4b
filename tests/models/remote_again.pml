// The first process of the type dies; its number goes to a process of another type, and the next one to a new process.
// expect: satisfied states=19
byte x;

proctype Q() {
  x == 2
}

proctype P() {
  byte v = 3;
L:
  x == 2
}

init {
  x = 2;
  run P();
  _nr_pr == 1;
  x = 0;
  run Q();
  run P();
  P@L;
  assert(P:v == 3 && P[2]@L);
  x = 2
}
