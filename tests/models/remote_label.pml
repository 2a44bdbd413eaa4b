// A remote reference to a label.
// expect: violated assertion length=3 shortest states=73
byte x;

active [2] proctype A() {
  x = 1;
critical:
  x = 2;
  x = 0
}

active proctype Watch() {
  assert(!(A[0]@critical && A[1]@critical))
}
