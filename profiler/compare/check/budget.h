#ifndef PROFILER_COMPARE_CHECK_BUDGET_H_
#define PROFILER_COMPARE_CHECK_BUDGET_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "profiler/compare/measure/expression.h"
#include "profiler/report/finding.h"

namespace profiler {

// A requirement with a name, and who answers for it.
struct Budget {
  std::string name;
  Requirement requirement;
  Severity severity = Severity::kError;  // kWarning or kError
  std::string owner, why;                // may be empty
  // Of the requirement and of its view: "FILE:LINE", or "-require"; for errors.
  std::string where, where_of_view;
};

// Reads a file of budgets:
//
//   [[budget]]
//   name = "step time"
//   require = "steps: median(total_us) <= 20ms"
//   severity = "warning"    # or "error", the default
//   owner = "@training"
//   why = "Above 20 ms the nightly run does not finish by morning."
//
// `view`, `rows` (a regex) and `options` may stand in keys of their own, and `require` then starts
// after the colon. `path` is for errors, which name the line.
absl::StatusOr<std::vector<Budget>> ParseBudgets(std::string_view toml, std::string_view path);

// A budget for each text of -require; its name is the requirement.
absl::StatusOr<std::vector<Budget>> BudgetsOf(const std::vector<std::string>& requirements);

}  // namespace profiler

#endif  // PROFILER_COMPARE_CHECK_BUDGET_H_
