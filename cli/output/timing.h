#ifndef CLI_OUTPUT_TIMING_H_
#define CLI_OUTPUT_TIMING_H_

#include <string>

#include "profiler/base/part_times.h"
#include "profiler/base/process_memory.h"

namespace profiler {

// Where time and memory went, for -timing. Made as early as may be.
class Timing {
 public:
  Timing();

  // A table of the parts that ran since the last call, and what the process took in all.
  std::string Summary(PartTimes& times) const;

 private:
  const PartTimes::Clock::time_point start_;  // of the process
  const ProcessMemory at_start_;
};

}  // namespace profiler

#endif  // CLI_OUTPUT_TIMING_H_
