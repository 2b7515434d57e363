#ifndef PROFILER_ADVISE_RULES_ACCELERATORS_USE_BUSY_DEVICES_H_
#define PROFILER_ADVISE_RULES_ACCELERATORS_USE_BUSY_DEVICES_H_

#include <vector>

#include "absl/status/statusor.h"
#include "profiler/advise/rule.h"
#include "profiler/advise/rules/accelerators/use/device_names.h"
#include "profiler/analysis/accelerators/device_busy.h"
#include "profiler/report/finding.h"

namespace profiler {

// Judges devices by the events on them: for which share of their steps each was busy, and, of one
// that hardly ever waits, with what. A share below `low` is a warning. Devices that are busy for
// the same share are one finding, if they are many.
absl::StatusOr<std::vector<Finding>> JudgeBusyDevices(const RuleInput& input,
                                                      const DeviceNames& names,
                                                      const std::vector<const DeviceBusy*>& uses,
                                                      double low);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_ACCELERATORS_USE_BUSY_DEVICES_H_
