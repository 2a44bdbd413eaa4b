// Numbers are used again when the youngest process has died.
// expect: satisfied states=22
byte rounds;

proctype P(byte n) {
  assert(_pid == 1);
  rounds = n
}

init {
  pid p;
  do
  :: rounds < 3 -> p = run P(rounds + 1); (_nr_pr == 1)
  :: else -> break
  od;
  assert(p == 1)
}
