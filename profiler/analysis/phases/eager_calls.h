// Ops that TensorFlow runs one by one, as Python calls them.
#ifndef PROFILER_ANALYSIS_PHASES_EAGER_CALLS_H_
#define PROFILER_ANALYSIS_PHASES_EAGER_CALLS_H_

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "profiler/analysis/selection/selected.h"
#include "profiler/analysis/steps/step_timings.h"
#include "profiler/base/int128.h"
#include "profiler/store/profile.h"

namespace profiler {

// The event that TensorFlow records around each such call.
inline constexpr std::string_view kEagerExecute = "EagerExecute";

// Whether the event is in such a call and names what it runs:
// "EagerLocalExecute: MatMul".
bool IsEagerCall(std::string_view event);

// The op that an event in such a call names, as in "EagerLocalExecute: MatMul". Empty for others,
// for a tf.function and for waits for input.
std::string_view EagerOp(std::string_view event);

struct EagerCalls {
  std::string_view op;
  int64_t calls = 0;
  Int128 time = 0;
};

// Of the steps that hold such calls and are not partial, nor the whole recording. Calls of threads
// that a step does not wait for do not count.
struct EagerUse {
  int64_t calls = 0;  // with those that compute for long
  Int128 all = 0;     // their time
  // Of calls that take less than kLongCall, to start the op is most.
  PartShare dispatch;
  PartShare between;  // from one call of a step to the next, where that is less than kLongCall
  // All calls of ops of which most time is in calls that take longer; the op that takes most time
  // first.
  std::vector<EagerCalls> computing;
  size_t steps = 0;
  Int128 time = 0;  // of the steps
  // The tf.function that takes most time of those that are called in most of
  // these steps, as Python names it. Empty if there is none.
  std::string_view function;
  int64_t summaries = 0;  // calls of ops that write them for TensorBoard

  static constexpr int64_t kLongCall = 1'000'000'000;  // picoseconds
};
EagerUse EagerUseInSteps(const Selected& selected);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_PHASES_EAGER_CALLS_H_
