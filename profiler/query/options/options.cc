#include "profiler/query/options/options.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "profiler/base/status.h"
#include "profiler/query/options/collective_options.h"
#include "profiler/query/options/dip_options.h"
#include "profiler/query/options/metrics_options.h"
#include "profiler/query/options/option_kinds.h"
#include "profiler/query/options/output_types.h"
#include "profiler/query/options/part_options.h"
#include "profiler/query/options/row_options.h"
#include "profiler/query/options/size_option.h"
#include "profiler/query/options/timeout_option.h"

namespace profiler {
namespace {

OptionSpec MinOption(Measure measure, std::string_view what) {
  return IntegerOption(
      fmt::format("min_{}", Info(FieldOf(measure)).name),
      fmt::format("Hide rows with less than N {}.", what),
      [measure](Options& o) -> int64_t& { return o.query.min[static_cast<size_t>(measure)]; });
}

OptionSpec OrderByOption() {
  OptionSpec spec;
  spec.name = "order_by";
  spec.value_name = "KEY";
  spec.help =
      "Sort siblings: by name, or by a measure, largest first. Of tables any column (schema "
      "COMMAND).";
  spec.choices.push_back("name");
  for (size_t m = 0; m < kMeasureCount; ++m) spec.choices.push_back(AllFields()[m].name);
  // A column of a table is checked against the view (views/view.h).
  spec.set = [choices = spec.choices](Options& o, std::string_view v) {
    const auto choice = std::find(choices.begin(), choices.end(), v) - choices.begin();
    const bool is_choice = choice < static_cast<ptrdiff_t>(choices.size());
    o.query.order_by.reset();
    o.query.order_by_column = is_choice ? "" : v;
    if (is_choice && choice > 0) o.query.order_by = static_cast<Measure>(choice - 1);
    return absl::OkStatus();
  };
  spec.get = [](const Options& o) -> std::string {
    if (!o.query.order_by_column.empty()) return o.query.order_by_column;
    return o.query.order_by ? std::string(Info(FieldOf(*o.query.order_by)).name) : "name";
  };
  return spec;
}

OptionSpec SelectOption() {
  OptionSpec spec;
  spec.name = "select";
  spec.type = OptionType::kList;
  spec.value_name = "COLUMN,...";
  spec.help = "The columns to show; of tables their own (schema COMMAND).";
  for (const FieldInfo& field : AllFields()) spec.choices.push_back(field.name);
  spec.set = [choices = spec.choices](Options& o, std::string_view v) {
    std::set<Field> select;
    o.query.select_columns = SplitList(v);
    for (const std::string& item : o.query.select_columns) {
      const auto choice = std::find(choices.begin(), choices.end(), item) - choices.begin();
      if (choice < static_cast<ptrdiff_t>(choices.size())) {
        select.insert(static_cast<Field>(choice));
      }
    }
    o.query.select = std::move(select);
    return absl::OkStatus();
  };
  spec.get = [](const Options& o) {
    std::set<std::string_view> names;  // sorted, as tfprof shows them
    for (Field field : o.query.select) names.insert(Info(field).name);
    for (const std::string& column : o.query.select_columns) names.insert(column);
    return JoinList({names.begin(), names.end()});
  };
  return spec;
}

// max_depth is the one option of 32 bits, as in tfprof.
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

OptionSpec ThreadsOption() {
  OptionSpec spec =
      IntegerOption("threads", "Read files on N threads; 0: one for each processor.", nullptr);
  spec.group = OptionGroup::kInput;
  spec.set = [](Options& o, std::string_view v) {
    constexpr int64_t kMost = 256;
    int64_t value = 0;
    PROFILER_RETURN_IF_ERROR(ParseInteger("threads", v, value));
    if (value < 0 || value > kMost) {
      return BadValue("threads", v, fmt::format(": give 0 to {}", kMost));
    }
    o.threads = value;
    return absl::OkStatus();
  };
  spec.get = [](const Options& o) { return std::to_string(o.threads); };
  return spec;
}

OptionSpec FailOnOption() {
  OptionSpec spec;
  spec.name = "fail_on";
  spec.group = OptionGroup::kReport;
  spec.value_name = "SEVERITY";
  spec.help = "advise: exit with 3 when a finding is at least this bad.";
  spec.choices = {"nothing", "warning", "error"};
  spec.set = [choices = spec.choices](Options& o, std::string_view v) {
    const auto choice = std::find(choices.begin(), choices.end(), v) - choices.begin();
    if (choice == static_cast<ptrdiff_t>(choices.size())) {
      return NoChoice("fail_on", v, choices);
    }
    o.query.advice.fail_on = static_cast<AdviceOptions::FailOn>(choice);
    return absl::OkStatus();
  };
  spec.get = [choices = spec.choices](const Options& o) {
    return std::string(choices[static_cast<size_t>(o.query.advice.fail_on)]);
  };
  return spec;
}

std::vector<OptionSpec> FilterOptions() {
  std::vector<OptionSpec> specs = {
      MaxDepthOption(),
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
      RegexOption("account_type_regexes", "Count ops with a matching type, device or user label.",
                  [](Options& o) -> RegexSet& { return o.query.selection.account_types; }),
      RegexOption("start_name_regexes", "Start at the rows whose name matches.",
                  [](Options& o) -> RegexSet& { return o.query.start_names; }),
      RegexOption("trim_name_regexes", "Do not go below rows whose name matches.",
                  [](Options& o) -> RegexSet& { return o.query.trim_names; }),
      RegexOption("show_name_regexes", "Show rows whose name matches; all still count.",
                  [](Options& o) -> RegexSet& { return o.query.show_names; }),
      RegexOption("hide_name_regexes", "Hide rows whose name matches; they still count.",
                  [](Options& o) -> RegexSet& { return o.query.hide_names; }),
      BoolOption("account_displayed_op_only", OptionGroup::kFilter,
                 "Add up only the rows that are shown.",
                 [](Options& o) -> bool& { return o.query.account_displayed_op_only; }),
      SelectOption(),
      OutputOption(),
      RegexOption("source", "Only what ran according to input files whose path matches.",
                  [](Options& o) -> RegexSet& { return o.query.selection.sources; }),
      RegexOption("host", "Only what ran on hosts that match: a host name, or /job:J/.../task:N.",
                  [](Options& o) -> RegexSet& { return o.query.selection.hosts; }),
      RegexOption("rank", "Only what ran in processes whose rank or task number matches.",
                  [](Options& o) -> RegexSet& { return o.query.selection.ranks; }),
      RegexOption("device", "Only what ran on devices whose name matches.",
                  [](Options& o) -> RegexSet& { return o.query.selection.devices; }),
      StatOption(),
      WhereOption(),
      TopOption(),
      FromOption(),
      ToOption(),
      StepEventOption(),
      RegexOption("around", "hlo: instructions whose name matches, their operands and users.",
                  [](Options& o) -> RegexSet& { return o.query.around; }),
      BoolOption("show_idle", OptionGroup::kReport,
                 "ops: with rows IDLE for the time that no op takes.",
                 [](Options& o) -> bool& { return o.query.show_idle; }),
      BoolOption("per_call", OptionGroup::kReport,
                 "launches: a row is a call that launched something, not an op.",
                 [](Options& o) -> bool& { return o.query.per_call; }),
      ByOption(),
      EveryOption(),
  };
  for (OptionSpec& spec : CollectiveViewOptions()) specs.push_back(std::move(spec));
  for (OptionSpec& spec : DipViewOptions()) specs.push_back(std::move(spec));
  return specs;
}

std::vector<OptionSpec> OtherOptions() {
  return {
      ChoiceOption("format", {"text", "json", "csv", "tsv", "markdown", "pretty"},
                   "The form of a report; pretty is for the eye.",
                   [](Options& o) -> std::string& { return o.format; }),
      ChoiceOption("compat", {"auto", "tfprof", "off"},
                   "tfprof: its arithmetic, oddities too; off: without; auto: by the input.",
                   [](Options& o) -> std::string& { return o.compat; }),
      ListOption("checkers", OptionGroup::kReport, "RULE,...", "advise: these rules only.",
                 [](Options& o) -> std::vector<std::string>& { return o.query.advice.checkers; }),
      ThresholdOption(),
      TextOption("rules_file", OptionGroup::kReport, "FILE",
                 "advise: thresholds, one a line: RULE.name = value; # starts a comment.",
                 [](Options& o) -> std::string& { return o.rules_file; }),
      FailOnOption(),
      BoolOption("merge_steps", OptionGroup::kReport,
                 "-output timeline: one file for all steps, not one for each.",
                 [](Options& o) -> bool& { return o.merge_steps; }),
      BoolOption("no_args", OptionGroup::kReport,
                 "-output store: leave the raw arguments of events out.",
                 [](Options& o) -> bool& { return o.no_args; }),
      BoolOption("tables", OptionGroup::kReport,
                 "schema: the tables that every profile is turned into, and their columns.",
                 [](Options& o) -> bool& { return o.tables; }),
      BoolOption("timing", OptionGroup::kReport,
                 "After a command, tell on stderr where time and memory went.",
                 [](Options& o) -> bool& { return o.timing; }),
      MaxMemoryOption(),
      TimeoutOption(),
      RepeatedOption("profile_path", OptionGroup::kInput, "FILE",
                     "The profile to open: a file, a folder or a glob; may be repeated.",
                     [](Options& o) -> std::vector<std::string>& { return o.profile_paths; }),
      TextOption("graph_path", OptionGroup::kInput, "FILE", "A GraphDef, binary or text.",
                 [](Options& o) -> std::string& { return o.graph_path; }),
      ListOption("run_meta_path", OptionGroup::kInput, "FILE,...",
                 "RunMetadata files: the first is step 0, the next step 1, and so on.",
                 [](Options& o) -> std::vector<std::string>& { return o.run_meta_paths; }),
      TextOption("op_log_path", OptionGroup::kInput, "FILE",
                 "An OpLogProto: op types, float operations and stacks of the graph's ops.",
                 [](Options& o) -> std::string& { return o.op_log_path; }),
      TextOption("checkpoint_path", OptionGroup::kInput, "PREFIX",
                 "A TensorFlow checkpoint, for _checkpoint_variables and -select tensor_value.",
                 [](Options& o) -> std::string& { return o.checkpoint_path; }),
      TextOption("run", OptionGroup::kInput, "NAME",
                 "All inputs are of one run, whatever folders they lie in.",
                 [](Options& o) -> std::string& { return o.run; }),
      TextOption("input_format", OptionGroup::kInput, "NAME",
                 "Take the input as this format, whatever it looks like.",
                 [](Options& o) -> std::string& { return o.input_format; }),
      ThreadsOption(),
      MetricsPathOption(),
      MetricsUtcOffsetOption(),
      BoolOption("strict", OptionGroup::kInput, "Exit with 1 when anything of an input was lost.",
                 [](Options& o) -> bool& { return o.strict; }),
      RepeatedOption("c", OptionGroup::kProgram, "COMMAND", "Run this command; may be repeated.",
                     [](Options& o) -> std::vector<std::string>& { return o.commands; }),
      TextOption("f", OptionGroup::kProgram, "FILE", "Run the commands in this file.",
                 [](Options& o) -> std::string& { return o.script; }),
      BoolOption("no_rc", OptionGroup::kProgram, "Leave the user's rc file out.",
                 [](Options& o) -> bool& { return o.no_rc; }),
      BoolOption("keep_going", OptionGroup::kProgram, "Go on after a command that failed.",
                 [](Options& o) -> bool& { return o.keep_going; }),
  };
}

}  // namespace

const std::vector<OptionSpec>& AllOptions() {
  static const std::vector<OptionSpec>* const kOptions = [] {
    auto* all = new std::vector<OptionSpec>(FilterOptions());
    for (OptionSpec& spec : OtherOptions()) all->push_back(std::move(spec));
    return all;
  }();
  return *kOptions;
}

const OptionSpec* FindOption(std::string_view name) {
  for (const OptionSpec& spec : AllOptions()) {
    if (spec.name == name) return &spec;
  }
  return nullptr;
}

std::vector<std::string> SplitList(std::string_view text) {
  std::vector<std::string> items(1);
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\' && i + 1 < text.size() && text[i + 1] == ',') {
      items.back() += ',';
      ++i;
    } else if (text[i] == ',') {
      items.emplace_back();
    } else {
      items.back() += text[i];
    }
  }
  std::erase_if(items, [](const std::string& item) { return item.empty(); });
  return items;
}

}  // namespace profiler
