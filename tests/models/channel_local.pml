// Each instance has its own local channel, which goes when the process goes.
// expect: satisfied states=19
byte made;

proctype P() {
  chan mine = [1] of { byte };
  byte v;
  mine!_pid;
  mine?v;
  assert(v == _pid);
  made++
}

init {
  do
  :: made < 2 -> run P(); (_nr_pr == 1)
  :: else -> break
  od
}
