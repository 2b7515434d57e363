#include <fmt/format.h>

#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "profiler/base/status.h"
#include "profiler/query/options/option_kinds.h"
#include "profiler/query/options/option_sets.h"
#include "profiler/query/where/where_number.h"

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

// Parses a limit such as "30", "-5", "30%" or "1.5GB".
std::optional<double> ParseLimit(std::string_view text) {
  const bool is_negative = text.starts_with('-');
  if (is_negative) text.remove_prefix(1);
  size_t length = 0;
  const absl::StatusOr<WhereNumber> number = WhereNumber::Parse(text, length);
  if (!number.ok() || length != text.size() || number->dimension() == WhereDimension::kTime ||
      !std::isfinite(number->real())) {
    return std::nullopt;
  }
  return is_negative ? -number->real() : number->real();
}

OptionSpec LimitOption(std::string name, std::string help, std::optional<double> DipOptions::*at) {
  OptionSpec spec;
  spec.name = std::move(name);
  spec.group = OptionGroup::kReport;
  spec.value_name = "VALUE";
  spec.help = std::move(help);
  spec.details =
      "In the unit of the metric, or with one: 30%, 1.5GB. An empty value takes it away.";
  spec.set = [name = spec.name, at](Options& o, std::string_view v) {
    if (v.empty()) return (o.query.dips.*at).reset(), absl::OkStatus();
    const std::optional<double> value = ParseLimit(v);
    if (!value) return BadValue(name, v, " is no value of a metric: give one as 30, 30% or 1.5GB");
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

std::vector<OptionSpec> DipViewOptions() {
  return WithUse(
      OptionUse::kDips,
      {MetricOption(),
       LimitOption("below", "dips: where values are less than this.", &DipOptions::below),
       LimitOption("above", "dips: where values are more than this.", &DipOptions::above),
       LeastOption()});
}

}  // namespace

const OptionSet kDipOptions = {DipViewOptions};

}  // namespace profiler
