#include <string>
#include <string_view>
#include <vector>

#include "profiler/query/options/option_kinds.h"
#include "profiler/query/options/option_sets.h"

namespace profiler {
namespace {

OptionSpec OfOption() {
  OptionSpec spec = RepeatedOption(
      "of", OptionGroup::kReport, "MEASURE",
      "What to follow from run to run, as 'steps: median(total_us)'; repeatable.",
      [](Options& o) -> std::vector<std::string>& { return o.query.trend.measures; });
  spec.set = [set = spec.set](Options& o, std::string_view v) {
    if (v.empty()) return o.query.trend.measures.clear(), absl::OkStatus();
    return set(o, v);
  };
  spec.details =
      "A measure is VIEW[REGEX] OPTIONS: FUNCTION(COLUMN), as in -require of `check`. Without -of "
      "it is 'steps: median(total_us)'.";
  return spec;
}

std::vector<OptionSpec> TrendCommandOptions() {
  return WithUse(OptionUse::kMeasures, {OfOption()});
}

}  // namespace

const OptionSet kTrendOptions = {TrendCommandOptions};

}  // namespace profiler
