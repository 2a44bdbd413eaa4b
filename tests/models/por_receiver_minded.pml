// P's else depends on whether R stands at its receive, so R's own step before it is not its own business alone:
// partial order reduction must not always take it first.
// expect: violated deadlock length=3 shortest
chan q = [0] of { byte };

active proctype R() {
  byte own;
  own = 1;
  q?own
}

active proctype P() {
  if
  :: q!1
  :: else
  fi
}
