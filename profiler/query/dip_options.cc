#include "profiler/query/dip_options.h"

#include <fmt/format.h>

#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/string_view.h"
#include "profiler/base/status.h"
#include "profiler/query/option_kinds.h"

namespace profiler {
namespace {

OptionSpec MetricOption() {
  OptionSpec spec =
      RegexOption("metric", "dips: metrics whose dimension or name matches: GPUUtilization.",
                  [](Options& o) -> RegexSet& { return o.query.dips.metrics; });
  spec.group = OptionGroup::kReport;
  spec.details = "Without one, all metrics of how much processors and GPUs are used.";
  return spec;
}

OptionSpec LimitOption(std::string name, std::string help, std::optional<double> DipOptions::*at) {
  OptionSpec spec;
  spec.name = std::move(name);
  spec.group = OptionGroup::kReport;
  spec.value_name = "VALUE";
  spec.help = std::move(help);
  spec.details = "In the unit of the metric. An empty value takes it away.";
  spec.set = [name = spec.name, at](Options& o, std::string_view v) {
    if (v.empty()) return (o.query.dips.*at).reset(), absl::OkStatus();
    double value = 0;
    const std::string_view number = v.ends_with('%') ? v.substr(0, v.size() - 1) : v;
    if (!absl::SimpleAtod(absl::string_view(number.data(), number.size()), &value) ||
        !std::isfinite(value)) {
      return BadValue(name, v, " is no number: give a value of the metric, as 30");
    }
    o.query.dips.*at = value;
    return absl::OkStatus();
  };
  spec.get = [at](const Options& o) {
    const std::optional<double>& value = o.query.dips.*at;
    return value.has_value() ? fmt::format("{}", *value) : std::string();
  };
  return spec;
}

OptionSpec LeastOption() {
  OptionSpec spec;
  spec.name = "for";
  spec.group = OptionGroup::kReport;
  spec.value_name = "TIME";
  spec.help = "dips: only those that last so long: 2s, 500ms.";
  spec.set = [](Options& o, std::string_view v) {
    absl::StatusOr<TimeBound> parsed = TimeBound::Parse(v);
    if (!parsed.ok()) return BadValue("for", v, ": " + Message(parsed.status()));
    o.query.dips.least = *std::move(parsed);
    return absl::OkStatus();
  };
  spec.get = [](const Options& o) { return o.query.dips.least.text(); };
  return spec;
}

}  // namespace

std::vector<OptionSpec> DipViewOptions() {
  std::vector<OptionSpec> specs;
  specs.push_back(MetricOption());
  specs.push_back(
      LimitOption("below", "dips: where values are less than this.", &DipOptions::below));
  specs.push_back(
      LimitOption("above", "dips: where values are more than this.", &DipOptions::above));
  specs.push_back(LeastOption());
  return specs;
}

}  // namespace profiler
