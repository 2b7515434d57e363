#ifndef PROFILER_ADVISE_RULES_STEPS_INPUT_INPUT_REMEDY_H_
#define PROFILER_ADVISE_RULES_STEPS_INPUT_INPUT_REMEDY_H_

#include <string>
#include <string_view>

#include "profiler/advise/rules/steps/input/input_of_ranks.h"
#include "profiler/analysis/input/input_use.h"
#include "profiler/base/value.h"

namespace profiler {

// The op type with the longest input wait; empty if nothing waits.
std::string_view MostWaiting(const InputUse& use);

// Whether pinning memory takes longest of what counts as waits.
bool MostlyPins(const InputUse& use);

// Whether most of the wait is for workers of a DataLoader that are started anew for an epoch.
bool RestartsWorkers(const InputUse& use);
Value RestartsPerStep(const InputUse& use);  // the mean over steps, in picoseconds

// Whether the remedy is a prefetch.
bool LacksPrefetch(const InputUse& use);
// What makes input faster, such as "; the pipeline does not end with a prefetch: ...".
// `iterator` is the one that limits the only pipeline of tf.data, if known.
std::string InputRemedy(const Profile& profile, const InputUse& use,
                        std::string_view iterator = {});

// Where steps wait for copies of input to devices; `ranks` as in JudgedInput.
std::string CopyRemedy(const Profile& profile, const InputUse& use, const InputOfRanks* ranks);

// The command that shows what waits for input; something must wait. It shows iterators if they were
// recorded, because they explain more than the op that waited.
std::string InputCommand(const InputUse& use);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_STEPS_INPUT_INPUT_REMEDY_H_
