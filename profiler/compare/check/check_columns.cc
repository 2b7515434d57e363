#include "profiler/compare/check/check_columns.h"

#include <string>
#include <string_view>

#include "profiler/report/scaled.h"

namespace profiler {
namespace {

using CheckColumn = ColumnOf<CheckResult>;
using Result = const CheckResult&;

// A number for programs, in the unit of the requirement, and the same for people: units differ from
// row to row, which a column of numbers cannot show.
std::vector<CheckColumn> Numbers(std::string_view name, std::string_view text_name,
                                 std::string_view title, const std::string& sentence,
                                 double CheckResult::*number, ColumnRole role = ColumnRole::kPlain,
                                 double CheckResult::*apart_from = nullptr) {
  return {
      CheckColumn::Text(text_name, title, sentence + ", with its unit.",
                        [number, apart_from](Result result) {
                          const double value = result.*number;
                          if (std::isnan(value)) return std::string();
                          if (apart_from == nullptr) return ScaledText(value, result.unit);
                          return ScaledApart(value, result.*apart_from, result.unit).value;
                        })
          .As(role),
      CheckColumn::Real(name, Unit::kNone, title, sentence + "; `unit` is its unit.",
                        [number](Result result) { return result.*number; })
          .ForPrograms(),
  };
}

}  // namespace

const std::vector<ColumnOf<CheckResult>>& CheckColumns() {
  static const std::vector<CheckColumn> kColumns = Concat<CheckResult>({
      CheckColumn::Text(
          "status", "status",
          "ok; broken; unclear: beyond the bound, but by no more than noise; cannot tell: "
          "too few steps to judge noise, and it looks worse; not judged: the measure finds "
          "nothing, or a file was cut short.",
          [](Result result) { return result.is_judged() ? Name(result.status) : "not judged"; })
          .As(ColumnRole::kVerdict),
      // A narrow screen shows the verdict with what it is about.
      Numbers("value", "measured", "value", "The value of the measure", &CheckResult::value,
              ColumnRole::kVerdict, &CheckResult::bound),
      Numbers("bound", "limit", "bound", "What it is compared with", &CheckResult::bound,
              ColumnRole::kVerdict, &CheckResult::value),
      Numbers("excess", "beyond", "beyond by", "By how much the value is beyond the bound",
              &CheckResult::excess),
      Numbers("base", "base_measured", "base", "The value in the base profile", &CheckResult::base),
      CheckColumn::Text("severity", "severity", "error or warning: how bad it is if it is broken.",
                        [](Result result) { return Name(result.severity); }),
      CheckColumn::Text("unit", "unit", "The unit of value, bound, excess and base: us, B, or 1.",
                        [](Result result) { return Name(result.unit); })
          .ForPrograms(),
      CheckColumn::Real(
          "p_value", Unit::kNone, "p",
          "The probability of such a difference from the bound by chance (Mann-Whitney).",
          [](Result result) { return result.p_value; })
          .As(ColumnRole::kProbability)
          .Optional(),
      CheckColumn::Text("row", "row",
                        "The row of the view, if the requirement is about each of several.",
                        &CheckResult::row)
          .Optional(),
      CheckColumn::Text("base_row", "row in the base",
                        "The name of the row in the base, if another.", &CheckResult::base_row)
          .Optional(),
      CheckColumn::Text("reason", "reason",
                        "Which noise is known, and what it says; why it is not judged.",
                        &CheckResult::reason)
          .Optional(),
      CheckColumn::Text("owner", "owner", "Who answers for the budget.", &CheckResult::owner)
          .Optional(),
      CheckColumn::Text("why", "why", "Why the budget exists.", &CheckResult::why).Optional(),
      CheckColumn::Text("requirement", "requirement", "What must hold.",
                        [](Result result) {
                          return result.requirement == result.name ? std::string()
                                                                   : result.requirement;
                        })
          .Optional(),
      CheckColumn::Text("command", "command", "A command that shows more.", &CheckResult::command)
          .As(ColumnRole::kCommand),
  });
  return kColumns;
}

}  // namespace profiler
