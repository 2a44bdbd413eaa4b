// Whether P's escape can be taken depends on whether R stands at its receive: partial order reduction must not always
// move R first.
// expect: violated assertion length=4 shortest
chan q = [0] of { byte };
byte went;

active proctype R() {
  byte own;
  own = 1;
  own = 2;
  q?own
}

active proctype P() {
  byte y;
  {
    y = 1;
    went = 1;
    y = 2
  } unless {
    q!1
  };
  assert(went == 0)
}
