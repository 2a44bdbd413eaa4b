// A line break inside the parentheses of select makes it a loop; one between the dots does not matter.
// expect: violated assertion length=7 shortest
active proctype A() {
  byte x, y;
  select (x : 2 ..
    5);
  assert(x != 4);
}
