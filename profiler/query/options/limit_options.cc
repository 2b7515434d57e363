#include <chrono>
#include <optional>

#include "profiler/query/options/option_kinds.h"
#include "profiler/query/options/option_sets.h"
#include "profiler/query/options/size_option.h"

namespace profiler {
namespace {

constexpr double kLongest = 1e9;  // in seconds: about thirty years

constexpr OptionUnit kDurationUnits[] = {{"", 1},   {"s", 1},    {"ms", 1e-3}, {"us", 1e-6},
                                         {"m", 60}, {"min", 60}, {"h", 3600}};

OptionSpec MaxMemoryOption() {
  OptionSpec spec;
  spec.name = "max_memory";
  spec.group = OptionGroup::kReport;
  spec.value_name = "SIZE";
  spec.help = "Stop before the program makes more memory than that: 512MB, 2GiB; 0: no limit.";
  spec.details =
      "Inputs that are likely to need more are refused before they are read, with how much that "
      "would be (docs/performance.md has how much a byte of each format takes). What goes beyond "
      "while reading or answering is stopped, and nothing of it is written. Counted is what the "
      "program makes itself, not pages of its input files, which the kernel takes back at will.";
  spec.set = [](Options& o, std::string_view v) {
    const std::optional<uint64_t> size = ParseSize(v);
    if (!size) return BadValue("max_memory", v, ": give bytes, or a size as 512MB or 2GiB");
    o.max_memory = *size;
    o.max_memory_text = v;
    return absl::OkStatus();
  };
  spec.get = [](const Options& o) { return o.max_memory_text; };
  return spec;
}

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

std::vector<OptionSpec> LimitOptions() { return {MaxMemoryOption(), TimeoutOption()}; }

}  // namespace

const OptionSet kLimitOptions = {LimitOptions};

}  // namespace profiler
