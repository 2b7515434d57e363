#include "profiler/engine/check_command.h"

#include <fmt/format.h>

#include <iterator>
#include <string>
#include <utility>

#include "profiler/base/status.h"
#include "profiler/catalog/views.h"
#include "profiler/compare/check/budget.h"
#include "profiler/compare/check/check.h"
#include "profiler/engine/files/small_file.h"
#include "profiler/engine/measures.h"

namespace profiler {
namespace {

absl::StatusOr<std::vector<Budget>> ReadBudgets(const std::string& path) {
  if (path.empty()) return std::vector<Budget>();
  PROFILER_ASSIGN_OR_RETURN(const std::string text, ReadSmallFile(path, "the budgets"));
  return ParseBudgets(text, path);
}

absl::Status CheckBudgets(const std::vector<Budget>& budgets) {
  for (const Budget& budget : budgets) {
    const absl::Status status = CheckRequirement(budget.requirement);
    if (status.ok()) continue;
    const bool has_view = FindView(budget.requirement.measure.view) != nullptr;
    return absl::Status(
        status.code(),
        fmt::format("{}: {}", has_view ? budget.where : budget.where_of_view, Message(status)));
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<Report> CheckAnswer(Answerer& answerer, const std::vector<const Selected*>& of,
                                   const Query& query, const CompareOptions& /*compare*/,
                                   RunContext& context) {
  PROFILER_ASSIGN_OR_RETURN(std::vector<Budget> budgets, ReadBudgets(query.check.budgets_file));
  PROFILER_ASSIGN_OR_RETURN(std::vector<Budget> given, BudgetsOf(query.check.requirements));
  std::move(given.begin(), given.end(), std::back_inserter(budgets));
  PROFILER_RETURN_IF_ERROR(CheckBudgets(budgets));
  return CheckReport(ToolsOf(answerer), *of[0], of.size() > 1 ? of[1] : nullptr, budgets, query,
                     context);
}

absl::Status CheckRequirements(const Query& query, bool has_base) {
  if (query.check.requirements.empty() && query.check.budgets_file.empty()) {
    return absl::InvalidArgumentError(
        "check needs requirements: -require 'steps: median(total_us) <= 20ms', or -budgets FILE");
  }
  PROFILER_ASSIGN_OR_RETURN(const std::vector<Budget> budgets, BudgetsOf(query.check.requirements));
  PROFILER_RETURN_IF_ERROR(CheckBudgets(budgets));
  for (const Budget& budget : budgets) {
    if (!budget.requirement.bound.is_of_base || has_base) continue;
    return absl::InvalidArgumentError(fmt::format(
        "-require '{}' compares with a base: name it with -base OLD", budget.requirement.text));
  }
  return absl::OkStatus();
}

}  // namespace profiler
