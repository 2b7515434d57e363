// What op types cost: for ExpensiveOperationChecker.
#ifndef PROFILER_ADVISE_RULES_OPS_TYPE_COSTS_H_
#define PROFILER_ADVISE_RULES_OPS_TYPE_COSTS_H_

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "profiler/advise/rule.h"
#include "profiler/advise/rules/ops/costs.h"

namespace profiler {

inline constexpr std::string_view kNoTypeName = "<no type>";  // as `op` names it

struct TypeCosts {
  std::string type;
  Costs costs;  // means per step
  double share = 0;
  size_t steps = 0;  // in how many it ran; 0 if that is not known
};

// Types of frameworks' ops, the most expensive first. `ask_op` gives the answer of `op`, which is
// needed only where events do not have the times. With `on_devices` costs are those on accelerators
// alone, if events have them.
struct CostsOfTypes {
  std::vector<TypeCosts> types;
  std::string_view shares_of;  // what `share` is a share of; empty in tfprof's words
  size_t steps = 0;            // that costs are means over; 0 if that is not known
};
absl::StatusOr<CostsOfTypes> FindCostsOfTypes(
    const RuleInput& input, bool on_devices, const std::function<absl::StatusOr<Report>()>& ask_op);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_OPS_TYPE_COSTS_H_
