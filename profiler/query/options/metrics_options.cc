#include "profiler/query/options/metrics_options.h"

#include <string>
#include <string_view>
#include <vector>

#include "profiler/base/utc_offset.h"
#include "profiler/query/options/option_kinds.h"

namespace profiler {

OptionSpec MetricsPathOption() {
  OptionSpec spec =
      RepeatedOption("metrics_path", OptionGroup::kInput, "FILE,...",
                     "Metrics over time, recorded beside the profile: files, folders or globs; "
                     "may be repeated.",
                     [](Options& o) -> std::vector<std::string>& { return o.metrics_paths; });
  spec.set = [](Options& o, std::string_view v) {
    const std::vector<std::string> paths = SplitList(v);
    o.metrics_paths.insert(o.metrics_paths.end(), paths.begin(), paths.end());
    return absl::OkStatus();
  };
  spec.details =
      "CSV with a column time and one column for each metric, or with the columns time, node, "
      "kind, "
      "name and value; the same as JSON lines; what nvidia-smi --query-gpu=... --format=csv, dool "
      "--output, sadf -d and sar write; system metrics of SageMaker Debugger. They stand on the "
      "wall "
      "clock, and metrics, dips and the rules of advise read them beside any profile, and alone.";
  return spec;
}

OptionSpec MetricsUtcOffsetOption() {
  OptionSpec spec =
      TextOption("metrics_utc_offset", OptionGroup::kInput, "+HH:MM",
                 "How far the clock of metrics that tell no zone is ahead of UTC: +02:00, -05:30.",
                 [](Options& o) -> std::string& { return o.metrics_utc_offset; });
  spec.details =
      "nvidia-smi, dool and sar write local time. Without this option it is taken as UTC.";
  spec.set = [](Options& o, std::string_view v) {
    if (!v.empty() && !ParseUtcOffset(v)) {
      return BadValue("metrics_utc_offset", v, ": it is like +02:00 or -05:30");
    }
    o.metrics_utc_offset = v;
    return absl::OkStatus();
  };
  return spec;
}

}  // namespace profiler
