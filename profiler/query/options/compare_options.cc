#include <fmt/format.h>

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "profiler/query/options/option_kinds.h"
#include "profiler/query/options/option_sets.h"

namespace profiler {
namespace {

OptionSpec ToleranceOption() {
  OptionSpec spec;
  spec.name = "tolerance";
  spec.use = OptionUse::kComparing;
  spec.group = OptionGroup::kReport;
  spec.value_name = "PERCENT";
  spec.help = "-base: a change of less than this is `same`: 1%, 0.5%.";
  spec.details =
      "A row is the same if the 95 % interval of its change lies within this part of its time, the "
      "lesser of both profiles, even if the change is significant.";
  spec.set = [](Options& o, std::string_view v) {
    static constexpr std::array<OptionUnit, 1> kUnits = {{{"%", 0.01}}};
    const std::optional<double> part = ParseWithUnit(v, kUnits);
    if (!part || !(*part >= 0 && *part < 1)) {
      return BadValue("tolerance", v,
                      ": it is a percentage of at least 0 and less than 100, as 2%");
    }
    o.compare.tolerance = *part;
    o.compare.tolerance_text = v;
    return absl::OkStatus();
  };
  spec.get = [](const Options& o) { return o.compare.tolerance_text; };
  return spec;
}

OptionSpec MatchOption() {
  OptionSpec spec;
  spec.name = "match";
  spec.use = OptionUse::kComparing;
  spec.group = OptionGroup::kReport;
  spec.value_name = "HOW";
  spec.help = "-base: how rows of both profiles are paired.";
  spec.choices = {"similar", "exact"};
  spec.choice_help = {"by key; what is left by what builds do not change: fusion.12 is fusion.31",
                      "by key only"};
  spec.set = [choices = spec.choices](Options& o, std::string_view v) {
    if (v != "similar" && v != "exact") return NoChoice("match", v, choices);
    o.compare.pairs_renamed = v == "similar";
    return absl::OkStatus();
  };
  spec.get = [](const Options& o) { return o.compare.pairs_renamed ? "similar" : "exact"; };
  return spec;
}

std::vector<OptionSpec> CompareOptionList() { return {ToleranceOption(), MatchOption()}; }

}  // namespace

const OptionSet kCompareOptions = {CompareOptionList};

}  // namespace profiler
