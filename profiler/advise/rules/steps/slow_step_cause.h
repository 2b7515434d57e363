// Sentences about why steps are slow, and whose work it is: that of one rank, of a host or of all.
#ifndef PROFILER_ADVISE_RULES_STEPS_SLOW_STEP_CAUSE_H_
#define PROFILER_ADVISE_RULES_STEPS_SLOW_STEP_CAUSE_H_

#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "profiler/advise/rule.h"
#include "profiler/advise/rules/steps/grown_causes.h"
#include "profiler/analysis/steps/slow/step_growth.h"
#include "profiler/base/value.h"

namespace profiler {

// Text such as "waiting for input takes 738 us in it, 55 us in the others"; empty without causes.
std::string CauseText(const std::vector<StepCause>& causes, const ComparedSteps& steps);

// How the two sides are named.
struct SideWords {
  std::string_view in_slow, in_others;  // "in them", "in the others"
};
std::string CauseText(const std::vector<StepCause>& causes, const ComparedSteps& steps,
                      const SideWords& words);

struct SlowStepCause {
  // For example "; waiting for input takes 738 us in it, 55 us in the others".
  std::string text;
  SourceId waited_for;    // of the rank that is slow in them and delays others; invalid if none is
  std::string host;       // instead of a rank, the host whose ranks all are; else empty
  bool compiles = false;  // what the steps take longer is compiling
  bool is_known = true;
};
// Where one rank alone is slow, or ranks wait for one of them or for those of a host, what grew in
// its steps; without text where that is not so. `words` name the sides; null for those of slow
// steps.
absl::StatusOr<SlowStepCause> CauseByRank(const RuleInput& input, const ComparedSteps& steps,
                                          Value excess, const SideWords* words = nullptr);

// The same or, where no rank causes it, what grew in the steps of one process
// alone, else in those of all.
absl::StatusOr<SlowStepCause> CauseOfSlowSteps(const RuleInput& input, const ComparedSteps& steps,
                                               Value excess);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_STEPS_SLOW_STEP_CAUSE_H_
