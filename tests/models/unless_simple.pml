// The escape is taken as soon as it can be.
// expect: satisfied states=11
byte x;

active proctype A() {
  {
    do
    :: x < 9 -> x++
    od
  } unless {
    x == 3 -> x = 20
  };
  assert(x == 20)
}
