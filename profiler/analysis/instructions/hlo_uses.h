// The data of the rows of `hlo`, `op_profile` and `roofline`.
#ifndef PROFILER_ANALYSIS_INSTRUCTIONS_HLO_USES_H_
#define PROFILER_ANALYSIS_INSTRUCTIONS_HLO_USES_H_

#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/analysis/shapes/shape_work.h"
#include "profiler/base/run_context.h"
#include "profiler/base/value.h"
#include "profiler/query/query.h"
#include "profiler/store/profile.h"

namespace profiler {

struct RunsOnDevice {
  DeviceId device = {};
  int64_t occurrences = 0;
};

// An instruction of a module, or an accelerator's kernel that belongs to no instruction.
struct HloUse {
  OpId op;
  StringId kernel;  // the kernel's name, if not an instruction
  int64_t occurrences = 0;
  Int128 total = 0, self = 0;
  DeviceId device = {};               // the first that it ran on
  std::vector<RunsOnDevice> others;   // the other devices that it ran on
  bool ran_on_several_kinds = false;  // also on devices with other peaks than `device`
  // Over all occurrences. Those of an op are of the kernel that took the longest for it.
  double flops = kAbsentReal, bytes = kAbsentReal;
  bool by_shapes = false;  // flops or bytes are worked out from the shapes of the op's inputs
  std::optional<ProductShape> product;  // of the kernel's op, if it is one
  std::string shape;  // of what the kernel's op computes, e.g. "m=64 n=32 k=128 BFloat16"
};

// The amount that was recorded; NaN if none was.
inline double KnownAmount(int64_t recorded) {
  return recorded == kUnknown ? kAbsentReal : static_cast<double>(recorded);
}

// Calls visit(device, occurrences) for each device that it ran on.
template <typename Visit>
void ForEachDevice(const HloUse& use, const Visit& visit) {
  int64_t of_first = use.occurrences;
  for (const RunsOnDevice& other : use.others) of_first -= other.occurrences;
  if (use.device.valid()) visit(use.device, of_first);
  for (const RunsOnDevice& other : use.others) {
    if (other.device.valid()) visit(other.device, other.occurrences);
  }
}

// Rounds an amount of work; kAbsent if it is not known.
inline Value WholeNumber(double amount) {
  return std::isfinite(amount) ? static_cast<Value>(std::round(amount)) : kAbsent;
}

bool IsInstruction(const Profile& profile, OpId op);

// All instructions and kernels that ran, sorted by self time, longest first, then by name. If an
// accelerator ran the instructions, their host events are left out, as those are launches.
absl::StatusOr<std::vector<HloUse>> UsesOfInstructions(const Selected& selected, const Query& query,
                                                       RunContext& context);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_INSTRUCTIONS_HLO_USES_H_
