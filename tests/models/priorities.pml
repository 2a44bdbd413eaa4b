// Only the process of the highest priority that can move may move.
// expect: satisfied states=7
byte x;

active proctype Low() priority 1 {
  x = 1;
  assert(x == 1)
}

active proctype High() priority 5 {
  assert(x == 0);
  x = 9
}
