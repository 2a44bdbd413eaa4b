// Every event on a channel of the trace follows it.
// expect: satisfied
chan q = [2] of { byte };
chan other = [1] of { byte };
byte x;
trace {
end_of_round:
  do
  :: q!1; q?1; q!2; q?2
  od
}
active proctype P() {
  byte i;
  for (i : 1 .. 2) {
    q!1; other!3; q?x; q!2; q?_; other?x
  }
end:
  false
}
