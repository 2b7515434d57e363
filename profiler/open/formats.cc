#include "profiler/open/formats.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string>
#include <utility>
#include <vector>

#include "profiler/base/status.h"
#include "profiler/base/suggest.h"
#include "profiler/io/gzip.h"
#include "profiler/open/sniff/sniff_other.h"
#include "profiler/readers/checkpoint/checkpoint.h"
#include "profiler/readers/chrome_trace/chrome_trace.h"
#include "profiler/readers/metric_table/metric_table.h"
#include "profiler/readers/pprof/pprof.h"
#include "profiler/readers/sagemaker/python_stats.h"
#include "profiler/readers/sagemaker/recorder_settings.h"
#include "profiler/readers/sagemaker/system_metrics.h"
#include "profiler/readers/sagemaker/timeline.h"
#include "profiler/readers/store/store.h"
#include "profiler/readers/tfprof/profile_proto.h"
#include "profiler/readers/tfprof/tensorflow_run.h"
#include "profiler/readers/torch_snapshot/torch_snapshot.h"
#include "profiler/readers/xspace/xspace.h"

namespace profiler {
namespace {

constexpr int kLeastScore = 40;  // a lower score is no match
constexpr int kMargin = 8;       // two formats whose scores are closer are a tie

constexpr const Format* kFormats[] = {
    &kTfprofProfileFormat,     &kStoreFormat,
    &kTfprofProfileTextFormat, &kRunMetadataFormat,
    &kGraphDefFormat,          &kOpLogFormat,
    &kCheckpointIndexFormat,   &kXSpaceFormat,
    &kChromeTraceFormat,       &kSageMakerSystemFormat,
    &kSageMakerTimelineFormat, &kRecorderSettingsFormat,
    &kPythonStatsFormat,       &kPyinstrumentFormat,
    &kMetricTableFormat,       &kPprofFormat,
    &kTorchSnapshotFormat,
};

struct Guess {
  const Format* format = nullptr;
  int score = 0;
};

// The two formats with the highest scores, the highest first.
std::pair<Guess, Guess> GuessFormat(std::string_view bytes) {
  Guess first, second;
  for (const Format* format : kFormats) {
    const Guess guess{format, format->sniff(bytes)};
    if (guess.score < kLeastScore) continue;
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

// Lists the formats that are read, or else the others: "tfprof_profile (a tfprof ProfileProto),
// ...".
std::string ListFormats(bool read) {
  std::vector<std::string> items;
  for (const Format* format : kFormats) {
    if ((format->read != nullptr) != read) continue;
    items.push_back(read ? fmt::format("{} ({})", format->name, format->description)
                         : std::string(format->name));
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
                  input.name(), ListFormats(true), ListFormats(false), kFormats[0]->name));
}

}  // namespace

std::span<const Format* const> AllFormats() { return kFormats; }

const Format* FindFormat(std::string_view name) {
  for (const Format* format : kFormats) {
    if (format->name == name) return format;
  }
  return nullptr;
}

const Format* SurestFormat(std::string_view bytes) {
  const auto [first, second] = GuessFormat(bytes);
  return IsTie(first, second) ? nullptr : first.format;
}

absl::StatusOr<const Format*> DetectFormat(const Input& input, std::string_view named) {
  if (!named.empty()) {
    if (const Format* format = FindFormat(named); format != nullptr) {
      if (format->read != nullptr) return format;
      return absl::InvalidArgumentError(
          fmt::format("-input_format {}: {}; {}", named, format->description, format->hint));
    }
    std::vector<std::string_view> names;
    for (const Format* format : kFormats) names.push_back(format->name);
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

void FillCapabilities(Profile& profile) {
  for (uint32_t i = 0; i < profile.sources.size(); ++i) {
    SourceRow& source = profile.sources[SourceId(i)];
    SourceCapabilities& capabilities = source;
    bool has_any = false;
    EachOfBoth(capabilities, SourceCapabilities(),
               [&](const auto& value, const auto& initial) { has_any |= value != initial; });
    if (has_any) continue;
    const Format* format = FindFormat(profile.strings[source.format]);
    if (format != nullptr) capabilities = format->capabilities;
  }
}

}  // namespace profiler
