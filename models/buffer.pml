// expect: violated assertion length=22 shortest
//
// A bounded buffer between two producers and a consumer. The error: a producer looks whether there is room and only then
// takes the lock, so that two of them can see the same last free place. -DFIXED looks again under the lock.

#define SIZE 2
#define ITEMS 2

byte buffer[SIZE], count, first
bool locked

inline lock() { atomic { !locked -> locked = true } }
inline unlock() { locked = false }

active [2] proctype Producer() {
  byte sent
  do
  :: sent < ITEMS ->
#ifdef FIXED
    atomic { count < SIZE && !locked -> locked = true }
#else
    count < SIZE
    lock()
#endif
    assert(count < SIZE)
    buffer[(first + count) % SIZE] = _pid + 1
    count++
    unlock()
    sent++
  :: else -> break
  od
}

active proctype Consumer() {
  byte received, item
  do
  :: received < 2 * ITEMS ->
    count > 0
    lock()
    item = buffer[first]
    assert(item == 1 || item == 2)
    first = (first + 1) % SIZE
    count--
    unlock()
    received++
  :: else -> break
  od
}
