#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

#include "profiler/query/options/option_kinds.h"
#include "profiler/query/options/option_sets.h"

namespace profiler {
namespace {

OptionSpec FailOnOption() {
  OptionSpec spec;
  spec.name = "fail_on";
  spec.use = OptionUse::kFailOn;
  spec.group = OptionGroup::kReport;
  spec.value_name = "SEVERITY";
  spec.help = "Exit with 3 when a finding is at least this bad.";
  spec.details =
      "Without it `check` exits with 3 when a requirement with severity error is broken, and the "
      "other commands never do.";
  spec.choices = {"nothing", "warning", "error"};
  spec.set = [choices = spec.choices](Options& o, std::string_view v) {
    if (v.empty()) return o.query.advice.fail_on.reset(), absl::OkStatus();
    const auto choice = std::find(choices.begin(), choices.end(), v) - choices.begin();
    if (choice == static_cast<ptrdiff_t>(choices.size())) {
      return NoChoice("fail_on", v, choices);
    }
    o.query.advice.fail_on = static_cast<AdviceOptions::FailOn>(choice);
    return absl::OkStatus();
  };
  spec.get = [choices = spec.choices](const Options& o) {
    const std::optional<AdviceOptions::FailOn>& fail_on = o.query.advice.fail_on;
    return fail_on ? std::string(choices[static_cast<size_t>(*fail_on)]) : "";
  };
  return spec;
}

std::vector<OptionSpec> AdviceViewOptions() {
  return {
      Used(OptionUse::kCheckers,
           ListOption(
               "checkers", OptionGroup::kReport, "RULE,...", "These rules only.",
               [](Options& o) -> std::vector<std::string>& { return o.query.advice.checkers; })),
      Used(OptionUse::kThresholds, ThresholdOption()),
      Used(OptionUse::kThresholds,
           TextOption("rules_file", OptionGroup::kReport, "FILE",
                      "Thresholds, one a line: RULE.name = value; # starts a comment.",
                      [](Options& o) -> std::string& { return o.rules_file; })),
      FailOnOption(),
  };
}

}  // namespace

const OptionSet kAdviceOptions = {AdviceViewOptions};

}  // namespace profiler
