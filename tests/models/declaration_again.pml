// A declaration in the middle of a body sets its variable again on each pass.
// expect: satisfied states=18
byte n;

active proctype A() {
  do
  :: n < 3 ->
    byte t = 7;
    assert(t == 7);
    t = n;
    n++
  :: else -> break
  od
}
