// The events must not follow a notrace to its end.
// expect: violated assertion length=3 shortest
// spin: no (its simulator does not follow event traces)
chan q = [2] of { byte, byte };
notrace {
  q!1,_; q?1,2
}
active proctype P() {
  byte x;
  q!1,2;
  x = 7;
  q?x,_
}
