// The process may stop here, but the trace stands in its middle.
// expect: violated deadlock length=1 shortest
chan q = [2] of { byte };
trace {
  q!1; q!2
}
active proctype P() {
  q!1;
end:
  false
}
