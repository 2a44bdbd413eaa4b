// The second send is not what the trace wants.
// expect: violated assertion length=2 shortest
// spin: no (its simulator does not follow event traces)
chan q = [2] of { byte };
trace {
  q!1; q!2
}
active proctype P() {
  q!1;
  q!3
}
