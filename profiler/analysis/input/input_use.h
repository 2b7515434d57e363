#ifndef PROFILER_ANALYSIS_INPUT_INPUT_USE_H_
#define PROFILER_ANALYSIS_INPUT_INPUT_USE_H_

#include <map>
#include <string>
#include <vector>

#include "profiler/analysis/selection/selected.h"
#include "profiler/analysis/steps/step_times.h"
#include "profiler/base/value.h"
#include "profiler/store/profile.h"

namespace profiler {

// A step as far as it waits for input; picoseconds.
struct InputStep {
  int64_t number = kUnknown;
  Int128 span = 0;     // of the step
  Int128 waiting = 0;  // while an op waited for input
  Int128 alone = 0;    // of that, while no other op ran
};

struct InputUse {
  std::vector<InputStep> steps;  // by number, those of known length
  // By op type, or the name of what the framework itself ran: time of all steps.
  std::map<std::string, Int128> waits;
  bool has_pipeline = false;      // the graph has tf.data transformations
  bool has_iterators = false;     // its iterators were recorded, by name
  bool has_prefetch = false;      // one of them fetches ahead
  bool has_data_loader = false;   // PyTorch's
  bool in_phases = false;         // ... and SageMaker Debugger timed the waits as a phase
  bool loads_in_process = false;  // it has no workers
  bool is_fed = false;            // the graph takes tensors from Python
  bool calls_python = false;      // ops of the graph ran that call Python (PyFunc)
};

// `times` are of the same steps and places.
InputUse InputUseOf(const Selected& selected, const std::vector<StepTime>& times);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_INPUT_INPUT_USE_H_
