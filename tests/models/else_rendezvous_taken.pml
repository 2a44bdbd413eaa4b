// Where somebody can receive, a rendezvous send keeps else from being executable.
// expect: satisfied states=5
chan c = [0] of { byte };
byte x;
active proctype P() {
  if
  :: c!1
  :: else -> x = 1
  fi
}
active proctype Q() {
  c?_;
  assert(x == 0)
}
