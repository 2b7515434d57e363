// Loops in a graph or a compiled program, by the names of the ops in their bodies.
#ifndef PROFILER_ANALYSIS_INSTRUCTIONS_OP_LOOPS_H_
#define PROFILER_ANALYSIS_INSTRUCTIONS_OP_LOOPS_H_

#include <string_view>
#include <vector>

#include "profiler/analysis/selection/selected.h"
#include "profiler/analysis/steps/step_timings.h"

namespace profiler {

// The loop that an op is in: "jit(f)/while" of "jit(f)/while/body/dot_general", the innermost of
// several. Empty if the name says none.
std::string_view LoopOfOp(std::string_view name);

// Several loops of one name are summed, as of a function that is called twice.
struct OpLoop {
  std::string_view name;
  double iterations = 0;         // of a step that has it, as often as its op with most runs ran
  double time_of_iteration = 0;  // in picoseconds, with what starts its ops
  double of_steps = 0;  // from the first op to the last of each, over the time of the steps
  double of_ops = 0;    // the part of that in which one of its ops runs
};

// Of hosts, in the typical steps (TypicalSteps()); the one with most time first.
std::vector<OpLoop> OpLoopsIn(const Selected& selected, const std::vector<StepTimings>& runs);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_INSTRUCTIONS_OP_LOOPS_H_
