#ifndef PROFILER_BASE_PROCESS_MEMORY_H_
#define PROFILER_BASE_PROCESS_MEMORY_H_

#include <cstdint>

namespace profiler {

// The memory of this process in bytes, as the kernel reports; 0 for values that the kernel does not
// report.
struct ProcessMemory {
  uint64_t anonymous = 0;  // allocated by the program
  uint64_t file = 0;       // pages of mapped files, which the kernel may reclaim
  uint64_t peak = 0;       // highest sum of both so far
};
ProcessMemory ReadProcessMemory();

inline double Megabytes(double bytes) { return bytes / 1e6; }
inline double Megabytes(uint64_t bytes) { return Megabytes(static_cast<double>(bytes)); }

// Returns only ProcessMemory::anonymous, which is faster to read: a few microseconds.
uint64_t AnonymousMemory();

}  // namespace profiler

#endif  // PROFILER_BASE_PROCESS_MEMORY_H_
