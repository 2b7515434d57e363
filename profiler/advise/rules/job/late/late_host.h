// What in the steps of a late rank is of its host: how often it calls an op, and its GPU that waits
// until the host launches more.
#ifndef PROFILER_ADVISE_RULES_JOB_LATE_LATE_HOST_H_
#define PROFILER_ADVISE_RULES_JOB_LATE_LATE_HOST_H_

#include <cstddef>
#include <string>
#include <string_view>

#include "profiler/advise/rule.h"
#include "profiler/advise/rules/ranks/stragglers.h"
#include "profiler/analysis/steps/rank_steps.h"
#include "profiler/analysis/steps/slow/step_growth.h"

namespace profiler {

// Where accelerators of the rank idle until its host launches more work, by half of `wait` longer a
// step than those of the others: what to do, as a sentence that begins with a separator. Else "".
std::string LateHostText(const RuleInput& input, const RankSteps& rank, const RanksOfRun& others,
                         double wait);

// How often a rank calls ops of a type.
struct CallsInSteps {
  double in_slow = 0, in_others = 0;      // of a step, in the mean
  size_t others_with = 0, others_of = 0;  // steps that are not slow: with such calls, and all
  bool are_known = false;                 // false of a part of a step, which is no op

  // Whether nearly all calls are in the slow steps.
  bool IsRareInOthers() const { return in_slow > 0 && 5 * others_with <= others_of; }
  // Whether more calls may be why it takes so many times as long.
  bool Explain(double times_as_long) const;
};
CallsInSteps CallsOf(const RuleInput& input, SourceId source, std::string_view type,
                     const ComparedSteps& steps);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_JOB_LATE_LATE_HOST_H_
