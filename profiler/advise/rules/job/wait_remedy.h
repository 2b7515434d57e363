#ifndef PROFILER_ADVISE_RULES_JOB_WAIT_REMEDY_H_
#define PROFILER_ADVISE_RULES_JOB_WAIT_REMEDY_H_

#include <string>

#include "profiler/advise/rule.h"
#include "profiler/advise/rules/job/job_thresholds.h"
#include "profiler/advise/rules/ranks/stragglers.h"

namespace profiler {

// What to do about waits.
struct WaitRemedy {
  std::string text;
  bool is_of_varying_work = false;  // VaryingWorkText()
};

// What to do about waits in collectives, whose sum is `all`, as a sentence that begins with a
// separator. If one rank causes most of them, it says what grew in the steps of that rank. `wait`
// is theirs in the mean of a step. Of `ranks` the one that causes most comes first.
WaitRemedy RemedyOfWaits(const InputOf<JobThresholds>& input, const RanksOfRun& ranks, double all,
                         double wait);

// Of two ranks that wait for each other about as much, no more often than by chance and for no
// cause that is known: what each causes, and what to do. No text if these are no such ranks.
WaitRemedy RemedyOfChance(const InputOf<JobThresholds>& input, const RanksOfRun& ranks, double all,
                          double wait);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_JOB_WAIT_REMEDY_H_
