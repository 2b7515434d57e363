#ifndef PROFILER_ANALYSIS_INPUT_PIPELINES_WORK_BESIDE_H_
#define PROFILER_ANALYSIS_INPUT_PIPELINES_WORK_BESIDE_H_

#include "profiler/analysis/selection/selected.h"
#include "profiler/analysis/steps/step_timings.h"
#include "profiler/base/int128.h"
#include "profiler/store/profile.h"

namespace profiler {

// The work of tf.data's functions on its own threads while steps run and wait for no input: it
// takes cores of the host. Iterators, reading of files and Python count for nothing, as they may
// wait.
struct InputWorkBeside {
  Int128 time = 0;   // of all threads together, in picoseconds
  double steps = 0;  // the time of the steps
  StringId top;      // the name of the op that takes most of it
  Int128 of_top = 0;

  double of_steps() const { return steps > 0 ? static_cast<double>(time) / steps : 0; }
};

// Of the steps of a profile's only source; nothing if it has several, or no steps.
InputWorkBeside InputWorkBesideSteps(const Selected& selected, const StepTimings& timings);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_INPUT_PIPELINES_WORK_BESIDE_H_
