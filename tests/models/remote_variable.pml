// A remote reference to a local variable.
// expect: violated assertion length=5 shortest states=25
active proctype A() {
  byte count;
  do
  :: count < 3 -> count++
  :: else -> break
  od
}

active proctype Watch() {
  assert(A[0]:count != 2)
}
