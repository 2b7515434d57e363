#ifndef PROFILER_ANALYSIS_STEPS_PHASE_TIMES_H_
#define PROFILER_ANALYSIS_STEPS_PHASE_TIMES_H_

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/base/value.h"
#include "profiler/store/profile.h"

namespace profiler {

// What the view `phases` tells of the phases of a training: what they took in all selected steps.
struct PhaseTimes {
  struct Phase {
    std::string name;
    Value count = 0, total = 0;
    bool waits = false;  // for other nodes
  };
  Value steps = 0, total = 0;  // of all kinds of steps
  std::vector<Phase> phases;   // the longest first; steps are none

  // 0 where there is none of that name.
  double MeanPerStep(const std::string& phase) const;
  double mean() const;  // of a step; 0 where there is none
};
absl::StatusOr<PhaseTimes> PhaseTimesOf(const Selected& selected);

// What a host's phases took in the selected steps: events one by one, added up.
struct HostPhases {
  std::string host;
  int64_t steps = 0;
  Int128 total = 0;                                   // of the steps
  std::map<std::string, Int128, std::less<>> phases;  // those in which it waits for no other host

  double MeanPerStep(const std::string& phase) const;  // 0 where there is none
};
// Hosts with steps, by name.
absl::StatusOr<std::vector<HostPhases>> PhasesByHost(const Selected& selected);

// Whether SageMaker Debugger recorded phases.
bool HasPhases(const Profile& profile);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_STEPS_PHASE_TIMES_H_
