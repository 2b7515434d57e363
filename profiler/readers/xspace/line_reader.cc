#include "profiler/readers/xspace/line_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <string>

#include "profiler/base/status.h"

namespace profiler::xspace {
namespace {

using Role = PlaneKind::Role;

constexpr uint32_t kCheckEvery = 1 << 14;

// XEvent's fields.
constexpr uint32_t kMetadataId = VarintField(1);
constexpr uint32_t kOffset = VarintField(2);
constexpr uint32_t kDuration = VarintField(3);
constexpr uint32_t kStats = BytesField(4);
constexpr uint32_t kOccurrences = VarintField(5);

bool TellsOp(Stat stat) {
  return stat == Stat::kTfOp || stat == Stat::kHloOp || stat == Stat::kHloModule ||
         stat == Stat::kProgramId || stat == Stat::kName;
}

bool IsMoment(std::string_view name) {
  return name.starts_with("ThreadpoolListener::") || name == "MemoryAllocation" ||
         name == "MemoryDeallocation" || name.starts_with("end: ");
}

}  // namespace

absl::Status LineReader::Read(const Plane& plane, const PlaneKind& kind, DeviceId device,
                              const Line& line, RunContext& context) {
  State state{&plane, kind, KindOfLine(kind, line.name), device, TrackId(), 0, kUnknown, {}};
  TrackRow track;
  track.source = source_;
  track.device = device;
  track.kind = state.line.kind;
  track.role = state.line.role;
  const std::string_view name = line.display_name.empty() ? line.name : line.display_name;
  // Threads share names.
  const bool is_thread = track.kind == TrackKind::kThread;
  track.name = builder_.Intern(is_thread ? fmt::format("{} ({})", name, line.id) : name);
  track.sort_key = line.display_id != 0 ? line.display_id : line.id;
  state.track = builder_.Track(track);
  state.base_ns = line.timestamp_ns - zero_ns_;
  if (!state.line.is_known && line.events > 0) {
    place_.report.CountWhole(ImportProblem::kUnknownLane, place_.path, 1,
                             fmt::format("{} of {}", line.name, plane.name));
  }
  WireWalk walk(line.bytes);
  for (uint32_t count = 0; walk.Next();) {
    if (walk.number() != 4 || walk.type() != WireWalk::Type::kBytes) continue;
    if (++count % kCheckEvery == 0) PROFILER_RETURN_IF_ERROR(context.Check());
    if (walk.cut()) break;  // half an event has no end
    place_.Guard(walk.bytes(), false, line.name, [&] { ReadEvent(walk.bytes(), state); });
  }
  return absl::OkStatus();
}

LineReader::Event LineReader::Decode(std::string_view bytes, const Plane& plane) {
  Event event;
  event.bytes = bytes;
  stats_.Clear();
  stats_tell_op_ = false;
  protozero::pbf_reader message = Message(bytes);
  while (message.next()) {
    switch (static_cast<uint32_t>(message.tag_and_type())) {
      case kMetadataId:
        event.meta = message.get_int64();
        break;
      case kOffset:
        event.offset = message.get_int64();
        event.is_aggregate = false;
        break;
      case kDuration:
        event.duration = message.get_int64();
        break;
      case kOccurrences:
        event.occurrences = message.get_int64();
        event.is_aggregate = true;
        break;
      case kStats: {
        const DecodedStat stat = DecodeStat(Text(message), plane.stat_names, dangling_stats_);
        if (stat.stat == Stat::kOther) break;
        stats_.Set(stat.stat, stat.value);
        stats_tell_op_ = stats_tell_op_ || TellsOp(stat.stat);
        break;
      }
      default:
        message.skip();
    }
  }
  return event;
}

// False for times that no timeline holds.
bool LineReader::SetTimes(const Event& event, State& state, EventRow& row) {
  int64_t begin = 0, end = 0;
  bool fits = !__builtin_mul_overflow(state.base_ns, int64_t{1000}, &begin) &&
              !__builtin_add_overflow(begin, event.offset, &begin);
  row.begin = begin;
  row.duration = event.duration;
  int64_t device_begin = 0;
  if (state.kind.role == Role::kDevice && stats_[Stat::kDeviceOffset].AsNumber(device_begin)) {
    // One constant brings the device's clock to the file's.
    if (state.device_shift == kUnknown &&
        __builtin_sub_overflow(begin, device_begin, &state.device_shift)) {
      return false;
    }
    fits = fits && !__builtin_add_overflow(device_begin, state.device_shift, &row.begin);
    stats_[Stat::kDeviceDuration].AsNumber(row.duration);
  }
  return fits && row.duration >= 0 && !__builtin_add_overflow(row.begin, row.duration, &end);
}

EventOp LineReader::OpOf(const EventMeta& meta, const State& state) {
  const auto find = [&] {
    for (const auto& [stat, value] : meta.stats) {
      if (!stats_.Has(stat)) stats_.Set(stat, value);
    }
    return state.kind.role == Role::kHost ? ops_.OnHost(meta, stats_)
                                          : ops_.OnDevice(meta, stats_, state.line.holds_ops);
  };
  if (stats_tell_op_) return find();
  if (cache_.plane != state.plane || cache_.holds_ops != state.line.holds_ops) {
    cache_ = {state.plane, state.line.holds_ops, {}, {}};
    cache_.op.resize(state.plane->metas.size());
    cache_.known.resize(state.plane->metas.size());
  }
  const auto index = static_cast<size_t>(&meta - state.plane->metas.data());
  if (!cache_.known[index]) {
    cache_.op[index] = find();
    cache_.known[index] = 1;
  }
  return cache_.op[index];
}

void LineReader::ReadEvent(std::string_view bytes, State& state) {
  const Event event = Decode(bytes, *state.plane);
  static const EventMeta kNone;
  const EventMeta* meta = state.plane->FindMeta(event.meta);
  EventRow row;
  EventOp op;
  if (meta == nullptr) {
    ++unknown_names_;
    meta = &kNone;
    row.label = builder_.Intern(fmt::format("<unknown event {}>", event.meta));
  } else {
    op = OpOf(*meta, state);
    row.op = op.op;
    if (!op.has_own_name || !op.op.valid()) row.label = builder_.Intern(meta->name);
  }
  for (const Stat detail : {Stat::kKernelDetails, Stat::kMemcpyDetails}) {
    if (!stats_[detail].text.empty()) row.detail = builder_.Intern(stats_[detail].text);
  }
  row.args = static_cast<uint64_t>(bytes.data() - place_.file_begin);
  if (event.is_aggregate) return AddAggregate(event, row, state);
  if (!SetTimes(event, state, row)) {
    const bool negative = row.duration < 0;
    place_.Count(negative ? ImportProblem::kNegativeDuration : ImportProblem::kTimeOutOfRange,
                 bytes, meta->name);
    builder_.AddUnplaced(
        {row.op, StepId(), state.track, row.begin, row.duration,
         negative ? UnplacedReason::kNegativeDuration : UnplacedReason::kOutOfRange});
    return;
  }
  if (row.duration == 0 && IsMoment(meta->name)) row.kind = EventKind::kInstant;
  if (state.kind.role == Role::kHost) InPython(*meta, op.is_python, row, state);
  SetStep(*meta, state, row);
  const EventId id = builder_.AddEvent(state.track, row);
  Link(state, row, id);
  if (stats_.Has(Stat::kAllocationBytes)) AddAllocation(*meta, state, row);
}

// Follows the stack of Python calls of a thread, outermost first: an op that is made below one has
// its frame.
void LineReader::InPython(const EventMeta& meta, bool is_call, EventRow& row, State& state) {
  std::vector<Call>& calls = state.calls;
  while (!calls.empty() && calls.back().end <= row.begin) calls.pop_back();
  const FrameId above = calls.empty() ? FrameId() : calls.back().frame;
  if (is_call) {
    const FrameId frame = ops_.PythonFrame(meta.name, above);
    row.op = ops_.Python(meta.name, frame);
    row.label = StringId();
    calls.push_back({frame, row.begin + row.duration});
  } else if (above.valid() && row.op.valid() && !builder_.op(row.op).frame.valid()) {
    builder_.op(row.op).frame = above;
  }
}

void LineReader::Link(const State& state, const EventRow& row, EventId id) {
  int64_t number = 0, type = 0;
  if (stats_[Stat::kCorrelationId].AsNumber(number)) {
    if (state.kind.role == Role::kHost) {
      links_.AddCall(number, row.begin, id);
    } else if (state.kind.role == Role::kDevice && state.line.role == TrackRole::kExec) {
      links_.AddWork(number, row.begin, id);
    }
  }
  if (stats_[Stat::kProducerId].AsNumber(number) && stats_[Stat::kProducerType].AsNumber(type)) {
    links_.AddProducer(type, number, row.begin, id);
  }
  if (stats_[Stat::kConsumerId].AsNumber(number) && stats_[Stat::kConsumerType].AsNumber(type)) {
    links_.AddConsumer(type, number, row.begin, id);
  }
}

// What nests in a host's mark gets the mark's step when the profile is built.
void LineReader::SetStep(const EventMeta& meta, const State& state, EventRow& row) {
  int64_t number = kUnknown;
  if (state.line.holds_steps) {
    if (!stats_[Stat::kStepNum].AsNumber(number) && !stats_[Stat::kGroupId].AsNumber(number)) {
      number = kUnknown;
    }
    row.step = steps_.AddCoreStep(meta.name, row, number);
  } else if (state.kind.role == Role::kDevice) {
    row.step = steps_.OfCore(row.begin);
  } else if (stats_.Has(Stat::kIsRoot) && stats_[Stat::kStepNum].AsNumber(number)) {
    row.step = steps_.AddHostMark(meta.name, row, number);
  }
}

void LineReader::AddAllocation(const EventMeta& meta, const State& state, const EventRow& row) {
  const bool is_free = meta.name == "MemoryDeallocation";
  AllocationRow allocation;
  allocation.time = row.begin;
  allocation.allocator = builder_.Intern(stats_[Stat::kAllocatorName].text);
  allocation.device = state.device;
  int64_t number = 0;
  if (stats_[Stat::kAllocationBytes].AsNumber(number)) {
    allocation.delta = is_free ? -number : number;
  }
  if (stats_[Stat::kAddress].AsNumber(number)) allocation.address = static_cast<uint64_t>(number);
  if (stats_.Has(Stat::kTfOp)) allocation.op = ops_.Framework(stats_[Stat::kTfOp].text);
  if (allocation.address != 0) {
    if (is_free) {
      const auto it = live_.find(allocation.address);
      if (it != live_.end() && !allocation.op.valid()) allocation.op = it->second;
    } else {
      live_[allocation.address] = allocation.op;
    }
  }
  builder_.AddAllocation(allocation);
}

// A total without a place in time.
void LineReader::AddAggregate(const Event& event, const EventRow& row, const State& state) {
  place_.Count(ImportProblem::kAggregatedEvent, event.bytes);
  if (!row.op.valid()) return;
  ExecRow exec;
  exec.op = row.op;
  exec.device = state.device;
  exec.origin = Origin::kRecorded;
  exec.runs = event.occurrences;
  const bool on_host = state.kind.role == Role::kHost;
  (on_host ? exec.cpu_time : exec.accelerator_time) = event.duration;
  if (state.line.role == TrackRole::kExec) builder_.AddExec(exec);
}

void LineReader::Finish() {
  place_.report.CountWhole(ImportProblem::kDanglingString, place_.path, dangling_stats_,
                           "a stat of an event");
  place_.report.CountWhole(ImportProblem::kDanglingMetadata, place_.path, unknown_names_);
  std::move(links_).Resolve(builder_, place_);
}

}  // namespace profiler::xspace
