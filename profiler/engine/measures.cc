#include "profiler/engine/measures.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "profiler/base/ascii.h"
#include "profiler/base/status.h"
#include "profiler/base/suggest.h"
#include "profiler/catalog/obeyed_options.h"
#include "profiler/catalog/options.h"
#include "profiler/catalog/views.h"
#include "profiler/compare/measure/functions.h"
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

// Words with a dash are options, except negative numbers.
bool IsOptionWord(std::string_view word) {
  return word.size() > 1 && word[0] == '-' && !IsDigit(word[1]);
}

// An option of the measure, and its value.
struct MeasureOption {
  const OptionSpec* spec;
  std::string value;
};

absl::StatusOr<MeasureOption> TakeMeasureOption(const View& view,
                                                const std::vector<std::string>& words,
                                                size_t& next) {
  std::string_view name = words[next++];
  if (!name.starts_with('-')) {
    return absl::InvalidArgumentError(fmt::format(
        "'{}' is not expected: only options of {} may stand before the colon", name, view.name));
  }
  name.remove_prefix(name.starts_with("--") ? 2 : 1);
  std::optional<std::string> value;
  if (const size_t equals = name.find('='); equals != name.npos) {
    value = name.substr(equals + 1);
    name = name.substr(0, equals);
  }
  std::vector<std::string_view> names;
  for (const OptionSpec& spec : AllOptions()) {
    if (spec.use != OptionUse::kEveryCommand && Accepts(view, nullptr, spec)) {
      names.push_back(spec.name);
    }
  }
  const OptionSpec* const spec = FindOption(name);
  if (spec == nullptr) {
    return absl::InvalidArgumentError(
        fmt::format("unknown option '-{}'{}", name, DidYouMean(name, names)));
  }
  if (spec->use == OptionUse::kEveryCommand || spec->use == OptionUse::kWindow) {
    return absl::InvalidArgumentError(
        fmt::format("-{} is for the command, not for a measure in it", name));
  }
  if (spec->use == OptionUse::kColumns) {
    return absl::InvalidArgumentError(fmt::format("-{}: the measure selects its column", name));
  }
  if (!Accepts(view, nullptr, *spec)) {
    return absl::InvalidArgumentError(WhyRefused(view, nullptr, *spec, AllViews()));
  }
  const bool is_bool = spec->type == OptionType::kBool;
  const bool follows = next < words.size() && !IsOptionWord(words[next]);
  if (!value && follows) value = words[next++];
  if (!value && !is_bool) {
    return absl::InvalidArgumentError(fmt::format("-{} misses its value", name));
  }
  return MeasureOption{spec, value.value_or("true")};
}

absl::Status ApplyMeasureOptions(const View& view, const MeasureExpression& measure,
                                 Options& options) {
  for (size_t next = 0; next < measure.options.size();) {
    absl::StatusOr<MeasureOption> option = TakeMeasureOption(view, measure.options, next);
    absl::Status status = option.status();
    if (status.ok()) status = option->spec->set(options, option->value);
    if (!status.ok()) {
      return MeasureError(measure, measure.options_at, Message(status),
                          " (the options start there)");
    }
  }
  return absl::OkStatus();
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
  return MeasureError(
      measure, measure.column_at,
      fmt::format("'{}' is no column of numbers in {}", measure.column, view.name),
      fmt::format("{} (`schema {}` lists them)", DidYouMean(measure.column, names), view.name));
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
  query.selection = command.selection;
  query.advice = command.advice;
  query.compat_tfprof = command.compat_tfprof;
  query.max_depth = std::numeric_limits<int32_t>::max();
  if (view->shape == Shape::kTable) query.top = std::numeric_limits<int32_t>::max();
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
  return {view->name, view->obeys.Has(OptionUse::kSteps), view->rows_are_steps && !has_by,
          view->has_step_series};
}

std::string CommandOfMeasure(const MeasureExpression& measure) {
  std::string command = measure.view;
  for (const std::string& word : measure.options) command += ' ' + QuoteWord(word);
  const View* const view = FindView(measure.view);
  if (view == nullptr || measure.regex.empty() || !view->obeys.Has(OptionUse::kRows)) {
    return command;
  }
  // A comma would begin another regex of the list.
  std::string regex;
  for (const char c : measure.regex) regex += c == ',' ? std::string("\\,") : std::string(1, c);
  return command + " -show_name_regexes " + QuoteWord(regex);
}

CheckTools ToolsOf(Answerer& answerer) {
  return {answerer, QueryOfMeasure, SampledViewOf, CommandOfMeasure};
}

}  // namespace profiler
