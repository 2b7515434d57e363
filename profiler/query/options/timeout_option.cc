#include "profiler/query/options/timeout_option.h"

#include <optional>

#include "profiler/query/options/option_kinds.h"

namespace profiler {
namespace {

constexpr double kLongest = 1e9;  // in seconds; thirty years are no limit

constexpr OptionUnit kDurationUnits[] = {{"", 1},   {"s", 1},    {"ms", 1e-3}, {"us", 1e-6},
                                         {"m", 60}, {"min", 60}, {"h", 3600}};

}  // namespace

OptionSpec TimeoutOption() {
  OptionSpec spec;
  spec.name = "timeout";
  spec.group = OptionGroup::kReport;
  spec.value_name = "DURATION";
  spec.help = "Stop a command that takes longer than that: 500ms, 10s, 2min; 0: no limit.";
  spec.details =
      "Reading the inputs may take as long, and then each command. What takes longer ends with an "
      "error at the next place where the program asks whether to go on, and writes no file; at the "
      "prompt the profile stays open. The time that others take to read an answer does not count.";
  spec.set = [](Options& o, std::string_view v) {
    const std::optional<double> seconds = ParseWithUnit(v, kDurationUnits);
    if (!seconds || !(*seconds >= 0 && *seconds <= kLongest)) {
      return BadValue("timeout", v, ": give seconds, or a duration as 500ms, 10s or 2min");
    }
    const std::chrono::duration<double> timeout(*seconds);
    o.timeout = std::chrono::duration_cast<std::chrono::nanoseconds>(timeout);
    o.timeout_text = v;
    return absl::OkStatus();
  };
  spec.get = [](const Options& o) { return o.timeout_text; };
  return spec;
}

}  // namespace profiler
