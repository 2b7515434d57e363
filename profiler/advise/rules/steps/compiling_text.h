// Sentences about what a run compiles in its steps, or between them: which programs, why again, and
// what to do against that.
#ifndef PROFILER_ADVISE_RULES_STEPS_COMPILING_TEXT_H_
#define PROFILER_ADVISE_RULES_STEPS_COMPILING_TEXT_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "profiler/analysis/phases/compilations.h"
#include "profiler/analysis/phases/graph_builds.h"
#include "profiler/analysis/steps/step_timings.h"
#include "profiler/store/profile.h"

namespace profiler {

// More functions or steps are not named.
inline constexpr size_t kMostCompiledNamed = 3;

// Text such as ": jit_step in 3 of 8 steps".
std::string WhatCompiles(const Profile& profile, const StepTimings& timings,
                         const std::vector<Compilation>& all);

// Whether what compiles is functions of tf.data pipelines, which are made anew: making their
// datasets and iterators takes time, too, which is no compiling.
bool MakesPipelines(const Profile& profile, const StepTimings& timings,
                    const std::vector<Compilation>& all);

// Why it compiles again, where arguments tell: " (shapes change: ...)"; else "".
std::string WhatChanges(const Profile& profile, const Compilation& one);

// Text such as "it compiles again for each new shape ...: pad its inputs, OTHERS", with what else
// helps where shapes change.
std::string WhyAndRemedy(const Profile& profile, const Compilation& one, std::string_view others);

// How many of the steps compile anything.
size_t StepsThatCompile(const StepTimings& timings);

// Whether XLA takes most of the compiling, more often than graphs are built.
bool TellsXla(const TensorFlowCompilations& found);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_STEPS_COMPILING_TEXT_H_
