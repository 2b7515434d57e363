#ifndef PROFILER_ADVISE_RULES_ACCELERATORS_WORK_ROOF_TEXT_H_
#define PROFILER_ADVISE_RULES_ACCELERATORS_WORK_ROOF_TEXT_H_

#include <optional>
#include <string>
#include <vector>

#include "profiler/advise/rule.h"
#include "profiler/analysis/accelerators/device_busy.h"
#include "profiler/analysis/instructions/device_peaks.h"
#include "profiler/analysis/instructions/roofs/instruction_work.h"

namespace profiler {

// Says how much of their peaks devices use. Looks at their events when it is first asked.
class PeakUseText {
 public:
  explicit PeakUseText(const RuleInput& input) : input_(input) {}

  // A sentence such as ". Its instructions reach 71% of its peak of float operations and 13% of the
  // speed of its memory". Empty where that is not known of nearly all instructions.
  absl::StatusOr<std::string> Of(const std::vector<const DeviceBusy*>& devices);

 private:
  const RuleInput& input_;
  std::vector<DevicePeaks> peaks_;  // by device
  std::optional<InstructionWork> work_;
};

// The first of the places that takes `least` of the time of instructions, if one does. `busy` is
// the share of the time in which devices work. A warning, from `busy_high` on, where it is known
// what to do.
std::optional<Finding> FarBelowRoofsFinding(const Profile& profile, const InstructionWork& work,
                                            double least, double busy, double busy_high);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_ACCELERATORS_WORK_ROOF_TEXT_H_
