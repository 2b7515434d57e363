#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "profiler/query/options/option_kinds.h"
#include "profiler/query/options/option_sets.h"

namespace profiler {
namespace {

OptionSpec RequireOption() {
  OptionSpec spec = RepeatedOption(
      "require", OptionGroup::kReport, "EXPRESSION",
      "What must hold, as 'steps: median(total_us) <= 20ms'; repeatable.",
      [](Options& o) -> std::vector<std::string>& { return o.query.check.requirements; });
  spec.set = [set = spec.set](Options& o, std::string_view v) {
    if (v.empty()) return o.query.check.requirements.clear(), absl::OkStatus();
    return set(o, v);
  };
  spec.details =
      "MEASURE SIGN BOUND. The measure is VIEW[REGEX] OPTIONS: FUNCTION(COLUMN): REGEX selects "
      "rows "
      "by their whole name, and without it all rows count; OPTIONS are those of the view; in "
      "`steps` only whole steps count. Functions: median, mean, p95, p99, min, max, sum, count, "
      "share (of the sum over all rows). COLUMN without a function means that every row must "
      "hold.\n"
      "Signs: <= < >= > == !=.\n"
      "The bound is a number with a unit (20ms, 1.5s, 100us, 30GB, 5%), or made of the value in "
      "the "
      "base profile (-base): base, 1.05 * base, base + 5%, base + 2ms. What is worse than such a "
      "bound is broken only if it is more than noise (p < 0.05).\n"
      "A requirement that finds no row is an error, never a pass.";
  return spec;
}

OptionSpec BudgetsOption() {
  OptionSpec spec = TextOption(
      "budgets", OptionGroup::kReport, "FILE", "A file of requirements with names, in TOML.",
      [](Options& o) -> std::string& { return o.query.check.budgets_file; });
  spec.details =
      "A [[budget]] is a table with name, require (as in -require), and, where useful, severity "
      "(error or warning), owner, why (a sentence), and view and options, which then stand in "
      "front "
      "of `require`.";
  return spec;
}

std::vector<OptionSpec> CheckCommandOptions() {
  return WithUse(OptionUse::kRequirements,
                 {RequireOption(), BudgetsOption(),
                  BoolOption("strict_noise", OptionGroup::kReport,
                             "Requirements of which noise hides whether they hold are broken.",
                             [](Options& o) -> bool& { return o.query.check.strict_noise; })});
}

}  // namespace

const OptionSet kCheckOptions = {CheckCommandOptions};

}  // namespace profiler
