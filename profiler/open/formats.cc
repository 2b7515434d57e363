#include "profiler/open/formats.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string>
#include <utility>

#include "profiler/base/status.h"
#include "profiler/base/suggest.h"
#include "profiler/io/gzip.h"
#include "profiler/open/sniff/sniff_other.h"
#include "profiler/open/sniff/sniff_protobuf.h"
#include "profiler/open/sniff/sniff_text.h"
#include "profiler/readers/chrome_trace/chrome_trace.h"
#include "profiler/readers/metric_table/metric_table.h"
#include "profiler/readers/sagemaker/python_stats.h"
#include "profiler/readers/sagemaker/recorder_settings.h"
#include "profiler/readers/sagemaker/system_metrics.h"
#include "profiler/readers/sagemaker/timeline.h"
#include "profiler/readers/store/store.h"
#include "profiler/readers/tfprof/profile_proto.h"
#include "profiler/readers/xspace/xspace.h"

namespace profiler {
namespace {

constexpr int kSure = 40;   // a lower score is none
constexpr int kMargin = 8;  // two formats that are closer to each other are a tie

constexpr std::string_view kNotYet = "this version cannot read it yet";

struct Guess {
  const Format* format = nullptr;
  int score = 0;
};

// The two surest formats, surest first.
std::pair<Guess, Guess> GuessFormat(std::string_view bytes) {
  Guess first, second;
  for (const Format& format : AllFormats()) {
    const Guess guess{&format, format.sniff(bytes)};
    if (guess.score < kSure) continue;
    if (guess.score > first.score) {
      second = first;
      first = guess;
    } else if (guess.score > second.score) {
      second = guess;
    }
  }
  return {first, second};
}

bool IsTie(const Guess& first, const Guess& second) {
  return second.format != nullptr && first.score - second.score < kMargin;
}

// "tfprof_profile (a tfprof ProfileProto)": those that are read, or those that are not.
std::string ListFormats(bool read) {
  std::vector<std::string> items;
  for (const Format& format : AllFormats()) {
    if ((format.read != nullptr) != read) continue;
    items.push_back(read ? fmt::format("{} ({})", format.name, format.description)
                         : std::string(format.name));
  }
  return fmt::format("{}", fmt::join(items, ", "));
}

absl::Status Unreadable(const Input& input, const Format& format) {
  return absl::InvalidArgumentError(
      fmt::format("'{}' is {}; {}", input.name(), format.description, format.hint));
}

absl::Status Unknown(const Input& input) {
  const std::string_view bytes = input.bytes();
  if (bytes.empty()) {
    return absl::InvalidArgumentError(fmt::format("'{}' is empty; give a profile", input.name()));
  }
  if (IsGzip(bytes)) {
    const std::string beginning = InflateBeginning(bytes);
    if (const Format* inside = SurestFormat(beginning); inside != nullptr) {
      return absl::InvalidArgumentError(
          fmt::format("'{}' is {} that is packed with gzip; {}", input.name(), inside->description,
                      inside->read != nullptr ? "unpack it with gunzip" : inside->hint));
    }
    if (const std::string other = DescribeOther(input.name(), beginning); !other.empty()) {
      return absl::InvalidArgumentError(
          fmt::format("'{}' is packed with gzip; what comes out is {}", input.name(), other));
    }
  }
  if (const std::string other = DescribeOther(input.name(), bytes); !other.empty()) {
    return absl::InvalidArgumentError(fmt::format("'{}' is {}", input.name(), other));
  }
  return absl::InvalidArgumentError(
      fmt::format("'{}' is not a profile this program knows; it reads {}, and recognises {}; "
                  "-input_format {} reads it as that all the same",
                  input.name(), ListFormats(true), ListFormats(false), AllFormats()[0].name));
}

absl::StatusOr<AddToRecording> DecodeSystem(const Input& input, ImportReport& report,
                                            RunContext& context) {
  PROFILER_ASSIGN_OR_RETURN(sagemaker::SystemPart part,
                            DecodeSageMakerSystem(input, report, context));
  return [part = std::move(part)](ProfileBuilder& builder, ImportReport& of_part) {
    part.AddTo(builder, of_part);
    return absl::OkStatus();
  };
}

}  // namespace

const std::vector<Format>& AllFormats() {
  static const auto& formats = *new std::vector<Format>{
      {"tfprof_profile", "a tfprof ProfileProto", SniffProfileProto, ReadProfileProto, ""},
      {"store", "a profiler store", SniffStore, ReadStore, ""},
      {"tfprof_profile_text", "a tfprof ProfileProto in text form", SniffProfileProtoText, nullptr,
       "only the binary form is read: give the profile_N file that ProfileContext wrote"},
      {"run_metadata", "a TensorFlow RunMetadata", SniffRunMetadata, nullptr,
       "give it with --run_meta_path, and its graph with --graph_path"},
      {"graph_def", "a TensorFlow GraphDef", SniffGraphDef, nullptr,
       "give it with --graph_path, and what its steps recorded with --run_meta_path"},
      {"op_log", "a tfprof OpLogProto", SniffOpLog, nullptr,
       "give it with --op_log_path, and its graph with --graph_path"},
      {"checkpoint_index", "the index of a TensorFlow checkpoint (a LevelDB table)",
       SniffCheckpointIndex, nullptr,
       "give the checkpoint with --checkpoint_path, and its graph with --graph_path"},
      {"xspace", "an XSpace (.xplane.pb of TensorFlow 2, JAX or PyTorch/XLA)", SniffXSpace,
       ReadXSpace, ""},
      {"chrome_trace", "a Chrome trace (JSON)", SniffChromeTrace, ReadChromeTrace, ""},
      {"sagemaker_system", "a file of SageMaker Debugger's system metrics (JSON lines)",
       SniffSageMakerSystem, ReadSageMakerSystem, "", true, DecodeSystem},
      {"sagemaker_timeline", "a timeline of SageMaker Debugger's framework profiling (JSON)",
       SniffSageMakerTimeline, ReadSageMakerTimeline, "", true},
      {"sagemaker_settings", "the settings of SageMaker's profiler (profilerconfig.json)",
       SniffRecorderSettings, ReadRecorderSettings, "", true},
      {"python_stats", "the statistics of Python's cProfile (pstats)", SniffPythonStats,
       ReadPythonStats, "", true},
      {"pyinstrument", "a session of pyinstrument (JSON)", SniffPyinstrument, ReadPyinstrument, "",
       true},
      {"metric_table", "a table of metrics over time (CSV, JSON lines; of nvidia-smi, dool, sar)",
       SniffMetricTable, ReadMetricTable, "", false, nullptr, true},
      {"pprof", "a pprof Profile", SniffPprof, nullptr, kNotYet},
  };
  return formats;
}

const Format* SurestFormat(std::string_view bytes) {
  const auto [first, second] = GuessFormat(bytes);
  return IsTie(first, second) ? nullptr : first.format;
}

absl::StatusOr<const Format*> DetectFormat(const Input& input, std::string_view named) {
  if (!named.empty()) {
    std::vector<std::string_view> names;
    for (const Format& format : AllFormats()) {
      names.push_back(format.name);
      if (format.name != named) continue;
      if (format.read != nullptr) return &format;
      return absl::InvalidArgumentError(
          fmt::format("-input_format {}: {}; {}", named, format.description, format.hint));
    }
    return absl::NotFoundError(fmt::format("-input_format {}: there is no such format{} ({})",
                                           named, DidYouMean(named, names),
                                           fmt::join(names, ", ")));
  }
  const auto [first, second] = GuessFormat(input.bytes());
  if (first.format == nullptr) return Unknown(input);
  if (IsTie(first, second)) {
    return absl::InvalidArgumentError(
        fmt::format("'{}' may be {} or {}; say which with -input_format {} or -input_format {}",
                    input.name(), first.format->description, second.format->description,
                    first.format->name, second.format->name));
  }
  if (first.format->read == nullptr) return Unreadable(input, *first.format);
  return first.format;
}

}  // namespace profiler
