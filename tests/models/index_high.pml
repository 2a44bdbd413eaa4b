// An index past the end is an error, found on the shortest way.
// expect: violated index length=4 shortest
byte a[3];
byte i;

active proctype A() {
  do
  :: a[i] == 0 -> a[i] = 1
  :: i++
  od
}
