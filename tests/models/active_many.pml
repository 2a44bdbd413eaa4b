// active [n] makes n processes, numbered in order.
// expect: violated assertion length=8 shortest states=47
byte seen;

active [3] proctype A() {
  seen = seen | (1 << _pid);
  (seen == 7);
  assert(_nr_pr == 3)
}
