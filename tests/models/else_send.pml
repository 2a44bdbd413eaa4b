// else beside a send: taken when the channel is full.
// expect: satisfied states=66
chan c = [1] of { byte };
byte lost;

active proctype A() {
  byte i;
  for (i : 1 .. 3) {
    if
    :: c!i
    :: else -> lost++
    fi
  }
  assert(lost <= 2)
}

active proctype B() {
  byte v;
  c?v
}
