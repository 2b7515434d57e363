#include "profiler/engine/measures.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "profiler/base/status.h"
#include "profiler/base/suggest.h"
#include "profiler/catalog/obeyed_options.h"
#include "profiler/catalog/views.h"
#include "profiler/compare/measure/functions.h"
#include "profiler/engine/view_options.h"
#include "profiler/query/options/spelling.h"
#include "profiler/report/row_filter.h"

namespace profiler {
namespace {

absl::Status MeasureError(const MeasureExpression& measure, size_t at, std::string_view what,
                          std::string_view rest = "") {
  return ExpressionError(measure.text, at, what, rest);
}

absl::StatusOr<const View*> ViewOfMeasure(const MeasureExpression& measure) {
  std::vector<std::string_view> names;
  for (const View& view : AllViews()) {
    if (view.columns != nullptr) names.push_back(view.name);
  }
  const View* const view = FindView(measure.view);
  if (view == nullptr) {
    return MeasureError(
        measure, measure.view_at, fmt::format("'{}' is no view", measure.view),
        fmt::format("{} (views: {})", DidYouMean(measure.view, names), fmt::join(names, ", ")));
  }
  if (view->columns == nullptr) {
    return MeasureError(measure, measure.view_at,
                        fmt::format("{} has several tables and none of its own", measure.view),
                        fmt::format(" (views: {})", fmt::join(names, ", ")));
  }
  return view;
}

absl::Status ApplyMeasureOptions(const View& view, const MeasureExpression& measure,
                                 Options& options) {
  static constexpr AskedBy kMeasure = {"a measure", "may stand before the colon",
                                       "the measure selects its column"};
  absl::Status status = ApplyViewOptions(view, measure.options, kMeasure, options);
  if (status.ok()) return status;
  return MeasureError(measure, measure.options_at, Message(status), " (the options start there)");
}

// "; did you mean 'calls'?": views have other names for how often something ran.
std::string DidYouMeanColumn(std::string_view column, const std::vector<std::string_view>& names) {
  constexpr std::array<std::string_view, 5> kHowOften = {"occurrence", "occurrences", "calls",
                                                         "run_count", "runs"};
  const auto is_how_often = [&](std::string_view name) {
    return std::find(kHowOften.begin(), kHowOften.end(), name) != kHowOften.end();
  };
  const auto counts = std::find_if(names.begin(), names.end(), is_how_often);
  if (!is_how_often(column) || counts == names.end()) return DidYouMean(column, names);
  return fmt::format("; did you mean '{}'?", *counts);
}

// The column of the view that has these values, among those that are numbers.
absl::StatusOr<FilterColumn> NumbersOf(const View& view, const std::vector<ReportColumn>& headers,
                                       const MeasureExpression& measure) {
  std::vector<std::string_view> names;
  const std::vector<FilterColumn> columns = FilterColumns(view.shape, headers);
  for (const FilterColumn& column : columns) {
    const WhereColumn::Kind kind = column.named.kind;
    if (column.part != FilterColumn::Part::kCell) continue;
    if (kind != WhereColumn::Kind::kNumber && kind != WhereColumn::Kind::kFlag) continue;
    if (column.named.name == measure.column) return column;
    names.push_back(column.named.name);
  }
  return MeasureError(measure, measure.column_at,
                      fmt::format("'{}' is no column of numbers in {}", measure.column, view.name),
                      fmt::format("{} (`schema {}` lists them)",
                                  DidYouMeanColumn(measure.column, names), view.name));
}

struct MeasuredValues {
  Unit unit = Unit::kCount;
  bool are_parts = false;  // of a whole: never above 1
};

absl::StatusOr<MeasuredValues> ValuesOfMeasure(const MeasureExpression& measure) {
  PROFILER_ASSIGN_OR_RETURN(const View* const view, ViewOfMeasure(measure));
  PROFILER_RETURN_IF_ERROR(QueryOfMeasure(measure, Query()).status());
  if (measure.column.empty()) return MeasuredValues();
  PROFILER_ASSIGN_OR_RETURN(const FilterColumn column, NumbersOf(*view, view->columns(), measure));
  const Unit unit = UnitOf(measure.function, column.named.unit);
  const bool are_parts =
      unit == Unit::kShare && (measure.function == MeasureFunction::kShare || IsShare(column.kind));
  return MeasuredValues{unit, are_parts};
}

// A bound that no value can reach says nothing, and is a typo.
absl::Status CheckRange(const Requirement& requirement, const MeasuredValues& values) {
  const Bound& bound = requirement.bound;
  const double number = bound.number.In(values.unit);
  const bool is_never_negative = values.unit == Unit::kMicros || values.unit == Unit::kBytes ||
                                 values.unit == Unit::kCount || values.unit == Unit::kShare;
  if (number < 0 && is_never_negative) {
    return ExpressionError(requirement.text, bound.at,
                           fmt::format("the bound {} is negative", bound.text),
                           fmt::format(": {} never is", Describe(DimensionOf(values.unit))));
  }
  if (number > 1 && values.are_parts) {
    return ExpressionError(requirement.text, bound.at,
                           fmt::format("the bound {} is more than the whole", bound.text),
                           ": a share is at most 1, or 100%");
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<Query> QueryOfMeasure(const MeasureExpression& measure, const Query& command) {
  PROFILER_ASSIGN_OR_RETURN(const View* const view, ViewOfMeasure(measure));
  Options options;
  Query& query = options.query;
  query = AllRowsOf(*view, command);
  if (!measure.column.empty() && view->shape != Shape::kTable) {
    const std::vector<ReportColumn> headers = view->columns();
    PROFILER_ASSIGN_OR_RETURN(const FilterColumn column, NumbersOf(*view, headers, measure));
    query.select = {ColumnName(SelectName(headers[column.column]))};
  }
  PROFILER_RETURN_IF_ERROR(ApplyMeasureOptions(*view, measure, options));
  PROFILER_RETURN_IF_ERROR(CheckQuery(view, query));
  if (!TakesBy(*view, query.by)) {
    return MeasureError(measure, measure.options_at, WhyByRefused(*view, query.by, AllViews()));
  }
  return query;
}

absl::StatusOr<Unit> CheckMeasure(const MeasureExpression& measure) {
  PROFILER_ASSIGN_OR_RETURN(const MeasuredValues values, ValuesOfMeasure(measure));
  return values.unit;
}

absl::Status CheckRequirement(const Requirement& requirement) {
  PROFILER_ASSIGN_OR_RETURN(const MeasuredValues values, ValuesOfMeasure(requirement.measure));
  const Unit unit = values.unit;
  const Bound& bound = requirement.bound;
  const WhereNumber& number =
      bound.is_of_base ? bound.offset.value_or(WhereNumber()) : bound.number;
  if (number.Fits(unit))
    return bound.is_of_base ? absl::OkStatus() : CheckRange(requirement, values);
  return ExpressionError(
      requirement.text, bound.at,
      fmt::format("{} is {}, and '{}' {}",
                  requirement.measure.function == MeasureFunction::kEach
                      ? requirement.measure.column
                      : fmt::format("{}({})", Name(requirement.measure.function),
                                    requirement.measure.column),
                  Describe(DimensionOf(unit)), bound.text, Describe(number.dimension())));
}

SampledView SampledViewOf(const MeasureExpression& measure) {
  const View* const view = FindView(measure.view);
  if (view == nullptr) return {};
  const bool has_by = std::any_of(measure.options.begin(), measure.options.end(),
                                  [](const std::string& word) { return word.starts_with("-by"); });
  return {view->name,
          view->obeys.Has(OptionUse::kSteps),
          view->rows_are_steps && !has_by,
          view->has_step_series,
          view->shape,
          view->rows};
}

std::string CommandOfMeasure(const MeasureExpression& measure) {
  std::string command = measure.view;
  for (const std::string& word : measure.options) command += ' ' + QuoteWord(word);
  const View* const view = FindView(measure.view);
  if (view == nullptr || measure.regex.empty() || !view->obeys.Has(OptionUse::kNames)) {
    return command;
  }
  // A comma would begin another regex of the list.
  std::string regex;
  for (const char c : measure.regex) regex += c == ',' ? std::string("\\,") : std::string(1, c);
  command += " -show_name_regexes " + QuoteWord(regex);
  // The row may stand deeper, or in `op` later, than -max_depth shows.
  return view->obeys.Has(OptionUse::kDepth) ? command + " -max_depth 10000" : command;
}

CheckTools ToolsOf(Answerer& answerer) {
  return {answerer, QueryOfMeasure, SampledViewOf, CommandOfMeasure};
}

}  // namespace profiler
