// Work that is counted, for limits that are the same on every machine and in every run. The weights were found by
// measuring explorations of many models; they are right within a factor of about two.
#ifndef BASE_WORK_H
#define BASE_WORK_H

enum { WORK_STEP = 64 }; // what a plain transition of an untimed model counts: about a quarter of a microsecond

#endif
