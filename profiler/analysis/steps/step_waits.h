#ifndef PROFILER_ANALYSIS_STEPS_STEP_WAITS_H_
#define PROFILER_ANALYSIS_STEPS_STEP_WAITS_H_

#include <optional>

#include "profiler/analysis/collectives/compared_collectives.h"
#include "profiler/analysis/steps/slow/step_growth.h"
#include "profiler/base/value.h"
#include "profiler/store/profile.h"

namespace profiler {

// A rank, or the ranks of a host, for which the others wait longer in slow steps than in others.
struct WaitForRank {
  SourceId source;  // of the rank that comes last, or of a host's ranks the one that does most
  StringId host;    // invalid if it is one rank
  // What a step of each other rank waits in collectives, in the mean, in picoseconds.
  Value in_slow = 0, in_others = 0;

  Value growth() const { return in_slow - in_others; }
};

// Returns the rank, or else the host, that causes more than half of the waits in the slow steps;
// nullopt if there is none, or if no collectives of several ranks were compared there.
std::optional<WaitForRank> MostWaitedFor(const Profile& profile,
                                         const ComparedCollectives& collectives,
                                         const ComparedSteps& steps);

struct SlowSource {
  SourceId source;
  bool are_others_slower = false;  // the others' slow steps take half as long again as others, too
};
// The only one of several sources whose own steps take longer in the slow steps, by more than half
// of `excess`: the others wait for it only in the steps that follow, if at all.
std::optional<SlowSource> OnlySlowSource(const Profile& profile, const ComparedSteps& steps,
                                         Value excess);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_STEPS_STEP_WAITS_H_
