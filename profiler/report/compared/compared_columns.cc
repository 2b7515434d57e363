#include "profiler/report/compared/compared_columns.h"

#include <fmt/format.h>

#include <algorithm>

#include "profiler/report/compared/measured.h"

namespace profiler {
namespace {

struct PartPrefix {
  ComparedPart part;
  std::string_view prefix;
};
constexpr PartPrefix kPrefixes[] = {
    {ComparedPart::kBase, "base_"},
    {ComparedPart::kDelta, "delta_"},
    {ComparedPart::kTotalRatio, "total_ratio_"},
    {ComparedPart::kRatio, "ratio_"},
    {ComparedPart::kPValue, "p_"},
};

ReportColumn RealOf(std::string name, std::string title, std::string description) {
  ReportColumn column;
  column.type = ColumnType::kReal;
  column.name = std::move(name);
  column.title = std::move(title);
  column.description = std::move(description);
  return column;
}

// base_X, X or delta_X: columns of X's type and unit.
ReportColumn ValuesOf(ComparedPart part, const ReportColumn& of, std::string_view title,
                      std::string description) {
  ReportColumn column;
  column.name = ComparedName(part, of.name);
  column.type = of.type;
  column.unit = of.unit;
  column.role = of.role == ColumnRole::kDefinedCount ? ColumnRole::kPlain : of.role;
  column.is_typical = of.is_typical;
  column.title = std::string(title);
  column.description = std::move(description);
  return column;
}

ReportColumn TextColumn(std::string name, std::string description) {
  ReportColumn column;
  column.type = ColumnType::kText;
  column.title = column.name = std::move(name);
  column.description = std::move(description);
  return column;
}

void AddMeasured(Shape shape, const ReportColumn& of, size_t at,
                 std::vector<ComparedColumn>& columns) {
  using enum ComparedPart;
  const std::string title = of.title.empty() ? of.name : of.title;
  const auto add = [&](ComparedPart part, ReportColumn column) {
    columns.push_back({std::move(column), part, at});
  };
  add(kBase, ValuesOf(kBase, of, "base " + title, fmt::format("{} in the base.", of.name)));
  ReportColumn next = of;
  next.title = title;
  if (next.measure == Measure::kOccurrence) {  // numbers of runs and of ops are separate columns
    next.measure.reset();
    next.role = ColumnRole::kPlain;
  }
  add(kNew, std::move(next));
  add(kDelta,
      ValuesOf(kDelta, of, "change",
               fmt::format("{0} - base_{0}; a row that only one profile has counts 0 in the other.",
                           of.name)));
  add(kRatio,
      RealOf(ComparedName(kRatio, of.name), "ratio", fmt::format("{0} / base_{0}.", of.name)));
  if (shape == Shape::kTree) {
    add(kTotalRatio, RealOf(ComparedName(kTotalRatio, of.name), "total ratio",
                            fmt::format("total_{0} / total_base_{0}.", of.name)));
  }
  add(kPValue,
      RealOf(
          ComparedName(kPValue, of.name), "p",
          fmt::format("The probability of such a change of {}{} between whole steps, or runs, by "
                      "chance (Mann-Whitney), corrected for the number of rows.",
                      of.name, shape == Shape::kTree ? ", the row and all below it," : "")));
}

bool IsSeries(const ReportColumn& column) { return column.type == ColumnType::kSeries; }

// Whether the column has that of the base beside it, though it is not measured.
bool HasBaseBeside(const ReportColumn& column, bool is_of_series_alone) {
  if (column.not_available) return false;
  if (IsSeries(column)) return true;
  const bool is_moment = column.role == ColumnRole::kBegin || column.role == ColumnRole::kPosition;
  return is_of_series_alone && is_moment;
}

ReportColumn BaseBeside(const ReportColumn& of) {
  const std::string title = of.title.empty() ? of.name : of.title;
  ReportColumn column =
      ValuesOf(ComparedPart::kBase, of, "base " + title, fmt::format("{} in the base.", of.name));
  column.repeats_name = true;  // for programs
  return column;
}

}  // namespace

std::string ComparedName(ComparedPart part, std::string_view column) {
  for (const PartPrefix& one : kPrefixes) {
    if (one.part == part) return fmt::format("{}{}", one.prefix, column);
  }
  return std::string(column);
}

std::pair<ComparedPart, std::string_view> SplitComparedName(std::string_view name) {
  for (const PartPrefix& one : kPrefixes) {
    if (name.starts_with(one.prefix)) return {one.part, name.substr(one.prefix.size())};
  }
  return {ComparedPart::kNew, name};
}

std::vector<ComparedColumn> ComparedColumns(Shape shape, const std::vector<ReportColumn>& columns) {
  std::vector<ComparedColumn> compared;
  const bool measures = std::any_of(columns.begin(), columns.end(), IsMeasured);
  const bool is_of_series_alone =
      !measures && std::any_of(columns.begin(), columns.end(), IsSeries);
  for (size_t i = 0; i < columns.size(); ++i) {
    const ReportColumn& column = columns[i];
    if (IsMeasured(column)) {
      AddMeasured(ComparedShape(shape), column, i, compared);
      continue;
    }
    compared.push_back({column, ComparedPart::kOther, i});
    if (HasBaseBeside(column, is_of_series_alone)) {
      compared.push_back({BaseBeside(column), ComparedPart::kBase, i});
    }
  }
  if (!measures) return compared;
  ReportColumn verdict = TextColumn(
      "verdict",
      "added, removed, same, slower or faster (more or less, if it is no time), or unclear: noise "
      "hides whether it changed.");
  verdict.role = ColumnRole::kVerdict;
  compared.push_back({std::move(verdict), ComparedPart::kVerdict, std::nullopt});
  const auto add_more = [&](ComparedPart part, ReportColumn more) {
    more.is_optional = true;
    compared.push_back({std::move(more), part, std::nullopt});
  };
  add_more(ComparedPart::kMoreSteps,
           RealOf("more_steps", "more steps",
                  "If unclear: about how many more steps in each profile would decide."));
  add_more(ComparedPart::kMoreRuns,
           RealOf("more_runs", "more runs", "The same in runs, where runs are compared."));
  ReportColumn base_name = TextColumn("base_name", "The name in the base, if it differs.");
  base_name.title = "renamed from";
  base_name.is_optional = true;
  compared.push_back({std::move(base_name), ComparedPart::kBaseName, std::nullopt});
  return compared;
}

std::vector<ReportColumn> ComparedHeaders(Shape shape, const std::vector<ReportColumn>& columns) {
  std::vector<ReportColumn> headers;
  for (ComparedColumn& one : ComparedColumns(shape, columns)) {
    headers.push_back(std::move(one.column));
  }
  return headers;
}

}  // namespace profiler
