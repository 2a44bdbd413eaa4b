// Only numbers that are written in digits make select a list of choices.
// expect: violated assertion length=7 shortest
active proctype A() {
  byte x;
  select (x : 'a' .. 'd');
  assert(x != 'c')
}
