#ifndef PROFILER_ADVISE_RULES_STEPS_INPUT_BESIDE_TEXT_H_
#define PROFILER_ADVISE_RULES_STEPS_INPUT_BESIDE_TEXT_H_

#include <string>

#include "profiler/advise/rules/steps/input/judged_input.h"

namespace profiler {

// Where the steps compute on the host: that the pipeline works beside them for a large part of
// their time, so that they may wait for cores. Empty elsewhere.
std::string InputBesideText(const JudgedInput& input);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_STEPS_INPUT_BESIDE_TEXT_H_
