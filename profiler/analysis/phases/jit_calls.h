#ifndef PROFILER_ANALYSIS_PHASES_JIT_CALLS_H_
#define PROFILER_ANALYSIS_PHASES_JIT_CALLS_H_

#include <cstddef>
#include <cstdint>
#include <set>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/base/int128.h"
#include "profiler/base/run_context.h"
#include "profiler/store/profile.h"

namespace profiler {

// The calls of a function that JAX compiles, in steps.
struct JitCalls {
  StringId name;  // e.g. "PjitFunction(step)"
  int64_t calls = 0;
  // Of all calls; one that takes ten times the median or more compiles, and counts as the median.
  // What a call starts may run on.
  Int128 time = 0;
};

// Of the steps that hold such calls and are not partial, nor the whole recording.
struct JitUse {
  // Whose calls are small, the one that takes most time first. A function that is called about once
  // a step and takes many times what other calls take, as a compiled train step, is none.
  std::vector<JitCalls> functions;
  std::set<StringId> are_long;  // the names of such functions
  size_t steps = 0;
  Int128 time = 0;  // of the steps
};
// Calls within calls do not count.
JitUse JitUseInSteps(const Selected& selected);

// The function of the user's that makes nearly all of the small calls, many each time it runs, and
// no long one; of several the innermost, or one around it that takes hardly longer.
struct JitCaller {
  StringId name;    // invalid if none is known
  Int128 time = 0;  // of all its runs within steps, with what is called there, but without waits
                    // and long work that makes none of the calls
  // The innermost function of the user's in which most of the small calls are, and no long one,
  // however few each time it runs; invalid if none is known.
  StringId around_most;
};
absl::StatusOr<JitCaller> CallerOfCalls(const Selected& selected, const JitUse& use,
                                        const RunContext& context);

// Whether the step is one that was marked or inferred, is not partial and has begin and end.
bool IsTimedStep(const StepRow& step);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_PHASES_JIT_CALLS_H_
