#include "profiler/readers/xspace/line_reader.h"

#include <fmt/format.h>

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

constexpr std::string_view kIterator = "Iterator::";
constexpr std::string_view kEagerCall = "EagerKernelExecute";

// What tells which op an event runs, and what describes that op.
constexpr StatMask kTellsOp = MaskOf(Stat::kTfOp) | MaskOf(Stat::kHloOp) |
                              MaskOf(Stat::kHloModule) | MaskOf(Stat::kProgramId) |
                              MaskOf(Stat::kName);
constexpr StatMask kDescribesOp = MaskOf(Stat::kHloCategory) | MaskOf(Stat::kFlops) |
                                  MaskOf(Stat::kBytesAccessed) | MaskOf(Stat::kSymbolId) |
                                  MaskOf(Stat::kSource);
constexpr StatMask kDetails = MaskOf(Stat::kKernelDetails) | MaskOf(Stat::kMemcpyDetails);
constexpr StatMask kLinks =
    MaskOf(Stat::kCorrelationId) | MaskOf(Stat::kProducerId) | MaskOf(Stat::kConsumerId);

bool IsMoment(std::string_view name) {
  return name.starts_with("ThreadpoolListener::") || name == "MemoryAllocation" ||
         name == "MemoryDeallocation" || name.starts_with("end: ");
}

}  // namespace

absl::Status LineReader::Read(const Plane& plane, const PlaneKind& kind, DeviceId device,
                              const Line& line, RunContext& context) {
  State state;
  state.plane = &plane;
  state.kind = kind;
  state.line = KindOfLine(kind, line.name);
  state.device = device;
  state.name = line.name;
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
  state.track = kind.role == Role::kHost ? ThreadOf(plane, line, track) : builder_.Track(track);
  // Beside lines of the wall clock one may count from the beginning.
  const int64_t zero_ns = line.timestamp_ns >= kLeastWallClock ? zero_ns_ : 0;
  state.has_base = !__builtin_sub_overflow(line.timestamp_ns, zero_ns, &state.base_ns);
  if (!state.line.is_known && line.events > 0) {
    place_.report.CountWhole(ImportProblem::kUnknownLane, place_.path, 1,
                             fmt::format("{} of {}", line.name, plane.name));
  }
  builder_.ReserveEvents(state.track, static_cast<size_t>(line.events));
  WireWalk walk(line.bytes);
  for (uint32_t count = 0; walk.Next();) {
    if (walk.number() != 4 || walk.type() != WireWalk::Type::kBytes) continue;
    if (++count % kCheckEvery == 0) PROFILER_RETURN_IF_ERROR(context.Check());
    if (walk.cut()) break;  // half an event has no end
    ReadEvent(walk.bytes(), state);
  }
  return absl::OkStatus();
}

// Several recorders may have seen one thread, each on a plane of its own.
TrackId LineReader::ThreadOf(const Plane& plane, const Line& line, const TrackRow& row) {
  const auto [it, is_new] = threads_.try_emplace(line.id, Thread{&plane, TrackId()});
  if (!is_new && it->second.plane != &plane) return it->second.track;
  const TrackId track = builder_.Track(row);
  if (is_new) it->second.track = track;
  return track;
}

// False for bytes that are damaged.
bool LineReader::Decode(std::string_view bytes, const Plane& plane, Event& event) {
  event.bytes = bytes;
  stats_.Clear();
  texts_are_shared_ = true;
  WireWalk walk(bytes);
  while (walk.Next()) {
    switch (walk.tag()) {
      case kMetadataId:
        event.meta = walk.int64();
        break;
      case kOffset:
        event.offset = walk.int64();
        event.is_aggregate = false;
        break;
      case kDuration:
        event.duration = walk.int64();
        break;
      case kOccurrences:
        event.occurrences = walk.int64();
        event.is_aggregate = true;
        break;
      case kStats: {
        DecodedStat stat;
        if (!DecodeStat(walk.bytes(), plane.stat_names, dangling_stats_, stat)) return false;
        if (stat.stat == Stat::kOther) break;
        stats_.Set(stat.stat, stat.value);
        if ((MaskOf(stat.stat) & kTellsOp) != 0 && stat.stat != Stat::kProgramId) {
          texts_are_shared_ = texts_are_shared_ && stat.value.is_shared;
        }
        break;
      }
      default:
        break;
    }
  }
  own_stats_ = stats_.set();
  return walk.stop() == WireWalk::Stop::kEnd;
}

// False for times that no timeline holds.
bool LineReader::SetTimes(const Event& event, State& state, EventRow& row) {
  int64_t begin = 0, end = 0;
  bool fits = state.has_base && !__builtin_mul_overflow(state.base_ns, int64_t{1000}, &begin) &&
              !__builtin_add_overflow(begin, event.offset, &begin);
  row.begin = begin;
  row.duration = event.duration;
  int64_t device_begin = 0;
  if (state.kind.role == Role::kDevice && stats_[Stat::kDeviceOffset].AsNumber(device_begin)) {
    // One constant brings the device's clock to the file's.
    if (state.device_shift == kUnknown) {
      int64_t shift = 0;
      if (!fits || __builtin_sub_overflow(begin, device_begin, &shift)) return false;
      state.device_shift = shift;
    }
    fits = fits && !__builtin_add_overflow(device_begin, state.device_shift, &row.begin);
    stats_[Stat::kDeviceDuration].AsNumber(row.duration);
  }
  return fits && row.duration >= 0 && !__builtin_add_overflow(row.begin, row.duration, &end);
}

LineReader::Shared& LineReader::SharedOf(const EventMeta& meta, const State& state) {
  if (cache_.plane != state.plane) {
    cache_ = PlaneCache();
    cache_.plane = state.plane;
  }
  std::vector<Shared>& all = cache_.shared[state.line.holds_ops];
  if (all.empty()) all.resize(state.plane->metas.size());
  Shared& shared = all[static_cast<size_t>(&meta - state.plane->metas.data())];
  if (!shared.has_label) {
    shared.label = builder_.Intern(meta.name);
    shared.has_label = true;
    shared.is_moment = IsMoment(meta.name);
    shared.is_eager_call = meta.name == kEagerCall;
    shared.is_iterator = meta.name.starts_with(kIterator);
  }
  return shared;
}

// The metadata's stats hold where an event has none of its own.
void LineReader::TakeSharedStats(const EventMeta& meta) {
  for (const auto& [stat, value] : meta.stats) {
    if ((own_stats_ & MaskOf(stat)) == 0) stats_.Set(stat, value);
  }
}

EventOp LineReader::FindOp(const EventMeta& meta, const State& state) {
  TakeSharedStats(meta);
  return state.kind.role == Role::kHost ? ops_.OnHost(meta, stats_)
                                        : ops_.OnDevice(meta, stats_, state.line.holds_ops);
}

EventOp LineReader::OpOf(const EventMeta& meta, Shared& shared, const State& state) {
  if ((own_stats_ & kTellsOp) == 0) {
    if (!shared.has_op) {
      shared.op = FindOp(meta, state);
      shared.has_op = true;
    }
    return shared.op;
  }
  if (!texts_are_shared_ || (own_stats_ & kDescribesOp) != 0) return FindOp(meta, state);
  const auto text = [&](Stat stat) { return stats_[stat].text.data(); };
  int64_t program = kUnknown;
  stats_[Stat::kProgramId].AsNumber(program);
  const auto [it, is_new] = cache_.told_ops.try_emplace(
      {&meta, state.line.holds_ops, text(Stat::kTfOp), text(Stat::kHloOp), text(Stat::kHloModule),
       text(Stat::kName), program});
  if (is_new) it->second = FindOp(meta, state);
  return it->second;
}

// Interns a text; one of the plane's table once.
StringId LineReader::TextOf(const StatValue& value) {
  if (!value.is_shared) return builder_.Intern(value.text);
  const auto [it, is_new] =
      cache_.texts.try_emplace({value.text.data(), value.text.size()}, StringId());
  if (is_new) it->second = builder_.Intern(value.text);
  return it->second;
}

void LineReader::ReadEvent(std::string_view bytes, State& state) {
  Event event;
  if (!Decode(bytes, *state.plane, event)) {
    place_.Count(ImportProblem::kMalformedField, bytes, state.name);
    return;
  }
  static const EventMeta kNone;
  const EventMeta* meta = state.plane->FindMeta(event.meta);
  EventRow row;
  EventOp op;
  Shared unknown;
  Shared* shared = &unknown;
  if (meta == nullptr) {
    ++unknown_names_;
    meta = &kNone;
    row.label = builder_.Intern(fmt::format("<unknown event {}>", event.meta));
  } else {
    shared = &SharedOf(*meta, state);
    op = OpOf(*meta, *shared, state);
    if ((meta->has & ~(kTellsOp | kDescribesOp)) != 0) TakeSharedStats(*meta);
    row.op = op.op;
    if (!op.has_own_name || !op.op.valid()) row.label = shared->label;
  }
  if (stats_.HasAny(kDetails)) {
    for (const Stat detail : {Stat::kKernelDetails, Stat::kMemcpyDetails}) {
      if (!stats_[detail].text.empty()) row.detail = TextOf(stats_[detail]);
    }
  }
  row.args = static_cast<uint64_t>(bytes.data() - place_.file_begin);
  if (event.is_aggregate) return AddAggregate(event, row, state);
  if (!SetTimes(event, state, row)) {
    const bool negative = row.duration < 0;
    place_.Count(negative ? ImportProblem::kNegativeDuration : ImportProblem::kTimeOutOfRange,
                 bytes, meta->name);
    // Without a time nothing can tell what launched it.
    if (!row.op.valid()) row.op = ops_.Runtime(builder_.strings()[row.label]);
    builder_.AddUnplaced(
        {row.op, StepId(), state.track, row.begin, row.duration,
         negative ? UnplacedReason::kNegativeDuration : UnplacedReason::kOutOfRange});
    return;
  }
  if (row.duration == 0 && shared->is_moment) row.kind = EventKind::kInstant;
  if (state.kind.role == Role::kHost) {
    InPython(*meta, op.is_python, row, state);
    NoteEager(row, *shared, state);
  }
  SetStep(*meta, state, row);
  const EventId id = builder_.AddEvent(state.track, row);
  if (stats_.HasAny(kLinks)) Link(state, id);
  if (stats_.Has(Stat::kAllocationBytes)) AddAllocation(*meta, state, row);
}

void LineReader::Finish() {
  place_.report.CountWhole(ImportProblem::kDanglingString, place_.path, dangling_stats_,
                           "a stat of an event");
  place_.report.CountWhole(ImportProblem::kDanglingMetadata, place_.path, unknown_names_);
  std::move(links_).Resolve(builder_, place_);
}

}  // namespace profiler::xspace
