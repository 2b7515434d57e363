#include "profiler/readers/chrome_trace/track_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "profiler/base/output_text.h"
#include "profiler/base/status.h"
#include "profiler/readers/chrome_trace/counter_writer.h"
#include "profiler/readers/chrome_trace/node_numbers.h"
#include "profiler/readers/common/line_kinds.h"
#include "profiler/readers/trace_events/categories.h"

namespace profiler::chrome_trace {
namespace {

// Kineto's number for the host as a kind of device.
constexpr int64_t kHostType = 0;

// Threads may share a name, so the id is appended; Kineto's names end with the id already.
std::string ThreadName(const std::string& name, const std::string& key) {
  if (name == key) return fmt::format("thread {}", key);
  if (name.starts_with(fmt::format("thread {} (", key))) return name;
  return fmt::format("{} ({})", name, key);
}

}  // namespace

// Kineto writes Python's calls under process and thread 0 if it lost their ids. These calls are
// added to the thread that ran most ops, unless that thread has Python calls of its own.
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
  const auto is_python = [](const Slice& s) { return s.category == Category::kPython; };
  if (lost == nullptr || busiest == nullptr || ops(*lost) > 0) return;
  if (std::any_of(busiest->slices.begin(), busiest->slices.end(), is_python)) return;
  std::copy_if(lost->slices.begin(), lost->slices.end(), std::back_inserter(busiest->slices),
               is_python);
  std::erase_if(lost->slices, is_python);
}

// Kineto writes the calls that ran when the recording began under thread 0 of their process, for
// all threads but those that run ops, and what they call under the threads themselves: their time
// is there, too.
void TrackWriter::FindBegunCalls() {
  const auto is_python = [](const Slice& s) { return s.category == Category::kPython; };
  const auto is_zero = [&](const Thread& thread) {
    return builder_.strings()[thread.key] == "0" &&
           std::all_of(thread.slices.begin(), thread.slices.end(), is_python);
  };
  const std::vector<Thread>& threads = slices_.threads;
  holds_begun_calls_.resize(threads.size());
  // Most files have none: then no other thread needs a look.
  if (std::none_of(threads.begin(), threads.end(), is_zero)) return;
  std::set<uint32_t> with_calls;  // processes
  for (const Thread& thread : threads) {
    const bool calls = std::any_of(thread.slices.begin(), thread.slices.end(), is_python);
    if (calls && !is_zero(thread)) with_calls.insert(thread.process);
  }
  for (size_t i = 0; i < threads.size(); ++i) {
    const bool holds = is_zero(threads[i]) && with_calls.contains(threads[i].process);
    holds_begun_calls_[i] = holds ? 1 : 0;
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
  step.listed = true;
  step.name = slice.name;
  step.begin = step.begin == kUnknown ? slice.begin : std::min(step.begin, slice.begin);
  step.end = step.end == kUnknown ? slice.end() : std::max(step.end, slice.end());
}

void TrackWriter::AddAllocation(const Slice& slice, const HostOps::Place* around) {
  const Facts facts = slices_.facts_of(slice);
  const bool on_host = facts.device_type == kHostType || facts.device_type == kUnknown;
  AllocationRow row;
  row.device = on_host ? devices_.Host() : devices_.Gpu(std::max<int64_t>(facts.device, 0));
  row.source = source_;
  row.time = slice.begin;
  if (facts.address != kUnknown) row.address = static_cast<uint64_t>(facts.address);
  if (facts.bytes != kUnknown) row.delta = facts.bytes;
  row.total_allocated = facts.total_allocated;
  // The host's allocator reserves nothing, and writes 0.
  if (!on_host || facts.total_reserved != 0) row.total_reserved = facts.total_reserved;
  if (around != nullptr) row.op = around->framework;
  builder_.AddAllocation(row);
}

TrackWriter::Lanes TrackWriter::LanesOf(uint32_t index) {
  const Thread& thread = slices_.threads[index];
  const Process& process = slices_.processes[thread.process];
  const std::string_view process_name = builder_.strings()[process.name];
  const ProcessKind kind = KindOfProcess(process_name, has_all_streams_);
  Lanes lanes;
  TrackRow& track = lanes.row;
  track.source = source_;
  track.kind = kind.track;
  track.role = kind.role;
  const std::string thread_name(builder_.strings()[thread.name.valid() ? thread.name : thread.key]);
  const std::string key(builder_.strings()[thread.key]);
  switch (kind.writer) {
    case ProcessKind::Writer::kAny:
      track.device = devices_.Host();
      track.name = builder_.Intern(ThreadName(thread_name, key));
      break;
    case ProcessKind::Writer::kTensorFlow:
    case ProcessKind::Writer::kTotals:
      track.device = devices_.Named(kind.device);
      track.name = builder_.Intern(fmt::format("{} {}", ShortName(process_name), thread_name));
      break;
    case ProcessKind::Writer::kXSpace: {
      const xspace::PlaneKind plane = xspace::KindOfPlane(kind.plane);
      const xspace::LineKind line = xspace::KindOfLine(plane, thread_name);
      track.device = devices_.OfPlane(kind);
      track.kind = line.kind;
      track.role = line.role;
      track.name = builder_.Intern(fmt::format("{} ({})", thread_name, key));
      lanes.holds_steps = line.holds_steps || thread_name == "Steps";
      lanes.names_frames = plane.role == xspace::PlaneKind::Role::kHost;
      break;
    }
  }
  if (kind.writer == ProcessKind::Writer::kTotals) {
    place_.report.CountWhole(ImportProblem::kSyntheticTimes, place_.path,
                             static_cast<int64_t>(thread.slices.size()), process_name);
  }
  if (holds_begun_calls_[index] != 0) track.role = TrackRole::kOverlay;
  if (thread.is_async) {
    track.kind = TrackKind::kMarker;
    track.role = TrackRole::kAsync;
  }
  track.sort_key = thread.sort_index == kUnknown ? 0 : thread.sort_index;
  lanes.main = builder_.Track(track);
  if (track.kind == TrackKind::kThread) lanes.overlaps = FindOverlaps(thread.slices);
  return lanes;
}

// Adds a slice that is not work of the thread.
void TrackWriter::AddMark(const Lanes& lanes, const std::string& lane, const Slice& slice,
                          const EventRow& row) {
  TrackRow track = lanes.row;
  track.name = builder_.Intern(lane);
  track.kind = TrackKind::kMarker;
  track.role = TrackRole::kOverlay;
  AddEvent(builder_.Track(track), slice, row);
}

void TrackWriter::AddToLaunches(const Slice& slice, const Facts& facts, const HostOps::Place& place,
                                EventId event) {
  if (slice.category == Category::kRuntime && facts.correlation != kUnknown) {
    launches_.AddCall(facts.correlation, event, place.framework.valid());
  } else if (slice.category == Category::kOp && facts.external_id != kUnknown) {
    launches_.AddOp(facts.external_id, slice.begin, place.op);
  }
}

int64_t TrackWriter::StepOf(const Lanes& lanes, const Slice& slice, const Facts& facts) const {
  if (lanes.holds_steps)
    return Value{builder_.strings()[slice.name], true}.AsNumber().value_or(facts.step);
  if (slice.category != Category::kAnnotation) return facts.step;
  return StepOfAnnotation(builder_.strings()[slice.name]);
}

// Returns the lane of slices that describe the recording itself or that xprof derived from other
// events, and "" for all other slices.
std::string TrackWriter::MarkLane(const Lanes& lanes, const Slice& slice) const {
  const std::string_view name = builder_.strings()[slice.name];
  if (slice.category == Category::kSpan || (slice.is_instant && IsRecordingMark(name))) {
    return "recording";
  }
  if (!lanes.names_frames || name != "ThreadpoolListener::Region") return "";
  return fmt::format("{} (regions)", builder_.strings()[lanes.row.name]);
}

void TrackWriter::WriteThread(uint32_t index, const BackwardModules& backward) {
  Thread& thread = slices_.threads[index];
  if (thread.slices.empty()) return;
  const Lanes lanes = LanesOf(index);
  builder_.ReserveEvents(lanes.main, thread.slices.size());
  CallStack stack;
  NodeNumbers nodes;
  for (size_t i = 0; i < thread.slices.size(); ++i) {
    Slice& slice = thread.slices[i];
    if (lanes.names_frames && builder_.strings()[slice.name].starts_with('$')) {
      slice.category = Category::kPython;
    }
    const Facts facts = slices_.facts_of(slice);
    if (slice.category == Category::kOp) nodes.Add(facts);
    const bool overlaps = !lanes.overlaps.empty() && lanes.overlaps[i] != 0;
    HostOps::Place* around = slice.is_instant ? stack.At(slice.begin)
                             : overlaps       ? nullptr
                                              : stack.Around(slice.begin, slice.end());
    if (slice.category == Category::kMemory) AddAllocation(slice, around);
    const StringId forward =
        slice.category == Category::kOp ? backward.Of(index, slice) : StringId();
    const HostOps::Place place = ops_.Find(slice, facts, around, forward);
    EventRow row;
    row.op = place.op;
    row.detail = facts.detail;
    if (slice.category == Category::kOther && facts.op_name.valid()) row.label = slice.name;
    const int64_t step = StepOf(lanes, slice, facts);
    if (step != kUnknown) AddStep(slice, step, row);
    const std::string lane = MarkLane(lanes, slice);
    if (!lane.empty()) {
      AddMark(lanes, lane, slice, row);
      continue;
    }
    if (overlaps) {
      place_.report.Count(ImportProblem::kOverlappingEvent, place_.path, slice.offset,
                          builder_.strings()[slice.name]);
    }
    const EventId event = AddEvent(lanes.main, slice, row);
    flows_.AddPlaced(index, slice, event);
    if (!slice.is_instant && !overlaps) stack.Push(place);
    AddToLaunches(slice, facts, place, event);
  }
  nodes.AddTo(builder_.source(source_));
  thread.slices = {};  // they are in the store now
}

// Other recorders' profiles can be written as a trace.
void TrackWriter::SetRecorder(ProcessKind::Writer writer) {
  if (writer == ProcessKind::Writer::kAny) return;
  const bool is_xprof = writer == ProcessKind::Writer::kXSpace;
  builder_.source(source_).recorder = is_xprof ? Recorder::kXprof : Recorder::kSession;
}

absl::Status TrackWriter::Write(const std::vector<int64_t>& gpus, RunContext& context) {
  for (const Process& process : slices_.processes) {
    const std::string_view name = builder_.strings()[process.name];
    has_all_streams_ = has_all_streams_ || HoldsAllStreams(name);
    const ProcessKind kind = KindOfProcess(name, false);
    if (kind.writer == ProcessKind::Writer::kTensorFlow) devices_.AddFullName(kind.device);
    SetRecorder(kind.writer);
  }
  JoinLostThreads();
  FindBegunCalls();
  device_tracks_.TakeSlices();
  device_tracks_.FindOrdinals(gpus);
  for (Thread& thread : slices_.threads) {
    PROFILER_RETURN_IF_ERROR(context.Check());
    SortSlices(thread.slices);
  }
  SortFlows(slices_);
  const BackwardModules backward(slices_, ops_, builder_);
  for (uint32_t i = 0; i < slices_.threads.size(); ++i) {
    PROFILER_RETURN_IF_ERROR(context.Check());
    WriteThread(i, backward);
  }
  device_tracks_.Write(launches_);
  flows_.Write(device_tracks_);
  CounterWriter(source_, has_all_streams_, devices_, builder_).Write(slices_);
  launches_.Resolve(builder_, place_);
  device_tracks_.CountUnlinked(place_);
  builder_.InferSteps(source_);
  return absl::OkStatus();
}

}  // namespace profiler::chrome_trace
