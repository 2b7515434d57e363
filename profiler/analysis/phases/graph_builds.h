// Why TensorFlow compiles: Python builds the graph of a tf.function, or XLA compiles one.
#ifndef PROFILER_ANALYSIS_PHASES_GRAPH_BUILDS_H_
#define PROFILER_ANALYSIS_PHASES_GRAPH_BUILDS_H_

#include <cstddef>
#include <string>

#include "profiler/analysis/steps/step_timings.h"
#include "profiler/base/int128.h"
#include "profiler/store/profile.h"

namespace profiler {

struct FunctionCompilations {
  std::string function;  // the one with most time, as Python names it; empty if not recorded
  size_t calls = 0;      // of all functions
  size_t steps = 0;      // in which there are some
  Int128 time = 0;       // in picoseconds
  // Of graphs: that function was made several times, as each of its graphs is its first.
  bool is_made_anew = false;
};

struct TensorFlowCompilations {
  FunctionCompilations graphs, by_xla;
};

// In the steps of the timings. What is compiled while a graph is built counts as built.
TensorFlowCompilations TensorFlowCompilationsIn(const Profile& profile, const StepTimings& timings);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_PHASES_GRAPH_BUILDS_H_
