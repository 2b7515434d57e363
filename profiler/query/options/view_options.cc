#include <fmt/format.h>

#include <string>
#include <string_view>
#include <utility>

#include "profiler/base/status.h"
#include "profiler/query/options/option_kinds.h"
#include "profiler/query/options/option_sets.h"

namespace profiler {
namespace {

OptionSpec SampleTypeOption() {
  OptionSpec spec = TextOption("sample_type", OptionGroup::kReport, "NAME",
                               "code: the value of stack samples to count: cpu, inuse_space.",
                               [](Options& o) -> std::string& { return o.query.sample_type; });
  spec.details =
      "pprof files may count several values per stack. Without this option it is what the file "
      "says "
      "(default_sample_type), or else the last. A time counts as micros, bytes as bytes, all else "
      "as "
      "occurrence; without -select that column is shown.";
  return Used(OptionUse::kSampleTypes, std::move(spec));
}

OptionSpec DevicePeaksOption() {
  OptionSpec spec =
      TextOption("device_peaks", OptionGroup::kReport, "FILE",
                 "roofline, op_profile, collectives, steps: what devices can do at most, in TOML.",
                 [](Options& o) -> std::string& { return o.query.device_peaks_file; });
  spec.details =
      "A [[device]] is a table with model (words of the device's model as roofline's section roofs "
      "tells it) and "
      "some of teraflops (dense float operations of a second, in 10^12), memory_gigabytes (bytes "
      "of a second of its main memory, in 10^9) and link_gigabytes (and of its links to other "
      "devices, in one direction). They count before what was recorded and before the table in "
      "docs/metrics.md; of several that fit, the first.";
  return spec;
}

std::vector<OptionSpec> ViewOptions() {
  return {
      Used(OptionUse::kNeighbours,
           RegexOption("around", "hlo: instructions whose name matches, their operands and users.",
                       [](Options& o) -> RegexSet& { return o.query.around; })),
      Used(OptionUse::kModules,
           RegexOption("module", "buffers: only compiled programs whose name matches.",
                       [](Options& o) -> RegexSet& { return o.query.modules; })),
      SampleTypeOption(),
      Used(OptionUse::kDevicePeaks, DevicePeaksOption()),
      Used(OptionUse::kIdleRows, BoolOption("show_idle", OptionGroup::kReport,
                                            "ops: with rows IDLE for the time that no op takes.",
                                            [](Options& o) -> bool& { return o.query.show_idle; })),
      Used(OptionUse::kCalls,
           BoolOption("per_call", OptionGroup::kReport,
                      "launches: a row is a call that launched something, not an op.",
                      [](Options& o) -> bool& { return o.query.per_call; })),
  };
}

}  // namespace

const OptionSet kViewOptions = {ViewOptions};

}  // namespace profiler
