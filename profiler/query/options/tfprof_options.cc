#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "profiler/base/status.h"
#include "profiler/query/options/option_kinds.h"
#include "profiler/query/options/option_sets.h"

namespace profiler {
namespace {

OptionSpec MinOption(Measure measure, std::string_view what) {
  return IntegerOption(
      fmt::format("min_{}", Info(measure).name),
      fmt::format("Hide rows with less than N {}.", what),
      [measure](Options& o) -> int64_t& { return o.query.min[static_cast<size_t>(measure)]; });
}

OptionSpec OrderByOption() {
  OptionSpec spec;
  spec.name = "order_by";
  spec.use = OptionUse::kOrder;
  spec.value_name = "KEY";
  spec.help =
      "Sort siblings: by name, or by a measure, largest first. Of tables any column (schema "
      "COMMAND).";
  spec.choices.push_back("name");
  for (const OpColumn& column : OpColumns()) {
    if (column.measure) spec.choices.push_back(column.name);
  }
  // The name may be a table's column. It is checked later, because it depends on the view
  // (catalog/views.h).
  spec.set = [](Options& o, std::string_view v) {
    o.query.order_by = ColumnName(v);
    return absl::OkStatus();
  };
  spec.get = [](const Options& o) {
    return o.query.order_by.empty() ? std::string("name") : o.query.order_by.name;
  };
  return spec;
}

OptionSpec SelectOption() {
  OptionSpec spec;
  spec.name = "select";
  spec.use = OptionUse::kColumns;
  spec.type = OptionType::kList;
  spec.value_name = "COLUMN,...";
  spec.help = "The columns to show; of tables their own (schema COMMAND).";
  for (const OpColumn& column : OpColumns()) spec.choices.push_back(column.name);
  spec.set = [](Options& o, std::string_view v) {
    const std::vector<std::string> names = SplitList(v);
    o.query.select.assign(names.begin(), names.end());
    return absl::OkStatus();
  };
  spec.get = [](const Options& o) {
    std::set<std::string_view> names;  // sorted, as in tfprof's output
    for (const ColumnName& column : o.query.select) names.insert(column.name);
    return JoinList({names.begin(), names.end()});
  };
  return spec;
}

// max_depth is the only 32-bit option, as in tfprof.
OptionSpec MaxDepthOption() {
  OptionSpec spec = IntegerOption("max_depth", "Show N levels; in op: N rows and one.", nullptr);
  spec.set = [](Options& o, std::string_view v) {
    int64_t value = 0;
    PROFILER_RETURN_IF_ERROR(ParseInteger("max_depth", v, value));
    if (value != static_cast<int32_t>(value)) return BadValue("max_depth", v, " does not fit");
    o.query.max_depth = static_cast<int32_t>(value);
    return absl::OkStatus();
  };
  spec.get = [](const Options& o) { return std::to_string(o.query.max_depth); };
  return spec;
}

OptionSpec StepOption() {
  OptionSpec spec;
  spec.name = "step";
  spec.use = OptionUse::kSteps;
  spec.value_name = "STEPS";
  spec.help = "These training steps only: 7, 2..5, 1,3,8 or last; -1: all, as their mean.";
  spec.set = [](Options& o, std::string_view v) {
    absl::StatusOr<StepSelection> steps = StepSelection::Parse(v);
    if (!steps.ok()) return BadValue("step", v, ": " + Message(steps.status()));
    o.query.selection.steps = *std::move(steps);
    return absl::OkStatus();
  };
  spec.get = [](const Options& o) { return o.query.selection.steps.text(); };
  return spec;
}

std::vector<OptionSpec> TfprofOptions() {
  std::vector<OptionSpec> specs = {
      Used(OptionUse::kDepth, MaxDepthOption()),
      MinOption(Measure::kBytes, "requested bytes"),
      MinOption(Measure::kPeakBytes, "peak bytes"),
      MinOption(Measure::kResidualBytes, "residual bytes"),
      MinOption(Measure::kOutputBytes, "output bytes"),
      MinOption(Measure::kMicros, "microseconds"),
      MinOption(Measure::kAcceleratorMicros, "microseconds on the accelerator"),
      MinOption(Measure::kCpuMicros, "microseconds on the CPU"),
      MinOption(Measure::kParams, "parameters"),
      MinOption(Measure::kFloatOps, "float operations"),
      MinOption(Measure::kOccurrence, "occurrences"),
      StepOption(),
      OrderByOption(),
      Used(OptionUse::kOpTypes,
           RegexOption("account_type_regexes",
                       "Count ops with a matching type, device or user label.",
                       [](Options& o) -> RegexSet& { return o.query.selection.account_types; })),
      RegexOption("start_name_regexes", "Start at the rows whose name matches.",
                  [](Options& o) -> RegexSet& { return o.query.start_names; }),
      RegexOption("trim_name_regexes", "Do not go below rows whose name matches.",
                  [](Options& o) -> RegexSet& { return o.query.trim_names; }),
      Used(OptionUse::kNames,
           RegexOption("show_name_regexes", "Show rows whose name matches; all still count.",
                       [](Options& o) -> RegexSet& { return o.query.show_names; })),
      Used(OptionUse::kNames,
           RegexOption("hide_name_regexes", "Hide rows whose name matches; they still count.",
                       [](Options& o) -> RegexSet& { return o.query.hide_names; })),
      BoolOption("account_displayed_op_only", OptionGroup::kFilter,
                 "Add up only the rows that are shown.",
                 [](Options& o) -> bool& { return o.query.account_displayed_op_only; }),
      SelectOption(),
  };
  for (OptionSpec& spec : specs) {
    spec.of_tfprof = true;
    if (spec.use == OptionUse::kEveryCommand) spec.use = OptionUse::kTree;
  }
  return specs;
}

}  // namespace

const OptionSet kTfprofOptions = {TfprofOptions};

}  // namespace profiler
