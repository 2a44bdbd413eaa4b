// Peterson's mutual exclusion, which is right.
// expect: satisfied states=38
bool flag[2];
bit turn;
byte inside;

active [2] proctype P() {
  do
  :: flag[_pid] = true;
    turn = _pid;
    (flag[1 - _pid] == false || turn == 1 - _pid);
    inside++;
    assert(inside == 1);
    inside--;
    flag[_pid] = false
  od
}
