#include <fmt/format.h>

#include "profiler/base/status.h"
#include "profiler/base/utc_offset.h"
#include "profiler/query/options/option_kinds.h"
#include "profiler/query/options/option_sets.h"

namespace profiler {
namespace {

OptionSpec ThreadsOption() {
  OptionSpec spec =
      IntegerOption("threads", "Read files on N threads; 0: one for each processor.", nullptr);
  spec.group = OptionGroup::kInput;
  spec.set = [](Options& o, std::string_view v) {
    constexpr int64_t kMost = 256;
    int64_t value = 0;
    PROFILER_RETURN_IF_ERROR(ParseInteger("threads", v, value));
    if (value < 0 || value > kMost) {
      return BadValue("threads", v, fmt::format(": give 0 to {}", kMost));
    }
    o.threads = value;
    return absl::OkStatus();
  };
  spec.get = [](const Options& o) { return std::to_string(o.threads); };
  return spec;
}

OptionSpec MetricsPathOption() {
  OptionSpec spec =
      RepeatedOption("metrics_path", OptionGroup::kInput, "FILE,...",
                     "Metrics recorded at the same time: files, folders or globs; may be repeated.",
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
                 "The UTC offset of metrics whose times have no zone: +02:00, -05:30.",
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

OptionSpec BaseOption() {
  OptionSpec spec =
      RepeatedOption("base", OptionGroup::kInput, "FILE",
                     "The profile to compare with: a file, a folder or a glob; may be repeated.",
                     [](Options& o) -> std::vector<std::string>& { return o.base_paths; });
  spec.use = OptionUse::kBase;
  spec.details =
      "A view shows of each measured column X the columns base_X, X, delta_X, ratio_X and, where "
      "both profiles have whole steps, p_X, and a verdict; `diff` shows what changed on one page. "
      "Several recordings of one program are runs: if both sides have at least two, a sample is a "
      "run, otherwise a step.\n"
      "-where, -order_by and -select take these columns. -order_by delta_X sorts by the size of "
      "the "
      "change, whether more or less, which is the order of tables without -order_by; p_X sorts the "
      "least first.";
  return spec;
}

std::vector<OptionSpec> InputOptions() {
  return {
      RepeatedOption("profile_path", OptionGroup::kInput, "FILE",
                     "The profile to open: a file, a folder or a glob; may be repeated.",
                     [](Options& o) -> std::vector<std::string>& { return o.profile_paths; }),
      BaseOption(),
      TextOption("graph_path", OptionGroup::kInput, "FILE", "A GraphDef, binary or text.",
                 [](Options& o) -> std::string& { return o.graph_path; }),
      ListOption("run_meta_path", OptionGroup::kInput, "FILE,...",
                 "RunMetadata files: the first is step 0, the next step 1, and so on.",
                 [](Options& o) -> std::vector<std::string>& { return o.run_meta_paths; }),
      TextOption("op_log_path", OptionGroup::kInput, "FILE",
                 "An OpLogProto: op types, float operations and stacks of the graph's ops.",
                 [](Options& o) -> std::string& { return o.op_log_path; }),
      TextOption("checkpoint_path", OptionGroup::kInput, "PREFIX",
                 "A TensorFlow checkpoint, for _checkpoint_variables and -select tensor_value.",
                 [](Options& o) -> std::string& { return o.checkpoint_path; }),
      TextOption("run", OptionGroup::kInput, "NAME",
                 "Treat all inputs as one run, in whatever folders they are.",
                 [](Options& o) -> std::string& { return o.run; }),
      TextOption("input_format", OptionGroup::kInput, "NAME",
                 "Read the input as this format, without looking at its content.",
                 [](Options& o) -> std::string& { return o.input_format; }),
      ThreadsOption(),
      MetricsPathOption(),
      MetricsUtcOffsetOption(),
      BoolOption("strict", OptionGroup::kInput, "Exit with 1 when anything of an input was lost.",
                 [](Options& o) -> bool& { return o.strict; }),
  };
}

}  // namespace

const OptionSet kInputOptions = {InputOptions};

}  // namespace profiler
