// Two escapes can go at once: the outer one is taken.
// expect: violated assertion length=5 shortest states=7
byte x, who;

active proctype A() {
  {
    {
      x = 1;
      x = 2;
      x = 3
    } unless {
      x == 2 -> who = 1
    }
  } unless {
    x == 2 -> who = 2
  };
  assert(who != 2)
}
