#include <fmt/format.h>

#include <cmath>
#include <string>
#include <string_view>

#include "profiler/query/options/option_kinds.h"
#include "profiler/query/options/option_sets.h"

namespace profiler {
namespace {

constexpr double kLeastBare = 1e6;  // a smaller number is missing its unit

constexpr OptionUnit kRateUnits[] = {
    {"", 1},     {"B", 1},     {"kB", 1e3},       {"KB", 1e3},       {"MB", 1e6},
    {"GB", 1e9}, {"TB", 1e12}, {"k", 1e3},        {"K", 1e3},        {"M", 1e6},
    {"G", 1e9},  {"T", 1e12},  {"Mbit", 1e6 / 8}, {"Gbit", 1e9 / 8}, {"Tbit", 1e12 / 8}};

// Bytes per second; 0 if the text is not a rate.
double ParseRate(std::string_view text) {
  if (text.ends_with("/s")) text.remove_suffix(2);
  const double rate = ParseWithUnit(text, kRateUnits).value_or(0);
  return std::isfinite(rate) && rate > 0 ? rate : 0;
}

OptionSpec BandwidthOption() {
  OptionSpec spec;
  spec.name = "bandwidth";
  spec.group = OptionGroup::kReport;
  spec.value_name = "RATE";
  spec.use = OptionUse::kBandwidth;
  spec.help =
      "collectives, steps -by device: how long collectives should take at this rate: 25GB/s.";
  spec.details =
      "Bytes of a second, as algorithm_bandwidth counts them: what one rank hands to the "
      "collective, over its time: 25GB/s, 200Gbit or 25e9. Adds expected_us (bytes over the rate) "
      "and measured_over_expected, and to collectives, where the number of the model's parameters "
      "is known (from "
      "-parameters or the profile), a section on an all-reduce of their gradients in 4 bytes each. "
      "An empty value takes it away.";
  spec.set = [](Options& o, std::string_view v) {
    const double rate = v.empty() ? 0 : ParseRate(v);
    const bool has_unit = v.find_first_not_of("0123456789.") != v.npos;
    if (!has_unit && rate > 0 && rate < kLeastBare) {
      return BadValue("bandwidth", v,
                      fmt::format(" is so many bytes a second: give the unit, as in {}GB/s", v));
    }
    if (!v.empty() && rate == 0) {
      return BadValue("bandwidth", v, " is no rate: give bytes of a second, as 25GB/s or 25e9");
    }
    o.query.collectives.bandwidth = rate;
    o.query.collectives.bandwidth_text = v;
    return absl::OkStatus();
  };
  spec.get = [](const Options& o) { return o.query.collectives.bandwidth_text; };
  return spec;
}

OptionSpec ParametersOption() {
  OptionSpec spec =
      IntegerOption("parameters", "collectives: with -bandwidth, that the model has N parameters.",
                    [](Options& o) -> int64_t& { return o.query.collectives.parameters; });
  spec.group = OptionGroup::kReport;
  spec.use = OptionUse::kGradients;
  spec.details =
      "For the section on an all-reduce of the gradients, 4 bytes each. Overrides the number from "
      "the profile; traces have none. 0 removes it.";
  return spec;
}

std::vector<OptionSpec> CollectiveViewOptions() { return {BandwidthOption(), ParametersOption()}; }

}  // namespace

const OptionSet kCollectiveOptions = {CollectiveViewOptions};

}  // namespace profiler
