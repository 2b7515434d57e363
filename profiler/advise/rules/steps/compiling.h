// What HostChecker tells of the compiling in a run's steps, or between them, and when it warns.
#ifndef PROFILER_ADVISE_RULES_STEPS_COMPILING_H_
#define PROFILER_ADVISE_RULES_STEPS_COMPILING_H_

#include <string>
#include <string_view>
#include <vector>

#include "profiler/analysis/phases/compilations.h"
#include "profiler/analysis/steps/step_times.h"
#include "profiler/analysis/steps/step_timings.h"
#include "profiler/query/query.h"
#include "profiler/report/finding.h"
#include "profiler/store/profile.h"

namespace profiler {

// The shares from which on HostChecker tells of compiling, where the user gives none: of a step,
// and of all steps for a function that is compiled after the warm-up.
inline constexpr double kCompileHigh = 0.15, kCompileModerate = 0.03, kRecompiled = 0.03;

// The names of these thresholds.
inline constexpr std::string_view kCompileHighName = "compile_high",
                                  kCompileModerateName = "compile_moderate",
                                  kRecompileName = "recompile";

struct CompilingLimits {
  double high = kCompileHigh, moderate = kCompileModerate, recompiled = kRecompiled;
};
// Those of HostChecker in the query.
CompilingLimits CompilingLimitsOf(const Query& query);

// What HostChecker tells of compiling in a run's steps.
enum class CompilingTold {
  kRecompiled,  // functions that are compiled after the warm-up, if any
  kModerate,
  kHigh,  // with a warning
};
CompilingTold CompilingToldOf(const StepTimings& timings, const CompilingLimits& limits);

// The time of a mean step that compiling after the warm-up takes, where the finding about it says
// what to do against that; 0 elsewhere. Of TensorFlow only what is compiled again: the first graph
// of a function is needed.
Value CompilingToSave(const Profile& profile, const StepTimings& timings,
                      const std::vector<Compilation>& all);

// Whether HostChecker warns about compiling in the run, with a remedy, and one of the steps
// compiles after the warm-up: slow steps of that cause need no warning of their own.
bool WarnsOfCompiling(const Selected& selected, const StepTimings& run,
                      const CompilingLimits& limits, const std::vector<const StepTime*>& steps);

// Text such as ", in steps 4, 7, 11": those after the warm-up that compile, where they are fewer
// than half of all.
std::string InCompilingSteps(const Profile& profile, const StepTimings& timings);

// Whether what takes longest to compile, or torch.compile, does so in several steps, and in most.
bool IsCompiledInMostSteps(const Profile& profile, const StepTimings& timings,
                           const std::vector<Compilation>& all);

// Shows the calls that compiled.
std::string CompilingCommand(const Compilation& one);

// Warns about functions that are compiled after the warm-up and take `least` of the time of all
// steps, or more.
std::vector<Finding> RecompiledFindings(const Profile& profile, const StepTimings& timings,
                                        const std::vector<Compilation>& all, double least);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_STEPS_COMPILING_H_
