// A loop over the messages of an element of an array of channels.
// expect: violated assertion length=40 shortest
typedef message {
  bit b;
  byte x
};

init {
  chan a[3] = [2] of { message };
  message m, n;
  byte sum;
  m.b = 1;
  m.x = 3;
  a[1]!m;
  m.x = 5;
  a[1]!m;
  for (m in a[1]) {
    for (n in a[1]) {
      sum = sum + m.x * n.x
    }
  }
  assert(len(a[1]) == 2 && sum != 64)
}
