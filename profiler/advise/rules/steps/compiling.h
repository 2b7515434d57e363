// Sentences about functions that JAX compiles in a run's steps, or between them.
#ifndef PROFILER_ADVISE_RULES_STEPS_COMPILING_H_
#define PROFILER_ADVISE_RULES_STEPS_COMPILING_H_

#include <string>
#include <vector>

#include "profiler/analysis/phases/compilations.h"
#include "profiler/analysis/steps/step_timings.h"
#include "profiler/report/finding.h"
#include "profiler/store/profile.h"

namespace profiler {

// Whether what takes longest to compile, or torch.compile, does so in several steps, and in most.
bool IsCompiledInMostSteps(const Profile& profile, const StepTimings& timings,
                           const std::vector<Compilation>& all);

// Text such as ": jit_step in 3 of 8 steps".
std::string WhatCompiles(const Profile& profile, const StepTimings& timings,
                         const std::vector<Compilation>& all);

// Shows the calls that compiled.
std::string CompilingCommand(const Compilation& one);

// Warns about functions that are compiled after the warm-up and take `least` of the time of all
// steps, or more.
std::vector<Finding> RecompiledFindings(const Profile& profile, const StepTimings& timings,
                                        const std::vector<Compilation>& all, double least);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_STEPS_COMPILING_H_
