#include "profiler/readers/sagemaker/timeline.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

#include "profiler/base/byte_order_mark.h"
#include "profiler/base/int128.h"
#include "profiler/base/status.h"
#include "profiler/io/gzip.h"
#include "profiler/readers/common/proto_fields.h"
#include "profiler/readers/common/recorder_file_name.h"
#include "profiler/readers/common/recorder_sources.h"
#include "profiler/readers/common/sniff_text.h"
#include "profiler/readers/sagemaker/phases.h"
#include "profiler/readers/trace_events/collector.h"
#include "profiler/readers/trace_events/event_stream.h"
#include "profiler/readers/trace_events/json_scan.h"
#include "profiler/readers/trace_events/sniff.h"

namespace profiler {
namespace sagemaker {
namespace {

using chrome_trace::Slice;
using chrome_trace::Thread;
using chrome_trace::TraceEvent;

class TimelineReader {
 public:
  TimelineReader(const Input& input, ProfileBuilder& builder, ImportReport& report)
      : bytes_(input.bytes()),
        builder_(builder),
        place_{report, input.name(), bytes_.data()},
        collector_(builder, place_),
        events_(input, place_) {
    if (!ParseTimelineName(input.name(), name_)) {
      report.CountWhole(ImportProblem::kBadFileName, input.name(), 1);
    }
  }

  absl::Status Run(RunContext& context) {
    const size_t bracket = chrome_trace::SkipBlanks(
        bytes_, bytes_.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0);
    if (bracket >= bytes_.size() || bytes_[bracket] != '[') {
      return absl::InvalidArgumentError(fmt::format(
          "'{}' is no timeline of SageMaker Debugger: it is no array of events", place_.path));
    }
    source_ = SourceOf(name_, name_.node, kSageMakerTimelineFormat, builder_);
    PROFILER_RETURN_IF_ERROR(
        events_
            .Read(
                bracket + 1, [this](const TraceEvent& event) { collector_.Take(event); }, context)
            .status());
    collector_.Finish();
    PlaceInTime();
    // Steps first, as events refer to them.
    for (const bool steps : {true, false}) {
      for (Thread& thread : collector_.slices().threads) {
        if (KindOf(thread).is_step == steps) Write(thread);
      }
    }
    return absl::OkStatus();
  }

 private:
  // Finds the wall clock of time 0; slices count from the file's first event.
  void PlaceInTime() {
    const Int128 first = collector_.zero().value_or(0);
    if (collector_.base_ns() != kUnknown) {
      zero_ = collector_.base_ns() * kPicosPerNano + first;
      return;
    }
    place_.report.CountWhole(ImportProblem::kMissingStartTime, place_.path, 1);
    zero_ = first;
    if (name_.end_us == kUnknown) return;
    int64_t last = 0;
    for (const Thread& thread : collector_.slices().threads) {
      for (const Slice& slice : thread.slices) last = std::max(last, slice.end());
    }
    zero_ = static_cast<Int128>(name_.end_us) * kPicosPerMicro - last;
  }

  std::string PhaseOf(const Thread& thread) {
    const chrome_trace::Process& process = collector_.slices().processes[thread.process];
    if (process.name.valid() && !builder_.strings()[process.name].empty()) {
      return std::string(builder_.strings()[process.name]);
    }
    return fmt::format("phase {}", builder_.strings()[process.key]);
  }
  PhaseKind KindOf(const Thread& thread) { return KindOfPhase(PhaseOf(thread), name_.recorder); }

  void Write(Thread& thread) {
    if (thread.slices.empty()) return;
    const std::string phase = PhaseOf(thread);
    const PhaseKind kind = KindOf(thread);
    TrackRow track;
    track.source = source_;
    track.device = DeviceOf(kind);
    track.kind = kind.track;
    track.role = kind.role;
    track.name = builder_.Intern(phase);
    const TrackId id = builder_.Track(track);
    SortSlices(thread.slices);
    for (const Slice& slice : thread.slices) AddEvent(id, kind, track.name, slice);
  }

  DeviceId DeviceOf(const PhaseKind& kind) {
    if (kind.device == DeviceKind::kGpu) {
      return sagemaker::DeviceOf(name_.node, kind.device, kind.ordinal, builder_);
    }
    const DeviceId id =
        builder_.Device(name_.node.empty() ? "/host:CPU" : fmt::format("{}/host:CPU", name_.node));
    const StringId host = builder_.Intern(name_.node);
    builder_.device(id).kind = DeviceKind::kCpu;
    builder_.device(id).host = host;
    return id;
  }

  void AddEvent(TrackId track, const PhaseKind& kind, StringId phase, const Slice& slice) {
    const std::optional<int64_t> begin = TimeIn(source_, zero_ + slice.begin, builder_);
    int64_t end = 0;
    if (!begin.has_value() || __builtin_add_overflow(*begin, slice.duration, &end)) {
      return place_.report.Count(ImportProblem::kWrongClock, place_.path, slice.offset,
                                 builder_.strings()[slice.name]);
    }
    EventRow row;
    row.begin = *begin;
    row.duration = slice.duration;
    row.args = slice.offset;
    if (slice.is_instant) row.kind = EventKind::kInstant;
    const int64_t number = collector_.slices().facts_of(slice).step;
    if (kind.is_step) {
      row.label = slice.name;
      row.step = AddStep(phase, number, *begin, end);
    } else {
      row.op = builder_.Op(OpKind::kRuntime, slice.name, phase);
      if (number != kUnknown) row.step = StepAt(number, *begin);
    }
    builder_.AddEvent(track, row);
  }

  // Training and evaluation use the same step numbers, so a step in another mode is a separate
  // step.
  StepId AddStep(StringId mode, int64_t number, int64_t begin, int64_t end) {
    StepId id;
    if (number != kUnknown) id = builder_.Step(source_, number);
    if (!id.valid() || (builder_.step(id).name.valid() && builder_.step(id).name != mode)) {
      StepRow row;
      row.source = source_;
      row.number = number;
      id = builder_.AddStep(row);
    }
    StepRow& step = builder_.step(id);
    step.listed = true;
    step.name = mode;
    step.begin = step.begin == kUnknown ? begin : std::min(step.begin, begin);
    step.end = step.end == kUnknown ? end : std::max(step.end, end);
    return id;
  }

  // Returns the step of that number, or an invalid id if `begin` is outside of its time, which
  // means another mode's step.
  StepId StepAt(int64_t number, int64_t begin) {
    const StepId id = builder_.Step(source_, number);
    const StepRow& step = builder_.step(id);
    const bool is_other = step.begin != kUnknown && (begin < step.begin || begin > step.end);
    return is_other ? StepId() : id;
  }

  const std::string_view bytes_;
  ProfileBuilder& builder_;
  const Place place_;
  FileName name_;
  SourceId source_;
  chrome_trace::Collector collector_;
  chrome_trace::EventStream events_;
  Int128 zero_ = 0;  // ps since 1970
};

absl::Status ReadTimeline(const Input& input, ProfileBuilder& builder, ImportReport& report,
                          RunContext& context) {
  return TimelineReader(input, builder, report).Run(context);
}

// Detects a Chrome trace that records the start time in its first bytes.
int SniffTimeline(std::string_view bytes) {
  const std::string text = IsGzip(bytes) ? InflateBeginning(bytes) : std::string();
  const std::string_view beginning = IsGzip(bytes) ? std::string_view(text) : bytes;
  const bool says_start = HasKey(BeginningOfText(beginning).substr(0, kFirstObjectBytes),
                                 "\"start_time_since_epoch_in_micros\"");
  const bool is_array = chrome_trace::TraceEventsScore(beginning) == chrome_trace::kArrayScore;
  return says_start && is_array ? 100 : 0;
}

}  // namespace
}  // namespace sagemaker

constinit const Format kSageMakerTimelineFormat = {
    .name = "sagemaker_timeline",
    .description = "a timeline of SageMaker Debugger's framework profiling (JSON)",
    .sniff = sagemaker::SniffTimeline,
    .read = sagemaker::ReadTimeline,
    .capabilities = {.records_phases = true},
    .is_part_of_recording = true,
};

}  // namespace profiler
