#ifndef PROFILER_ADVISE_FACTS_PHASE_TIMES_H_
#define PROFILER_ADVISE_FACTS_PHASE_TIMES_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "profiler/base/run_context.h"
#include "profiler/query/query.h"
#include "profiler/report/report.h"
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
absl::StatusOr<PhaseTimes> PhaseTimesOf(const Profile& profile, const Selection& selection,
                                        RunContext& context);

// The hosts that recorded phases, by name.
std::vector<std::string> PhaseHosts(const Profile& profile);

// Whether SageMaker Debugger recorded phases.
bool HasPhases(const Profile& profile);

}  // namespace profiler

#endif  // PROFILER_ADVISE_FACTS_PHASE_TIMES_H_
