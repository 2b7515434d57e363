#include <algorithm>

#include "profiler/query/options/option_kinds.h"
#include "profiler/query/options/option_sets.h"

namespace profiler {
namespace {

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

std::vector<OptionSpec> AdviceViewOptions() {
  return {
      ListOption("checkers", OptionGroup::kReport, "RULE,...", "advise: these rules only.",
                 [](Options& o) -> std::vector<std::string>& { return o.query.advice.checkers; }),
      ThresholdOption(),
      TextOption("rules_file", OptionGroup::kReport, "FILE",
                 "advise: thresholds, one a line: RULE.name = value; # starts a comment.",
                 [](Options& o) -> std::string& { return o.rules_file; }),
      FailOnOption(),
  };
}

}  // namespace

const OptionSet kAdviceOptions = {AdviceViewOptions};

}  // namespace profiler
