#include "profiler/readers/chrome_trace/track_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "profiler/base/status.h"
#include "profiler/readers/chrome_trace/categories.h"
#include "profiler/readers/xspace/line_kinds.h"

namespace profiler::chrome_trace {
namespace {

constexpr uint32_t kCheckEvery = 1 << 14;

// Kineto's number of the host among kinds of devices.
constexpr int64_t kHostType = 0;

}  // namespace

DeviceId TrackWriter::Device(std::string_view name) {
  const DeviceId id = builder_.Device(name);
  DeviceRow& device = builder_.device(id);
  // Ranks may be of one host, and each calls its devices by their names.
  if (builder_.strings()[device.host].empty()) device.host = builder_.source(source_).host;
  return id;
}

DeviceId TrackWriter::Host() {
  const DeviceId id = Device("/host:CPU");
  builder_.device(id).kind = DeviceKind::kCpu;
  builder_.device(id).ordinal = 0;
  return id;
}

DeviceId TrackWriter::Gpu(int64_t ordinal) {
  return Device(fmt::format("/device:GPU:{}", ordinal));
}

// Kineto writes Python's calls under process and thread 0 where it lost their ids. They belong to
// the thread that ran most ops.
void TrackWriter::JoinLostThreads() {
  const auto is_lost = [&](const Thread& thread) {
    return builder_.strings()[thread.key] == "0" &&
           builder_.strings()[slices_.processes[thread.process].key] == "0" &&
           std::any_of(thread.slices.begin(), thread.slices.end(),
                       [](const Slice& s) { return s.category == Category::kPython; });
  };
  const auto ops = [](const Thread& thread) {
    return std::count_if(thread.slices.begin(), thread.slices.end(),
                         [](const Slice& s) { return s.category == Category::kOp; });
  };
  Thread* lost = nullptr;
  Thread* busiest = nullptr;
  int64_t most = 0;
  for (Thread& thread : slices_.threads) {
    if (is_lost(thread)) {
      lost = &thread;
    } else if (const int64_t here = ops(thread); here > most) {
      busiest = &thread;
      most = here;
    }
  }
  if (lost == nullptr || busiest == nullptr || ops(*lost) > 0) return;
  const auto is_python = [](const Slice& s) { return s.category == Category::kPython; };
  std::copy_if(lost->slices.begin(), lost->slices.end(), std::back_inserter(busiest->slices),
               is_python);
  std::erase_if(lost->slices, is_python);
}

// Devices' slices are taken out of the processes that they were written under.
void TrackWriter::KeepSlicesOfDevices() {
  for (Thread& thread : slices_.threads) {
    const auto is_host = [](const Slice& s) { return !IsOfDevice(s.category); };
    const auto first = std::stable_partition(thread.slices.begin(), thread.slices.end(), is_host);
    for (auto it = first; it != thread.slices.end(); ++it) {
      // Without arguments the process and the thread are the device and the stream.
      Facts facts = slices_.facts_of(*it);
      const auto number = [&](StringId key) {
        return Value{builder_.strings()[key], true}.AsNumber().value_or(0);
      };
      if (facts.device != kUnknown && facts.stream != kUnknown) continue;
      if (facts.device == kUnknown) facts.device = number(slices_.processes[thread.process].key);
      if (facts.stream == kUnknown) facts.stream = number(thread.key);
      it->facts = slices_.AddFacts(facts);
    }
    device_slices_.insert(device_slices_.end(), first, thread.slices.end());
    thread.slices.erase(first, thread.slices.end());
  }
}

EventId TrackWriter::AddEvent(TrackId track, const Slice& slice, EventRow row) {
  row.begin = slice.begin;
  row.duration = slice.duration;
  row.args = slice.offset;
  if (slice.is_instant) row.kind = EventKind::kInstant;
  return builder_.AddEvent(track, row);
}

void TrackWriter::AddStep(const Slice& slice, int64_t number, EventRow& row) {
  row.step = builder_.Step(source_, number);
  StepRow& step = builder_.step(row.step);
  step.found_by = StepFoundBy::kRecorded;
  step.name = slice.name;
  step.begin = step.begin == kUnknown ? slice.begin : std::min(step.begin, slice.begin);
  step.end = step.end == kUnknown ? slice.end() : std::max(step.end, slice.end());
}

void TrackWriter::AddAllocation(const Slice& slice, const HostOps::Place* around) {
  const Facts facts = slices_.facts_of(slice);
  const bool on_host = facts.device_type == kHostType || facts.device_type == kUnknown;
  AllocationRow row;
  row.device = on_host ? Host() : Gpu(std::max<int64_t>(facts.device, 0));
  row.time = slice.begin;
  if (facts.address != kUnknown) row.address = static_cast<uint64_t>(facts.address);
  if (facts.bytes != kUnknown) row.delta = facts.bytes;
  row.total_allocated = facts.total_allocated;
  // The host's allocator has nothing reserved, and says 0.
  if (!on_host || facts.total_reserved != 0) row.total_reserved = facts.total_reserved;
  if (around != nullptr) row.op = around->framework;
  builder_.AddAllocation(row);
}

TrackRow TrackWriter::HostTrack(const Thread& thread) {
  const Process& process = slices_.processes[thread.process];
  const std::string_view process_name = builder_.strings()[process.name];
  const ProcessKind kind = KindOfProcess(process_name, has_all_streams_);
  TrackRow track;
  track.source = source_;
  track.kind = kind.track;
  track.role = kind.role;
  const std::string thread_name(builder_.strings()[thread.name.valid() ? thread.name : thread.key]);
  const std::string key(builder_.strings()[thread.key]);
  switch (kind.writer) {
    case ProcessKind::Writer::kAny:
      track.device = Host();
      track.name = builder_.Intern(thread_name == key ? fmt::format("thread {}", key)
                                                      : fmt::format("{} ({})", thread_name, key));
      break;
    case ProcessKind::Writer::kTensorFlow:
      track.device = Device(kind.device);
      track.name = builder_.Intern(fmt::format("{} {}", process_name, thread_name));
      break;
    case ProcessKind::Writer::kXSpace: {
      const xspace::PlaneKind plane = xspace::KindOfPlane(process_name);
      const xspace::LineKind line = xspace::KindOfLine(plane, thread_name);
      track.device = Device(process_name);
      builder_.device(track.device).kind = plane.device;
      builder_.device(track.device).ordinal = plane.ordinal;
      track.kind = line.kind;
      track.role = line.role;
      track.name = builder_.Intern(fmt::format("{} ({})", thread_name, key));
      break;
    }
  }
  if (thread.is_async) {
    track.kind = TrackKind::kMarker;
    track.role = TrackRole::kAsync;
  }
  track.sort_key = thread.sort_index == kUnknown ? 0 : thread.sort_index;
  return track;
}

void TrackWriter::WriteThread(uint32_t index) {
  Thread& thread = slices_.threads[index];
  if (thread.slices.empty()) return;
  SortSlices(thread.slices);
  const TrackId track = builder_.Track(HostTrack(thread));
  builder_.ReserveEvents(track, thread.slices.size());
  TrackRow span_row = builder_.track(track);
  CallStack stack;
  for (const Slice& slice : thread.slices) {
    const HostOps::Place* around = stack.At(slice.begin);
    if (slice.category == Category::kMemory) AddAllocation(slice, around);
    const Facts facts = slices_.facts_of(slice);
    const HostOps::Place place = ops_.Find(slice, facts, around);
    EventRow row;
    row.op = place.op;
    row.detail = facts.detail;
    if (slice.category == Category::kOther && facts.op_name.valid()) row.label = slice.name;
    const int64_t step = slice.category == Category::kAnnotation
                             ? StepOfAnnotation(builder_.strings()[slice.name])
                             : kUnknown;
    if (step != kUnknown) AddStep(slice, step, row);
    if (slice.category == Category::kSpan) {
      span_row.name = builder_.Intern("recording");
      span_row.kind = TrackKind::kMarker;
      span_row.role = TrackRole::kOverlay;
      AddEvent(builder_.Track(span_row), slice, row);
      continue;
    }
    const EventId event = AddEvent(track, slice, row);
    if (has_flow_end_[index]) placed_[index].push_back({slice.begin, slice.end(), event});
    if (!slice.is_instant) stack.Push(place);
    if (slice.category == Category::kRuntime && facts.correlation != kUnknown) {
      links_.AddCall(facts.correlation, event);
    }
    if (slice.category == Category::kOp && facts.external_id != kUnknown) {
      op_by_external_id_.try_emplace(facts.external_id, place.op);
    }
  }
  thread.slices = {};  // they are in the store, beside which they need not be
}

void TrackWriter::WriteDeviceSlices(std::vector<Slice>& slices) {
  SortSlices(slices);
  for (const Slice& slice : slices) {
    const Facts facts = slices_.facts_of(slice);
    TrackRow track;
    track.source = source_;
    track.device = Gpu(facts.device);
    track.sort_key = facts.stream;
    track.kind =
        slice.category == Category::kDeviceOverlay ? TrackKind::kMarker : TrackKind::kStream;
    std::string name = fmt::format("stream {}", facts.stream);
    if (slice.category == Category::kDeviceWait) {
      track.role = TrackRole::kAsync;
      name += " (waits)";
    } else if (slice.category == Category::kDeviceOverlay) {
      track.role = TrackRole::kOverlay;
      name += " (annotations)";
    }
    track.name = builder_.Intern(name);
    EventRow row;
    row.label = slice.name;
    row.detail = facts.detail;
    const EventId event = AddEvent(builder_.Track(track), slice, row);
    if (slice.category != Category::kDeviceWork || facts.correlation == kUnknown) continue;
    links_.AddWork(facts.correlation, event);
  }
}

// The slice that a flow's end is bound to: the innermost around it, or the next one.
EventId TrackWriter::Enclosing(const FlowEnd& end) const {
  const std::vector<Placed>& placed = placed_[end.thread];
  const auto after = std::upper_bound(placed.begin(), placed.end(), end.time,
                                      [](int64_t t, const Placed& p) { return t < p.begin; });
  if (!end.binds_enclosing) return after == placed.end() ? EventId() : after->event;
  constexpr int kMostLooks = 1000;  // a flow stands at or just behind its slice's begin
  int looks = 0;
  for (auto it = after; it != placed.begin() && looks < kMostLooks; ++looks) {
    --it;
    if (it->end >= end.time) return it->event;
  }
  return EventId();
}

void TrackWriter::WriteFlows() {
  for (auto& [key, ends] : slices_.flows) {
    const std::string_view category = builder_.strings()[key.first];
    const bool is_data =
        category == "fwdbwd" || category == "forward_backward" || category == "DataFlow";
    std::stable_sort(ends.begin(), ends.end(),
                     [](const FlowEnd& a, const FlowEnd& b) { return a.time < b.time; });
    EventId from;
    for (const FlowEnd& end : ends) {
      const EventId event = Enclosing(end);
      if (end.phase != 's' && from.valid() && event.valid()) {
        builder_.AddFlow({from, event, is_data ? FlowKind::kData : FlowKind::kAsync});
      } else if (end.phase != 's') {
        place_.report.Count(ImportProblem::kUnmatchedFlow, place_.path, end.offset, category);
      }
      if (end.phase != 'f') from = event;
    }
  }
}

void TrackWriter::WriteCounters() {
  absl::flat_hash_map<StringId, MetricId> metrics;
  for (const CounterValue& counter : slices_.counters) {
    auto [it, is_new] = metrics.try_emplace(counter.name);
    if (is_new) it->second = builder_.AddMetric({counter.name, StringId()});
    const std::string_view process = builder_.strings()[slices_.processes[counter.process].name];
    const ProcessKind kind = KindOfProcess(process, has_all_streams_);
    const DeviceId device =
        kind.writer == ProcessKind::Writer::kAny ? DeviceId() : Device(kind.device);
    builder_.AddCounter({it->second, source_, device, counter.time, counter.value});
  }
}

absl::Status TrackWriter::Write(RunContext& context) {
  for (const Process& process : slices_.processes) {
    has_all_streams_ = has_all_streams_ || HoldsAllStreams(builder_.strings()[process.name]);
  }
  JoinLostThreads();
  KeepSlicesOfDevices();
  placed_.resize(slices_.threads.size());
  has_flow_end_.resize(slices_.threads.size());
  for (const auto& [key, ends] : slices_.flows) {
    for (const FlowEnd& end : ends) has_flow_end_[end.thread] = true;
  }
  for (uint32_t i = 0; i < slices_.threads.size(); ++i) {
    PROFILER_RETURN_IF_ERROR(context.Check());
    WriteThread(i);
  }
  WriteDeviceSlices(device_slices_);
  device_slices_ = {};
  WriteFlows();
  WriteCounters();
  std::move(links_).Resolve(builder_, place_);
  return absl::OkStatus();
}

}  // namespace profiler::chrome_trace
