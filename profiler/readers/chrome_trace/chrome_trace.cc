#include "profiler/readers/chrome_trace/chrome_trace.h"

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <vector>

#include "profiler/base/byte_order_mark.h"
#include "profiler/base/status.h"
#include "profiler/io/gzip.h"
#include "profiler/readers/chrome_trace/top_level.h"
#include "profiler/readers/chrome_trace/track_writer.h"
#include "profiler/readers/trace_events/collector.h"
#include "profiler/readers/trace_events/event_stream.h"
#include "profiler/readers/trace_events/json_scan.h"
#include "profiler/readers/trace_events/json_text.h"
#include "profiler/readers/trace_events/sniff.h"
#include "profiler/readers/trace_events/usual_time.h"

namespace profiler {
namespace chrome_trace {
namespace {

// The event limits of writers that truncate silently.
constexpr int64_t kWriterLimits[] = {1'000'000, 5'000'000};

class Reader {
 public:
  Reader(const Input& input, ProfileBuilder& builder, ImportReport& report)
      : bytes_(input.bytes()),
        builder_(builder),
        place_{report, input.name(), input.bytes().data()},
        source_(AddSource(input, builder)),
        top_level_(source_, builder, place_),
        collector_(builder, place_),
        events_(input, place_) {}

  absl::Status Run(RunContext& context) {
    PROFILER_RETURN_IF_ERROR(ReadAll(context));
    collector_.Finish();
    SetClock();
    SetHost();
    const std::vector<int64_t> gpus = top_level_.AddDevices();
    for (const int64_t limit : kWriterLimits) {
      if (collector_.complete_events() == limit) {
        place_.report.CountWhole(ImportProblem::kWriterLimit, place_.path, 1,
                                 fmt::format("{} events", limit));
      }
    }
    return TrackWriter(collector_.slices(), source_, builder_, place_).Write(gpus, context);
  }

 private:
  static SourceId AddSource(const Input& input, ProfileBuilder& builder) {
    SourceRow row = NewSource(kChromeTraceFormat, input.name(), builder);
    row.resolution_ps = 1000;
    row.has_code_traces = true;
    row.rank = RankOfFile(input.name());
    return builder.AddSource(row);
  }

  absl::Status ReadAll(RunContext& context);
  absl::StatusOr<size_t> ReadObject(size_t at, RunContext& context);
  absl::StatusOr<size_t> ReadEvents(size_t at, RunContext& context) {
    collector_.Expect(UsualTime(bytes_.substr(at)));
    return events_.Read(
        at, [this](const TraceEvent& event) { collector_.Take(event); }, context);
  }
  size_t FindEvents() const;
  void SetClock();
  void SetHost();

  const std::string_view bytes_;
  ProfileBuilder& builder_;
  const Place place_;
  const SourceId source_;
  TopLevel top_level_;
  Collector collector_;
  EventStream events_;
  bool has_events_ = false;
  bool is_damaged_ = false;  // outside of the events
};

absl::Status Reader::ReadAll(RunContext& context) {
  size_t at = bytes_.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0;
  at = SkipBlanks(bytes_, at);
  if (at < bytes_.size() && bytes_[at] == '[') {
    has_events_ = true;
    PROFILER_ASSIGN_OR_RETURN(at, ReadEvents(at + 1, context));
  } else if (at < bytes_.size() && bytes_[at] == '{') {
    PROFILER_ASSIGN_OR_RETURN(at, ReadObject(at + 1, context));
  }
  if (!has_events_ && is_damaged_) {
    if (const size_t events = FindEvents(); events != std::string_view::npos) {
      has_events_ = true;
      return ReadEvents(events, context).status();
    }
  }
  if (!has_events_) {
    return absl::InvalidArgumentError(
        fmt::format("'{}' has no traceEvents: it is no Chrome trace", place_.path));
  }
  at = SkipBlanks(bytes_, at);
  if (at < bytes_.size()) {
    place_.Count(ImportProblem::kTextBehindEnd, bytes_.substr(at));
  }
  return absl::OkStatus();
}

// Reads from after the opening bracket to after the closing one.
absl::StatusOr<size_t> Reader::ReadObject(size_t at, RunContext& context) {
  while ((at = SkipBlanks(bytes_, at)) < bytes_.size()) {
    if (bytes_[at] == '}') return at + 1;
    if (bytes_[at] == ',') {
      ++at;
      continue;
    }
    const size_t key_end = bytes_[at] == '"' ? EndOfString(bytes_, at) : std::string_view::npos;
    const size_t colon = key_end == std::string_view::npos ? key_end : SkipBlanks(bytes_, key_end);
    const bool is_string = bytes_[at] == '"';
    if (is_string && colon >= bytes_.size()) break;
    if (!is_string || bytes_[colon] != ':') {
      place_.Count(ImportProblem::kMalformedText, bytes_.substr(at), "the rest");
      is_damaged_ = true;
      return bytes_.size();
    }
    std::string key(bytes_.substr(at + 1, key_end - at - 2));
    if (key.find('\\') != key.npos) Unescape(std::string(key), key);
    at = SkipBlanks(bytes_, colon + 1);
    if (key == "traceEvents" && at < bytes_.size() && bytes_[at] == '[') {
      has_events_ = true;
      PROFILER_ASSIGN_OR_RETURN(at, ReadEvents(at + 1, context));
      if (at == bytes_.size() && !events_.has_ended()) return at;  // already counted
      continue;
    }
    const size_t end = EndOfValue(bytes_, at);
    if (end == std::string_view::npos) break;
    top_level_.Take(key, bytes_.substr(at, end - at));
    at = end;
  }
  place_.Count(ImportProblem::kTruncated, bytes_.substr(bytes_.size()));
  is_damaged_ = true;
  return bytes_.size();
}

// Returns the position after the opening bracket of the events, or npos. Searches only for the key
// of the events, so that damage before the events does not lose them.
size_t Reader::FindEvents() const {
  constexpr std::string_view kKey = "traceEvents\"";
  const auto is = [&](size_t at, char c) { return at < bytes_.size() && bytes_[at] == c; };
  for (size_t at = bytes_.find(kKey); at != bytes_.npos; at = bytes_.find(kKey, at + 1)) {
    const size_t colon = SkipBlanks(bytes_, at + kKey.size());
    const size_t bracket = is(colon, ':') ? SkipBlanks(bytes_, colon + 1) : bytes_.size();
    if (is(bracket, '[')) return bracket + 1;
  }
  return bytes_.npos;
}

void Reader::SetClock() {
  constexpr Int128 kLeastWallClockMicros = 1'000'000'000'000'000;  // in 2001
  if (!collector_.zero().has_value()) return;
  const Int128 nanos = *collector_.zero() / 1000;
  SourceRow& source = builder_.source(source_);
  const bool is_beside = top_level_.base_ns() != kUnknown;
  const int64_t base_ns = is_beside ? top_level_.base_ns() : collector_.base_ns();
  if (base_ns != kUnknown) {
    source.epoch_ns = static_cast<int64_t>(base_ns + nanos);
  } else if (nanos > kLeastWallClockMicros * 1000) {
    source.epoch_ns = static_cast<int64_t>(nanos);
  } else {
    place_.report.CountWhole(ImportProblem::kMissingTimeBase, place_.path, 1);
  }
}

// Makes ranks of a job distinct even if they do not name their hosts.
void Reader::SetHost() {
  SourceRow& source = builder_.source(source_);
  if (source.host.valid() && !builder_.strings()[source.host].empty()) return;
  if (const std::string_view node = NodeOfFile(place_.path); !node.empty()) {
    source.host = builder_.Intern(node);
  } else if (const std::string_view host = HostOfFile(place_.path); !host.empty()) {
    source.host = builder_.Intern(host);
  } else if (source.rank != kUnknown) {
    source.host = builder_.Intern(fmt::format("rank {}", source.rank));
  }
}

absl::Status Read(const Input& input, ProfileBuilder& builder, ImportReport& report,
                  RunContext& context) {
  return Reader(input, builder, report).Run(context);
}

int Sniff(std::string_view bytes) {
  return TraceEventsScore(IsGzip(bytes) ? InflateBeginning(bytes) : bytes);
}

}  // namespace
}  // namespace chrome_trace

constinit const Format kChromeTraceFormat = {
    .name = "chrome_trace",
    .description = "a Chrome trace (JSON)",
    .sniff = chrome_trace::Sniff,
    .read = chrome_trace::Read,
    .capabilities = {.recorder = Recorder::kTracer,
                     .is_of_one_process = true,
                     .host_ops_may_launch = true,
                     .has_kineto_names = true},
    .memory_per_byte = 0.35,
};

}  // namespace profiler
