#include "profiler/compare/check/check.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "profiler/base/status.h"
#include "profiler/base/text/unique_keys.h"
#include "profiler/compare/check/budget_checker.h"
#include "profiler/compare/check/check_columns.h"
#include "profiler/compare/samples/step_strides.h"
#include "profiler/compare/surroundings.h"
#include "profiler/report/failed_check.h"
#include "profiler/report/table.h"

namespace profiler {
namespace {

// Of a budget whose measure found nothing.
CheckResult NotJudged(const Budget& budget, const absl::Status& why) {
  CheckResult result;
  result.name = budget.name;
  result.requirement = budget.requirement.text;
  result.severity = budget.severity;
  result.status = CheckStatus::kCannotTell;
  result.reason = Message(why);
  result.owner = budget.owner;
  result.why = budget.why;
  return result;
}

// Says how numbers without a unit were read, where the measure has one.
void AddUnitNote(const Budget& budget, const CheckResult& result, Report& report) {
  const Bound& bound = budget.requirement.bound;
  const bool has_unit = result.unit == Unit::kMicros || result.unit == Unit::kBytes;
  const WhereNumber* const number =
      bound.is_of_base ? (bound.offset ? &*bound.offset : nullptr) : &bound.number;
  if (!result.is_judged() || !has_unit || number == nullptr) return;
  const double value = number->In(result.unit);
  if (number->dimension() != WhereDimension::kAny || value == 0) return;
  report.notes.push_back({"bound_without_unit", Severity::kInfo,
                          fmt::format("{0}: {1:.12g} was read as {1:.12g} {2}: write the unit",
                                      budget.name, std::abs(value), Name(result.unit))});
}

// A bound on nothing holds, whatever became of what it was meant for.
void AddZeroNote(const Budget& budget, const CheckResult& result, Report& report) {
  const bool is_of_nothing = budget.requirement.bound.is_of_base && result.is_judged() &&
                             result.value == 0 && result.base == 0;
  if (!is_of_nothing) return;
  report.notes.push_back(
      {"both_are_zero", Severity::kWarning,
       fmt::format(
           "{}: both are 0: what it names takes no time, or runs under another name (`diff` "
           "shows what changed)",
           budget.name)});
}

// What repeats may be taken for other steps in another run.
void AddInferredStepsNote(const Selected& selected, std::string_view side, Report& report) {
  const auto& steps = selected.profile().steps.values();
  const auto inferred = std::count_if(steps.begin(), steps.end(), [](const StepRow& step) {
    return step.found_by == StepFoundBy::kInferred;
  });
  if (inferred == 0) return;
  report.notes.push_back(
      {"inferred_steps", Severity::kInfo,
       fmt::format(
           "{} steps of {} are inferred from calls that repeat: a change of the program may "
           "change what counts as a step; mark steps when recording (`steps` says how)",
           inferred, side)});
}

// Where a requirement is of times, mostly of steps.
void AddStridesNote(const Selected& base, const Selected& next, Report& report) {
  const bool is_of_times =
      std::any_of(report.checks.begin(), report.checks.end(),
                  [](const CheckResult& one) { return one.unit == Unit::kMicros; });
  if (!is_of_times) return;
  if (auto note = UnlikeStrides(base.profile(), kAbsentReal, next.profile(), kAbsentReal)) {
    report.notes.push_back(*std::move(note));
  }
}

// Where a requirement is about the base.
void AddSurroundingsNotes(const Selected& base, const Selected& next, Report& report) {
  const bool is_of_base = std::any_of(report.checks.begin(), report.checks.end(),
                                      [](const CheckResult& one) { return !std::isnan(one.base); });
  if (!is_of_base) return;
  for (Note& note : UnlikeSurroundings(base.profile(), next.profile())) {
    report.notes.push_back(std::move(note));
  }
}

// Why the exit status is 3; empty if it is not.
std::string FailedRequirements(const std::vector<CheckResult>& results,
                               std::optional<Severity> fails_from) {
  const auto failed = std::count_if(results.begin(), results.end(), [&](const CheckResult& one) {
    return one.is_broken && fails_from && one.severity >= *fails_from;
  });
  if (failed == 0) return "";
  const auto all = std::count_if(results.begin(), results.end(),
                                 [](const CheckResult& one) { return one.is_broken; });
  return fmt::format("check: {}{}", FailingRequirements(results),
                     failed < all ? fmt::format(", {} as an error", failed) : "");
}

}  // namespace

Report EmptyCheckReport() {
  return StartTable("check", "Requirements", "a requirement", Headers(CheckColumns()));
}

absl::StatusOr<Report> CheckReport(const CheckTools& tools, const Selected& next,
                                   const Selected* base, const std::vector<Budget>& budgets,
                                   const Query& query, RunContext& context) {
  Report report = EmptyCheckReport();
  for (const Budget& budget : budgets) {
    absl::StatusOr<CheckResult> result = CheckBudget(budget, tools, next, base, query, context);
    PROFILER_RETURN_IF_ERROR(context.Check());
    report.checks.push_back(result.ok() ? *std::move(result) : NotJudged(budget, result.status()));
    AddUnitNote(budget, report.checks.back(), report);
    AddZeroNote(budget, report.checks.back(), report);
  }
  if (base != nullptr) {
    AddInferredStepsNote(*base, "the base", report);
    AddStridesNote(*base, next, report);
    AddSurroundingsNotes(*base, next, report);
  }
  AddInferredStepsNote(next, base != nullptr ? "the new profile" : "this profile", report);
  std::stable_sort(report.checks.begin(), report.checks.end(),
                   [](const CheckResult& a, const CheckResult& b) {
                     if (a.is_broken != b.is_broken) return a.is_broken;
                     if (a.is_judged() != b.is_judged()) return !a.is_judged();
                     if (a.severity != b.severity && a.is_broken) return a.severity > b.severity;
                     return a.status < b.status;
                   });
  UniqueKeys keys;  // a requirement may be given twice
  for (const CheckResult& result : report.checks) {
    AppendRow(CheckColumns(), result.name, keys.Of({result.name}), result, report);
  }
  DropEmptyColumns(report);
  report.fails_from = FailsFrom(query.advice.fail_on.value_or(AdviceOptions::FailOn::kError));
  report.failed_check = FailedRequirements(report.checks, report.fails_from);
  return report;
}

}  // namespace profiler
