// _last is the process that moved last.
// expect: violated assertion length=5 shortest states=29
byte n;

active proctype A() {
  do
  :: n < 2 -> n++
  :: else -> break
  od
}

active proctype Watch() {
  assert(!(n == 2 && _last == 0))
}
