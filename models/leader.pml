// expect: satisfied states=335
//
// Election in a ring (Chang and Roberts): each process sends its number around; a number is passed on by those with a smaller
// one and swallowed by those with a greater one; who gets the own number back leads. There is exactly one leader, the one
// with the greatest number.

#ifndef N
#define N 4
#endif

mtype = { candidate, elected }

chan ring[N] = [N] of { mtype, byte } // ring[i] is read by process i
byte leaders, leader

active [N] proctype Node() {
  byte number = (_pid * 3 + 2) % (N + 1) // all different unless 3 divides N + 1
  byte seen
  ring[(_pid + 1) % N] ! candidate(number)
  do
  :: ring[_pid] ? candidate(seen) ->
    if
    :: seen > number -> ring[(_pid + 1) % N] ! candidate(seen)
    :: seen < number
    :: seen == number ->
      leaders++
      leader = number
      assert(leaders == 1)
      ring[(_pid + 1) % N] ! elected(number)
    fi
  :: ring[_pid] ? elected(seen) ->
    assert(seen == leader && seen >= number)
    if
    :: seen != number -> ring[(_pid + 1) % N] ! elected(seen)
    :: else
    fi
    break
  od
}
