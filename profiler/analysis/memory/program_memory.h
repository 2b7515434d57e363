// The memory that compiled programs plan to use: XLA's buffer assignment.
#ifndef PROFILER_ANALYSIS_MEMORY_PROGRAM_MEMORY_H_
#define PROFILER_ANALYSIS_MEMORY_PROGRAM_MEMORY_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "profiler/base/int128.h"
#include "profiler/store/profile.h"

namespace profiler {

// The memory of one compiled program in one memory space, in bytes. Buffers of unknown size count
// as empty.
struct ProgramMemory {
  ModuleId module;
  int32_t space = 0;
  Int128 parameters = 0, live_out = 0;
  Int128 whole_run = 0;        // what is there for the whole run: all but temporaries
  Int128 heap = 0;             // the room that temporaries lie in
  Int128 temporaries = 0;      // the most that is alive of them at once
  Int128 padding = 0;          // of those: what has no values
  int64_t peak_at = kUnknown;  // when it was, in events of the program's heap; kUnknown: never
  std::vector<size_t> held;    // rows of Profile::buffers that are there at the peak, largest first
  // The maximum in each of several equal parts of the run, from its first event to its last.
  std::vector<double> over_run;

  Int128 peak() const { return whole_run + temporaries; }
  Int128 allocated() const { return whole_run + heap; }
  // The part of the heap that temporaries leave free even at the peak: gaps between them.
  double fragmentation() const;
};

// In order of the peak, largest first.
std::vector<ProgramMemory> MemoryOfPrograms(const Profile& profile);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_MEMORY_PROGRAM_MEMORY_H_
