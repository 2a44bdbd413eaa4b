// An inline that calls itself.
// expect: error
byte x;
inline again() { x++; again() }
active proctype A() { again() }
