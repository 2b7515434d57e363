#ifndef PROFILER_ANALYSIS_PHASES_RESULT_WAITS_H_
#define PROFILER_ANALYSIS_PHASES_RESULT_WAITS_H_

#include <cstddef>

#include "profiler/analysis/selection/selected.h"
#include "profiler/analysis/steps/step_timings.h"
#include "profiler/store/profile.h"

namespace profiler {

// The calls of Python in steps that wait for a result of the program, as np.asarray() and float()
// do, of the function that waits most.
struct ResultWaits {
  StringId call;  // what waits, e.g. "np.asarray(jax.Array)"; invalid if nothing waits
  StringId
      function;  // the user's function that calls it, or else the outermost one; may be invalid
  double of_steps = 0;             // all such waits over the time of the steps
  double time_of_step = 0;         // the same on average, in picoseconds
  size_t steps = 0, in_steps = 0;  // all steps, and those with such waits
  // Of the time from the end of a wait until a thread that computes begins something: all of it
  // over the time of the steps, without that in which Python runs other code than the call of the
  // next program; and that time, with the call that takes most of it. Unknown where no thread that
  // computes was recorded.
  double idle_of_steps = 0, python_of_steps = 0;
  StringId python_call;  // e.g. "$histograms.py:685 histogram"; invalid if there is none
  bool is_compute_known = false;
  bool is_only_for_end = false;  // `call` gets no result: it only waits until there is one
};
ResultWaits FindResultWaits(const Selected& selected, const std::vector<StepTimings>& runs);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_PHASES_RESULT_WAITS_H_
