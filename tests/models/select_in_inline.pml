// Inside an inline select counts up in a loop; outside, with numbers as bounds, it is one step.
// expect: violated assertion length=6 shortest
byte x, y;
inline pick(v) {
  select (v : 0 .. 1)
}
active proctype P() {
  pick(x);
  select (y : 0 .. 1);
  assert(x + y < 2)
}
