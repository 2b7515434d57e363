#ifndef PROFILER_BASE_PROCESS_MEMORY_H_
#define PROFILER_BASE_PROCESS_MEMORY_H_

#include <cstdint>

namespace profiler {

// In bytes, as the kernel tells; 0 where it does not.
struct ProcessMemory {
  uint64_t anonymous = 0;  // what the program made
  uint64_t file = 0;       // what it has mapped of files and reads; the kernel may take it back
  uint64_t peak = 0;       // both together, at most so far
};
ProcessMemory ReadProcessMemory();

inline double Megabytes(double bytes) { return bytes / 1e6; }
inline double Megabytes(uint64_t bytes) { return Megabytes(static_cast<double>(bytes)); }

// The first of them alone, which takes a few microseconds.
uint64_t AnonymousMemory();

}  // namespace profiler

#endif  // PROFILER_BASE_PROCESS_MEMORY_H_
