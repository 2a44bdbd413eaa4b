// progress and accept labels mean nothing for safety.
// expect: violated assertion length=7 shortest states=9
byte x;

active proctype A() {
progress1:
  x = 1;
accept1:
  do
  :: x < 3 -> x++
  :: x == 3 -> break
  od;
  assert(x != 3)
}
