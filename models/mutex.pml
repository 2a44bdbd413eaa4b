// expect: satisfied states=38
//
// Peterson's mutual exclusion for two processes. It is right: never are both in the critical section, and nobody is stuck.

bool wants[2]
byte turn, inside

active [2] proctype Process() {
  byte other = 1 - _pid
end:
  do
  :: wants[_pid] = true
    turn = other
    !wants[other] || turn == _pid
    inside++
    assert(inside == 1)
    inside--
    wants[_pid] = false
  od
}
