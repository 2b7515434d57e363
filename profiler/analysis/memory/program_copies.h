// Copies between devices and the host's memory that a compiled program on a device makes itself, as
// one that offloads activations or state does: they are neither input nor results.
#ifndef PROFILER_ANALYSIS_MEMORY_PROGRAM_COPIES_H_
#define PROFILER_ANALYSIS_MEMORY_PROGRAM_COPIES_H_

#include <cstdint>

#include "absl/status/statusor.h"
#include "profiler/analysis/accelerators/memory_copies.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/base/run_context.h"
#include "profiler/store/profile.h"

namespace profiler {

// Whether a copy from or to the host's memory that ran as this op is such a copy: the op is an
// instruction, and none that exchanges values with the host's program (infeed, outfeed, send,
// recv).
bool CopiesItself(const Profile& profile, OpId op);

// In the steps that count (CountedSteps), added up over devices.
struct ProgramCopies {
  CopySum to_host, to_devices;
  Int128 others_to_host = 0;  // the time of other copies to hosts: of results
  int64_t device_steps = 0;   // with such copies, once for each device
  OpId longest;               // the instruction whose copies take longest; invalid if there is none

  bool are_most_to_host() const { return to_host.copies > 0 && to_host.time >= others_to_host; }
};
absl::StatusOr<ProgramCopies> ProgramCopiesOf(const Selected& selected, const RunContext& context);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_MEMORY_PROGRAM_COPIES_H_
