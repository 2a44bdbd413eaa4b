// A hidden variable is no part of the state.
// expect: satisfied states=8
hidden int junk;
byte x;

active proctype A() {
  do
  :: x < 2 -> x++; junk = x
  :: x = 0; junk = 4
  od
}
