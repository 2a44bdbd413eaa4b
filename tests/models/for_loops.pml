// for over a range, over an array and over a channel.
// expect: violated assertion length=52 shortest states=54
typedef message { byte v };
byte a[3] = { 5, 6, 7 };
chan c = [3] of { message };

active proctype A() {
  byte i, sum;
  message m;
  for (i : 0 .. 2) { sum = sum + a[i] }
  assert(i == 3 && sum == 18);
  for (i in a) { sum = sum - a[i] }
  assert(sum == 0);
  m.v = 1; c!m;
  m.v = 2; c!m;
  m.v = 3; c!m;
  for (m in c) { sum = sum * 4 + m.v }
  assert(sum == 27 && len(c) == 3);
  i = 3;
  for (i : i .. 2) { sum = 0 }
  assert(sum == 0)
}
