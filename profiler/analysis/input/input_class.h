#ifndef PROFILER_ANALYSIS_INPUT_INPUT_CLASS_H_
#define PROFILER_ANALYSIS_INPUT_INPUT_CLASS_H_

#include <cstdint>
#include <string_view>
#include <vector>

#include "profiler/analysis/input/between_steps.h"
#include "profiler/analysis/input/input_use.h"
#include "profiler/analysis/steps/step_timings.h"

namespace profiler {

// Whether input limits a job. From the best known to the worst.
enum class InputClass : uint8_t { kUnknown, kNot, kPerhaps, kModerately, kHighly };

// The value of `input_class` in answers: "unknown", "not", "perhaps", "moderately" or "highly".
std::string_view Name(InputClass input_class);

// The limits of the classes, as shares of a step.
struct InputLimits {
  double moderate, high;
  double unexplained;   // from this share of unexplained time, a job is perhaps input bound
  double unknown_code;  // ... where that is mostly known Python whose purpose is unknown, or waits
};

// Why the class is unknown.
enum class InputUnknown : uint8_t {
  kIsKnown,
  kNoSteps,  // no step of known length
  kDamaged,  // no steps in a damaged file
  kFed,      // Python makes the input between the steps
};

// What the class of a run rests on. docs/metrics.md defines it.
struct InputJudgement {
  InputClass input_class = InputClass::kUnknown;
  InputUnknown unknown = InputUnknown::kNoSteps;
  PartShare input;        // waiting for input, and copying to devices what nothing hides
  PartShare unexplained;  // what may be input that was not recorded as such
  // Whether that is Python in steps which waits for another thread or process.
  bool waits_for_threads = false;
  // Python that by its name reads or makes input is what the class rests on.
  bool is_code = false;
  // The shares are of the loop: of a step and the time before it, as that time is no small part.
  bool of_loop = false;
  PartShare between_input;        // the part of `input` that is between steps
  PartShare between_unexplained;  // and that of `unexplained`
};
InputJudgement ClassifyInput(const StepTimings& timings, const InputUse& use,
                             const LoopTimings& loop, const InputLimits& limits);

// Whether most of the unexplained time in steps is code of the function that runs them
// (InputUse::loop) between what it calls.
bool IsLoopItself(const StepTimings& timings, const InputUse& use, const PartShare& unexplained);

// The times of the parts that InputJudgement judges, one per step.
std::vector<double> InputTimes(const StepTimings& timings);
std::vector<double> UnexplainedTimes(const StepTimings& timings, const InputUse& use);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_INPUT_INPUT_CLASS_H_
