// A printf with too few values is no error.
// expect: satisfied states=5
byte x;

active proctype A() {
  printf("%d and %d\n", x);
  printf("%d %e %c\n");
  printf("%% %u\n", x, x)
}
