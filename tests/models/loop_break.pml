// break leaves the innermost loop; goto and break take no step.
// expect: violated assertion length=8 shortest states=10
byte x;

active proctype A() {
  do
  :: do
     :: x < 2 -> x++
     :: x == 2 -> break
     od;
     x = 5
  :: x == 5 -> break
  od;
  assert(x != 5)
}
