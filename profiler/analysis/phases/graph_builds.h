// Why TensorFlow compiles: Python builds the graph of a tf.function, or XLA compiles one.
#ifndef PROFILER_ANALYSIS_PHASES_GRAPH_BUILDS_H_
#define PROFILER_ANALYSIS_PHASES_GRAPH_BUILDS_H_

#include <cstddef>
#include <map>
#include <string>
#include <string_view>

#include "profiler/analysis/steps/step_timings.h"
#include "profiler/base/int128.h"
#include "profiler/store/profile.h"

namespace profiler {

struct FunctionCompilations {
  std::string function;     // the one with most time, as Python names it; empty if not recorded
  size_t calls = 0;         // of all functions
  size_t steps = 0;         // in which there are some
  size_t steps_of_one = 0;  // of the function that is compiled in most steps
  Int128 time = 0;          // in picoseconds
  // Of graphs: that function was made several times, as each of its graphs is its first.
  bool is_made_anew = false;
  // Of graphs: most are functions of tf.data pipelines, which are made in the
  // same steps.
  bool is_of_pipelines = false;
};

// "step" of "__inference_step_54", which may stand behind other words: so a
// graph is named that Python calls. Empty for others.
std::string_view FunctionOfGraph(std::string_view name);

struct TensorFlowCompilations {
  FunctionCompilations graphs, by_xla;
  // By step, the time of what was compiled before: all but the first graph and the first program of
  // each function that were recorded, and these, too, where TensorFlow counts earlier graphs. Of
  // functions that are not named, all in the first step that compiles some are first ones.
  std::map<StepId, Int128> again;
};

// In the steps of the timings. What is compiled while a graph is built counts as built.
TensorFlowCompilations TensorFlowCompilationsIn(const Profile& profile, const StepTimings& timings);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_PHASES_GRAPH_BUILDS_H_
