// An escape that begins with a receive.
// expect: violated assertion length=6 shortest states=27
chan stop = [0] of { bit };
byte n, stopped;

active proctype Work() {
  {
    do
    :: n < 2 -> n++
    :: n == 2 -> n = 0
    od
  } unless {
    stop?1;
    stopped = 1
  };
  assert(n != 1)
}

active proctype Boss() {
  stop!1
}
