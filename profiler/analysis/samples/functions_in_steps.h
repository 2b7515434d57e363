#ifndef PROFILER_ANALYSIS_SAMPLES_FUNCTIONS_IN_STEPS_H_
#define PROFILER_ANALYSIS_SAMPLES_FUNCTIONS_IN_STEPS_H_

#include <string_view>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/status/statusor.h"
#include "profiler/analysis/samples/step_numbers.h"
#include "profiler/analysis/samples/work_in_steps.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/base/run_context.h"

namespace profiler {

// What ran in the steps, without its times. The profile owns the names.
struct CodeInSteps {
  // Of a Python function its file and name without the line, so that functions that moved are the
  // same; of all else the name and type.
  using Key = std::pair<std::string_view, std::string_view>;

  std::vector<Key> keys;  // by op
  // By op, whether it is a function or mark of the user that ran in the steps. Functions without a
  // name of their own, such as lambdas, and marks of steps or of the framework are none.
  std::vector<char> is_users;
  absl::flat_hash_map<Key, double> runs;          // per step
  bool has_functions = false, has_marks = false;  // of anyone
};
CodeInSteps FindCodeInSteps(const Selected& selected, const StepNumbers& numbers);

// The time of the user's functions and marks in each step that the other profile has not though it
// recorded functions, or marks: with all that they call, on the threads that run steps. What runs
// in a call of the same key is in that call's time.
absl::StatusOr<WorkInSteps> FunctionsOfOne(const Selected& selected, const StepNumbers& numbers,
                                           const CodeInSteps& code, const CodeInSteps& other,
                                           RunContext& context);

// What runs in the calls of a function.
struct InFunction {
  // Whether half of its time or more is work that the other profile has as often: the function is
  // new around it.
  bool is_around_old = false;
  absl::flat_hash_set<CodeInSteps::Key> keys;
};
absl::StatusOr<InFunction> WorkInFunction(const Selected& selected, const StepNumbers& numbers,
                                          const CodeInSteps& code, const CodeInSteps& other,
                                          const CodeInSteps::Key& function, RunContext& context);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_SAMPLES_FUNCTIONS_IN_STEPS_H_
