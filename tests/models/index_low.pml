// A negative index is an error.
// expect: violated index length=5 shortest
byte a[3];
short i;

active proctype A() {
  do
  :: i > -2 -> a[i] = 1; i--
  :: else -> break
  od
}
