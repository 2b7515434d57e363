#ifndef PROFILER_ANALYSIS_PHASES_PHASE_TIMES_H_
#define PROFILER_ANALYSIS_PHASES_PHASE_TIMES_H_

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/base/value.h"
#include "profiler/store/profile.h"

namespace profiler {

// The data of the view `phases`: total time of each phase in all selected steps.
struct PhaseTimes {
  struct Phase {
    std::string name;
    Value count = 0, total = 0;
    bool waits = false;  // whether the phase is a wait for other nodes
  };
  Value steps = 0, total = 0;  // the number and duration of steps of all kinds
  std::vector<Phase> phases;   // the longest first; steps themselves are not included

  double mean() const;  // the mean step time; 0 if there are no steps
};
absl::StatusOr<PhaseTimes> PhaseTimesOf(const Selected& selected);

// The phases of a host in the selected steps. Times are sums over events.
struct HostPhases {
  std::string host;
  int64_t steps = 0;
  Int128 total = 0;                                    // duration of the steps
  std::map<std::string, Int128, std::less<>> phases;   // phases that do not wait for another host
  std::map<std::string, int64_t, std::less<>> counts;  // how often each ran

  double MeanPerStep(const std::string& phase) const;  // 0 if there is no such phase
};
// Hosts with steps, sorted by name.
absl::StatusOr<std::vector<HostPhases>> PhasesByHost(const Selected& selected);

// Whether nodes exchange gradients in the phase: there one waits for the other, so a node on which
// it takes longer may be the one that waits.
bool ExchangesGradients(std::string_view phase);

// Whether some source records phases of steps.
bool HasPhases(const Profile& profile);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_PHASES_PHASE_TIMES_H_
