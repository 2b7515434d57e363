#ifndef PROFILER_ADVISE_RULES_STEPS_HOST_WAIT_TEXT_H_
#define PROFILER_ADVISE_RULES_STEPS_HOST_WAIT_TEXT_H_

#include <string>

#include "profiler/analysis/phases/result_waits.h"
#include "profiler/analysis/steps/step_timings.h"
#include "profiler/store/profile.h"

namespace profiler {

// Whether Python waits for results for so much of the steps that it is worth telling.
bool AreWaitsTold(const ResultWaits& waits);

// Text such as "; for 97.9% of these steps (in all 8) Python waits for a result, in
// np.asarray(jax.Array), called by train.py:20 run: ...".
// Empty if they are not told. Unlike other shares this is one of all steps, which the text says
// unless all are typical.
std::string WaitsText(const Profile& profile, const StepTimings& timings, const ResultWaits& waits,
                      bool are_all_typical);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_STEPS_HOST_WAIT_TEXT_H_
