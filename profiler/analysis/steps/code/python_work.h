// Python in steps that runs no op: a garbage collection, a list made into a
// tensor, a loop.
#ifndef PROFILER_ANALYSIS_STEPS_CODE_PYTHON_WORK_H_
#define PROFILER_ANALYSIS_STEPS_CODE_PYTHON_WORK_H_

#include <map>
#include <vector>

#include "profiler/analysis/selection/selected.h"
#include "profiler/analysis/steps/step_timings.h"
#include "profiler/base/int128.h"
#include "profiler/store/profile.h"

namespace profiler {

struct PythonWork {
  // Of a function's own time together with calls of it.
  struct Part {
    StringId call;  // the function itself for its own time
    double of_steps = 0;
  };

  SourceId source;
  StringId call;            // what the user's code calls, with all that it runs
  StringId function;        // of the user's code; the same as `call` where it is that
                            // function's own time
  double time_of_step = 0;  // the mean over the typical steps, in picoseconds
  double of_steps = 0;      // over the time of these steps
  bool are_all_typical = true;
  // The mean time of each source whose functions of Python were recorded, longest or not.
  std::map<SourceId, Int128> of_source;
  std::vector<Part> parts;  // empty if it is one
};

// A function's own time and what it calls are one where each takes `least` and the function is no
// loop around the training, whose calls are of several causes. Longest first, at least `least` of
// the typical steps (TypicalSteps()) and in half of them or more. Only time on threads that take
// the steps counts, while no op runs on any thread and no device works. Stretches below
// kLongStretch between ops are what calling ops costs. Not counted: waits, input, and what a
// framework does between ops. Of several sources, the one where it takes
// longest.
std::vector<PythonWork> PythonWorkIn(const Selected& selected, const std::vector<StepTimings>& runs,
                                     double least);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_STEPS_CODE_PYTHON_WORK_H_
