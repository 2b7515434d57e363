#ifndef PROFILER_ANALYSIS_PHASES_COMPILATIONS_H_
#define PROFILER_ANALYSIS_PHASES_COMPILATIONS_H_

#include <cstddef>
#include <string>
#include <vector>

#include "profiler/analysis/selection/selected.h"
#include "profiler/analysis/steps/step_timings.h"
#include "profiler/base/int128.h"

namespace profiler {

// The time of the calls that compiled in a step or before it, tracing and lowering included, in
// picoseconds.
struct CompiledIn {
  StepId step;
  Int128 time = 0;
};

// A function of JAX that was compiled in steps, or between them. Each step is there once.
struct Compilation {
  std::string function;           // as JAX names its program, e.g. "jit_step"
  std::string call;               // the event around it, e.g. "PjitFunction(step)"
  std::vector<CompiledIn> steps;  // in which it was compiled
  // Before which it was compiled, since the step before them. A device's own step may begin only
  // after the host's call for it.
  std::vector<CompiledIn> before;
  Int128 time = 0;   // of both
  size_t calls = 0;  // how many compiled
};

// In and between the steps of the timings; the function that took longest first.
std::vector<Compilation> CompilationsIn(const Selected& selected, const StepTimings& timings);

// How the arguments of the function's programs differ, where that was recorded: "x is f32[64,256]
// and f32[48,256]"; of several that differ the first. Empty if it has one program, or arguments of
// the same shapes and types.
struct ChangedArguments {
  std::string shapes;  // of one whose sizes differ
  std::string types;   // of one whose types alone differ

  bool empty() const { return shapes.empty() && types.empty(); }
};
ChangedArguments ChangedArgumentsOf(const Profile& profile, const std::string& function);
// Whether each of `calls` that compiled made a program which takes other arguments than the others'
// programs do, as the forward and the backward pass of a gradient: then none was compiled again.
bool AreDifferentPrograms(const Profile& profile, const Compilation& one);
// Whether several programs of the function were recorded, with arguments of the same shapes.
bool HasProgramsOfSameShapes(const Profile& profile, const std::string& function);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_PHASES_COMPILATIONS_H_
