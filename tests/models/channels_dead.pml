// The channel of a process that has died is gone; using it is an error.
// expect: violated channel length=6 shortest
chan name = [1] of { chan };

proctype P() {
  chan mine = [1] of { byte };
  name!mine
}

init {
  chan c;
  run P();
  name?c;
  (_nr_pr == 1);
  c!1
}
