#ifndef CLI_OUTPUT_TIMING_H_
#define CLI_OUTPUT_TIMING_H_

#include <string>

#include "profiler/base/process_memory.h"
#include "profiler/base/timings.h"

namespace profiler {

// The time and memory used, for -timing. Create it as early as possible.
class Timing {
 public:
  Timing();

  // A table of the parts that ran since the last call, and the totals of the process.
  std::string Summary(Timings& times) const;

 private:
  const Timings::Clock::time_point start_;  // start of the process
  const ProcessMemory at_start_;
};

}  // namespace profiler

#endif  // CLI_OUTPUT_TIMING_H_
