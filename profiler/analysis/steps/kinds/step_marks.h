// Steps by the mark that made them: training and evaluation are steps of two kinds.
#ifndef PROFILER_ANALYSIS_STEPS_KINDS_STEP_MARKS_H_
#define PROFILER_ANALYSIS_STEPS_KINDS_STEP_MARKS_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "profiler/store/profile.h"

namespace profiler {

// The minimum number of steps that make a kind.
inline constexpr size_t kLeastOfMark = 4;

struct MarkedSteps {
  std::string mark;            // the name that its marks share; empty if all steps are of one kind
  std::vector<size_t> places;  // of its steps, among those that were given
};

// What texts call the kind where there are others.
std::string NameOf(const MarkedSteps& kind);

// In the order of their first steps. All steps are one kind where most are of marks that made fewer
// than `least` of them: such names tell steps apart, not kinds.
std::vector<MarkedSteps> StepsByMark(const Profile& profile, const std::vector<StepId>& steps,
                                     size_t least);

// The kind that stands for the steps where these are of several, as medians and shares over several
// kinds are those of none: training, else the kind with most time. `times` are those of the steps.
// nullptr if all are of one kind, or if no kind has kLeastOfMark steps.
const MarkedSteps* MainKind(const Profile& profile, const std::vector<StepId>& steps,
                            const std::vector<double>& times,
                            const std::vector<MarkedSteps>& kinds);

// What steps are for, where the name of their mark says so: "train 12", "Step:ModeKeys.EVAL".
enum class StepPurpose : uint8_t { kUnknown, kTraining, kEvaluation };
StepPurpose PurposeOf(std::string_view mark);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_STEPS_KINDS_STEP_MARKS_H_
