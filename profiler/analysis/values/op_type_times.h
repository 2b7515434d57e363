#ifndef PROFILER_ANALYSIS_VALUES_OP_TYPE_TIMES_H_
#define PROFILER_ANALYSIS_VALUES_OP_TYPE_TIMES_H_

#include <map>
#include <set>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/base/run_context.h"
#include "profiler/base/value.h"
#include "profiler/store/profile.h"

namespace profiler {

// Names of types whose ops are all calls of a runtime, functions of Python, marks or time of no op.
std::set<std::string_view> TypesOfNoOp(const Profile& profile);

// The self time of frameworks' ops in the selected steps, added up. Calls of a runtime, functions
// of Python and marks only hold ops, so their time is not among it.
class OpTypeTimes {
 public:
  explicit OpTypeTimes(const Selected& selected);

  // The share of a type in the time of all ops; 0 if it did not run.
  double ShareOf(StringId type) const;

 private:
  std::map<StringId, Value> by_type_;
  Value all_ = 0;
};

// The self time of frameworks' ops by type, as `ops` and `overview` have it: with the calls of the
// runtime in them.
struct TypeSelfTimes {
  struct One {
    std::string_view name;
    Value self = 0;  // in all that is selected, as `all`
    // Means per step of each run, summed over runs; time outside steps does not count.
    Value host = 0, devices = 0;
    Value calls = 0;   // of `host`, what executions leave out: calls of a runtime and of Python
    size_t steps = 0;  // in how many it ran; of several runs those of each
  };
  std::vector<One> types;  // empty if no events were recorded
  Value all = 0;
  size_t steps = 0;  // in which any ran
};
absl::StatusOr<TypeSelfTimes> SelfTimesOfTypes(const Selected& selected, RunContext& context);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_VALUES_OP_TYPE_TIMES_H_
