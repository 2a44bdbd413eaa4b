// expect: violated deadlock length=17 shortest
//
// A telephone exchange. Each line has a handler; handlers signal each other through the queues of their lines.
// A subscriber lifts the handset and dials; the other one picks up, or is busy; then either of them hangs up.
//
// The error is a real one, known as a clear collision: if both hang up at the same moment, each handler finds the other's `bye`
// in its queue when it is already idle. An idle handler drops it, but one whose subscriber dials again at once does not
// expect it, and never gets to see the answer behind it. Soon nobody can call anybody.
// Checking it with -DFIXED adds the missing case.

#ifndef LINES
#define LINES 2
#endif

mtype = { ring, answer, busy, bye }

chan line[LINES] = [2 * LINES] of { mtype, byte } // a signal, and the line it comes from
bool off_hook[LINES]

active [LINES] proctype Handler() {
  byte peer, other

idle:
  if
  :: line[_pid] ? ring(peer) ->
    off_hook[_pid] = true // the subscriber picks up
    line[peer] ! answer(_pid)
    goto talking
  :: line[_pid] ? bye(other) -> goto idle
  :: off_hook[_pid] = true // the subscriber wants to call
#if LINES > 2
    if
    :: peer = (_pid + 1) % LINES
    :: peer = (_pid + 2) % LINES
    fi
#else
    peer = 1 - _pid
#endif
    line[peer] ! ring(_pid)
    goto calling
  fi

calling:
  if
  :: line[_pid] ? answer(eval(peer)) -> goto talking
  :: line[_pid] ? busy(eval(peer)) -> off_hook[_pid] = false; goto idle
  :: line[_pid] ? ring(other) -> line[other] ! busy(_pid); goto calling
#ifdef FIXED
  :: line[_pid] ? bye(other) -> goto calling
#endif
  fi

talking:
  if
  :: line[peer] ! bye(_pid); off_hook[_pid] = false; goto idle
  :: line[_pid] ? bye(eval(peer)) -> off_hook[_pid] = false; goto idle
  :: line[_pid] ? ring(other) -> line[other] ! busy(_pid); goto talking
  fi
}
