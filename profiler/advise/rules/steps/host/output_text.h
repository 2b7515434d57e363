// What is said of copies from devices, and of those that a compiled program makes itself.
#ifndef PROFILER_ADVISE_RULES_STEPS_HOST_OUTPUT_TEXT_H_
#define PROFILER_ADVISE_RULES_STEPS_HOST_OUTPUT_TEXT_H_

#include <string>
#include <vector>

#include "profiler/analysis/memory/program_copies.h"
#include "profiler/analysis/memory/result_copies.h"
#include "profiler/analysis/steps/step_timings.h"
#include "profiler/store/profile.h"

namespace profiler {

// Where copies to pageable memory are most of `part`, the output: ", mostly copies of 105 MB a step
// ...".
std::string ResultCopiesText(const StepTimings& timings, const ResultCopies& copies,
                             const PartShare& part);

// The time by step of such copies, without what other work hides. All output counts if most of it
// is theirs, and none if not.
std::vector<double> ProgramCopyTimes(const StepTimings& timings, const ProgramCopies& copies);
// What is said after the share of these times; there must be such copies.
std::string ProgramCopiesText(const Profile& profile, const ProgramCopies& copies);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_STEPS_HOST_OUTPUT_TEXT_H_
