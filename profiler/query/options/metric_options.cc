#include <string_view>

#include "profiler/base/status.h"
#include "profiler/query/options/option_kinds.h"
#include "profiler/query/options/option_sets.h"

namespace profiler {
namespace {

OptionSpec EveryOption() {
  OptionSpec spec;
  spec.name = "every";
  spec.use = OptionUse::kIntervals;
  spec.group = OptionGroup::kReport;
  spec.value_name = "TIME";
  spec.help = "metrics: a row for each span of this length: 10s, 500ms.";
  spec.set = [](Options& o, std::string_view v) {
    absl::StatusOr<TimeBound> parsed = TimeBound::Parse(v);
    if (!parsed.ok()) return BadValue("every", v, ": " + Message(parsed.status()));
    if (parsed->given() && parsed->picos() == 0) return BadValue("every", v, ": it has no length");
    o.query.every = *std::move(parsed);
    return absl::OkStatus();
  };
  spec.get = [](const Options& o) { return o.query.every.text(); };
  return spec;
}

std::vector<OptionSpec> MetricOptions() { return {EveryOption()}; }

}  // namespace

const OptionSet kMetricOptions = {MetricOptions};

}  // namespace profiler
