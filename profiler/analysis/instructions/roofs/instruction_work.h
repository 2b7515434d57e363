// How much of what accelerators can do instructions of compiled programs use.
#ifndef PROFILER_ANALYSIS_INSTRUCTIONS_ROOFS_INSTRUCTION_WORK_H_
#define PROFILER_ANALYSIS_INSTRUCTIONS_ROOFS_INSTRUCTION_WORK_H_

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/base/int128.h"
#include "profiler/base/run_context.h"
#include "profiler/base/value.h"
#include "profiler/query/query.h"
#include "profiler/store/profile.h"

namespace profiler {

// What the instructions on a device do, in a source. Times are self times, in picoseconds.
struct WorkOnDevice {
  Int128 time = 0;
  Int128 with_flops = 0, with_bytes = 0;  // of `time`, where the work was recorded
  double flops = 0, bytes = 0;
};

// Instructions of one line of the user's code (of one op, where no line is known) that are far
// below what limits them.
struct SlowPlace {
  std::string place;
  OpId op;          // the instruction that takes most of it
  Int128 most = 0;  // the time of that
  Int128 time = 0;  // of all of them
  // The mean shares that they reach of the memory's speed and of the peak of float operations,
  // weighted by time.
  double of_memory = 0, of_compute = 0;
  int64_t instructions = 0;
};

struct InstructionWork {
  std::map<std::pair<SourceId, DeviceId>, WorkOnDevice> devices;
  std::vector<SlowPlace> slow;  // the longest first
  Int128 time = 0;              // of all instructions on accelerators
  size_t device_steps = 0;      // in how many steps of devices; 0 without whole steps
};

// Of the steps that count (CountedSteps). Slow are instructions that reach less than `efficiency`
// of the speed of the memory and less than a hundredth of that of the peak of float operations,
// which is that of matrix units (windows: of a hundredth of it, as their work is what a scan would
// spare), as far as their work and the peaks are known. Not those that may
// wait or whose work XLA does not know (collectives, copies, custom calls, loops), matrix products
// and convolutions, whose peak depends on their types, and what ends in microseconds.
absl::StatusOr<InstructionWork> InstructionWorkOf(const Selected& selected, const Query& query,
                                                  double efficiency, RunContext& context);

// Whether work of an accelerator's instructions was recorded.
bool HasInstructionWork(const Profile& profile);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_INSTRUCTIONS_ROOFS_INSTRUCTION_WORK_H_
