#include "profiler/readers/xspace/line_reader.h"

#include <fmt/format.h>

#include <string>
#include <utility>

namespace profiler::xspace {
namespace {

using Role = PlaneKind::Role;

constexpr std::string_view kIterator = "Iterator::";
constexpr std::string_view kNamesEagerOp = "EagerLocalExecute: ";
constexpr std::string_view kEagerCall = "EagerKernelExecute";
constexpr std::string_view kRunsKernel = "KernelAndDeviceFunc::Run";  // in a call of the above

// The stats that describe an event's op.
constexpr StatMask kDescribesOp = MaskOf(Stat::kHloCategory) | MaskOf(Stat::kFlops) |
                                  MaskOf(Stat::kBytesAccessed) | MaskOf(Stat::kSymbolId) |
                                  MaskOf(Stat::kSource);
constexpr StatMask kDetails = MaskOf(Stat::kKernelDetails) | MaskOf(Stat::kMemcpyDetails);
constexpr StatMask kLinks = MaskOf(Stat::kCorrelationId) | MaskOf(Stat::kProducerId) |
                            MaskOf(Stat::kConsumerId) | MaskOf(Stat::kExecutorStep);

bool IsMoment(std::string_view name) {
  return name.starts_with("ThreadpoolListener::") || name == "MemoryAllocation" ||
         name == "MemoryDeallocation" || name.starts_with("end: ");
}

// Whether TensorFlow's executor runs a graph in it.
bool RunsExecutor(std::string_view name) { return name == "FunctionRun" || name == "SessionRun"; }

// The op that Python has TensorFlow run by itself: "MatMul" of "EagerLocalExecute: MatMul". Empty
// for others, for functions, and for waits for a batch, which have events of their own.
std::string_view EagerOpOf(std::string_view name) {
  if (!name.starts_with(kNamesEagerOp)) return "";
  name.remove_prefix(kNamesEagerOp.size());
  return name.starts_with("__") || name.starts_with("IteratorGetNext") ? "" : name;
}

bool WaitsForBatch(std::string_view name) {
  return name.starts_with("IteratorGetNext") && name.ends_with("::DoCompute");
}

}  // namespace

void LineReader::Begin(const Plane& plane, const PlaneKind& kind, DeviceId device,
                       const Line& line) {
  EndLine();
  if (cache_.plane != &plane) {
    cache_ = PlaneCache();
    cache_.plane = &plane;
    cache_.texts.resize(plane.stat_names.small_ids());
    for (ToldOps& told : cache_.told_ops) told.last.resize(plane.stat_names.small_ids());
    calls_.BeginPlane();
  }
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
  // Threads may share a name.
  const bool is_thread = track.kind == TrackKind::kThread;
  track.name = builder_.Intern(is_thread ? fmt::format("{} ({})", name, line.id) : name);
  track.sort_key = line.display_id != 0 ? line.display_id : line.id;
  state.track = kind.role == Role::kHost ? ThreadOf(plane, line, track) : builder_.Track(track);
  // Most lines have wall clock times; some count from the start of the profile.
  const int64_t zero_ns = line.timestamp_ns >= kLeastWallClock ? zero_ns_ : 0;
  state.has_base = !__builtin_sub_overflow(line.timestamp_ns, zero_ns, &state.base_ns);
  if (!state.line.is_known && line.events > 0) {
    place_.report.CountWhole(ImportProblem::kUnknownLane, place_.path, 1,
                             fmt::format("{} of {}", line.name, plane.name));
  }
  calls_.BeginLine(state.track);
  builder_.ReserveEvents(state.track, static_cast<size_t>(line.events));
  links_.Expect(static_cast<size_t>(line.events));
  state.first_row = builder_.EventCount(state.track);
  cache_.shared[state.line.holds_ops].resize(plane.metas.size());
  state_ = state;
}

void LineReader::Add(const DecodedEvents& decoded) {
  const DecodedStat* stat = decoded.stats.data();
  for (const DecodedEvent& event : decoded.events) {
    stats_.Clear();
    for (const DecodedStat* const end = stat + event.stats; stat != end; ++stat) {
      stats_.Set(stat->stat, stat->value);
    }
    own_stats_ = stats_.set();
    AddEvent(event);
  }
  dangling_stats_ += decoded.dangling_stats;
  // Several parts of a line at a time, as waking a thread takes as long as many events.
  constexpr size_t kEnough = 8 << 10;
  if (batch_.rows.size() >= kEnough) HandBatch();
}

void LineReader::HandBatch() {
  state_.first_row = NextRow();
  batch_.track = state_.track;
  adder_.Hand(batch_);
  batch_.rows.clear();
  batch_.links.Clear();
}

void LineReader::AddBatch(const Batch& batch) {
  builder_.AddEvents(batch.track, batch.rows);
  links_.Add(batch.links, builder_);
}

void LineReader::EndLine() {
  if (!batch_.rows.empty()) HandBatch();
  adder_.Wait();
  steps_.TakeRoots();
  calls_.EndLine();
}

// Several recorders may have seen one thread, each on its own plane.
TrackId LineReader::ThreadOf(const Plane& plane, const Line& line, const TrackRow& row) {
  const auto [it, is_new] = threads_.try_emplace(line.id, Thread{&plane, TrackId()});
  if (!is_new && it->second.plane != &plane) return it->second.track;
  const TrackId track = builder_.Track(row);
  if (is_new) it->second.track = track;
  return track;
}

// False for times out of range.
bool LineReader::SetTimes(const DecodedEvent& event, EventRow& row) {
  int64_t begin = 0, end = 0;
  bool fits = state_.has_base && !__builtin_mul_overflow(state_.base_ns, int64_t{1000}, &begin) &&
              !__builtin_add_overflow(begin, event.offset, &begin);
  row.begin = begin;
  row.duration = event.duration;
  int64_t device_begin = 0;
  if (state_.kind.role == Role::kDevice && stats_[Stat::kDeviceOffset].AsNumber(device_begin)) {
    // One constant converts the device's clock to the file's.
    if (state_.device_shift == kUnknown) {
      int64_t shift = 0;
      if (!fits || __builtin_sub_overflow(begin, device_begin, &shift)) return false;
      state_.device_shift = shift;
    }
    fits = fits && !__builtin_add_overflow(device_begin, state_.device_shift, &row.begin);
    stats_[Stat::kDeviceDuration].AsNumber(row.duration);
  }
  return fits && row.duration >= 0 && !__builtin_add_overflow(row.begin, row.duration, &end);
}

LineReader::Shared& LineReader::SharedOf(uint32_t meta) {
  Shared& shared = cache_.shared[state_.line.holds_ops][meta];
  if (!shared.has_label) {
    const std::string_view name = state_.plane->metas[meta].name;
    shared.label = builder_.Intern(name);
    shared.has_label = true;
    shared.is_moment = IsMoment(name);
    shared.is_eager_call = name == kEagerCall;
    shared.runs_eager_kernel = shared.is_eager_call || name == kRunsKernel;
    shared.calls_eagerly = name.starts_with(kNamesEagerOp);
    shared.eager_op = EagerOpOf(name);
    shared.is_iterator = name.starts_with(kIterator);
    shared.is_program_call = ProgramRuns::IsCall(name);
    shared.calls_run_of_id = ProgramRuns::IsCallWithId(name);
    shared.runs_executor = RunsExecutor(name);
    shared.waits_for_batch = WaitsForBatch(name);
  }
  return shared;
}

// The metadata's stats apply unless an event has its own.
void LineReader::TakeSharedStats(const EventMeta& meta) {
  for (const auto& [stat, value] : meta.stats) {
    if ((own_stats_ & MaskOf(stat)) == 0) stats_.Set(stat, value);
  }
}

EventOp LineReader::FindOp(const EventMeta& meta) {
  TakeSharedStats(meta);
  return state_.kind.role == Role::kHost ? ops_.OnHost(meta, stats_)
                                         : ops_.OnDevice(meta, stats_, state_.line.holds_ops);
}

EventOp LineReader::OpOf(const DecodedEvent& event, Shared& shared) {
  const EventMeta& meta = state_.plane->metas[event.meta];
  if ((own_stats_ & kTellsOp) != 0) {
    const bool is_told_once = event.texts_are_shared && (own_stats_ & kDescribesOp) == 0;
    return is_told_once ? ToldOp(event) : FindOp(meta);
  }
  if (!shared.has_op) {
    shared.op = FindOp(meta);
    shared.has_op = true;
  }
  return shared.op;
}

// The op that an event's own stats identify, by texts of the plane's table: equal texts have one
// address.
EventOp LineReader::ToldOp(const DecodedEvent& event) {
  const EventMeta& meta = state_.plane->metas[event.meta];
  ToldOps& told = cache_.told_ops[state_.line.holds_ops];
  const auto text = [&](Stat stat) { return stats_[stat].text.data(); };
  if ((own_stats_ & kTellsOp) == MaskOf(Stat::kTfOp)) return ToldByTfOp(meta, event.meta, told);
  int64_t program = kUnknown;
  stats_[Stat::kProgramId].AsNumber(program);
  const auto [it, is_new] =
      told.by_all.try_emplace({event.meta, text(Stat::kTfOp), text(Stat::kHloOp),
                               text(Stat::kHloModule), text(Stat::kName), program});
  if (is_new) it->second = FindOp(meta);
  return it->second;
}

// `at` is the place of `meta` in the plane.
EventOp LineReader::ToldByTfOp(const EventMeta& meta, uint32_t at, ToldOps& told) {
  const StatValue& tf_op = stats_[Stat::kTfOp];
  const bool is_small = tf_op.shared_id < told.last.size();
  if (is_small && told.last[tf_op.shared_id].meta == at) return told.last[tf_op.shared_id].op;
  const auto [it, is_new] = told.by_tf_op.try_emplace({at, tf_op.text.data()});
  if (is_new) it->second = FindOp(meta);
  const EventOp op = it->second;
  if (is_small) told.last[tf_op.shared_id] = {at, op};
  return op;
}

// Interns a non-empty text; one of the plane's table only once.
StringId LineReader::TextOf(const StatValue& value) {
  const bool is_known = value.is_shared && value.shared_id < cache_.texts.size();
  if (!is_known) return builder_.Intern(value.text);
  StringId& text = cache_.texts[value.shared_id];
  if (!text.valid()) text = builder_.Intern(value.text);
  return text;
}

void LineReader::AddEvent(const DecodedEvent& event) {
  if (event.is_damaged) {
    place_.Count(ImportProblem::kMalformedField, event.bytes, state_.name);
    return;
  }
  static const EventMeta kNone;
  const EventMeta* meta = &kNone;
  EventRow row;
  EventOp op;
  Shared unknown;
  Shared* shared = &unknown;
  if (event.meta == Plane::kNoMeta) {
    ++unknown_names_;
    row.label = builder_.Intern(fmt::format("<unknown event {}>", event.meta_id));
  } else {
    meta = &state_.plane->metas[event.meta];
    shared = &SharedOf(event.meta);
    op = OpOf(event, *shared);
    if ((meta->has & ~(kTellsOp | kDescribesOp)) != 0) TakeSharedStats(*meta);
    row.op = op.op;
    if (!op.has_own_name || !op.op.valid()) row.label = shared->label;
  }
  if (stats_.HasAny(kDetails)) {
    for (const Stat detail : {Stat::kKernelDetails, Stat::kMemcpyDetails}) {
      if (!stats_[detail].text.empty()) row.detail = TextOf(stats_[detail]);
    }
  }
  if (shared->is_iterator) row.detail = IteratorDetail();
  if (stats_.Has(Stat::kTracingCount)) row.detail = TracingDetail();
  row.args = static_cast<uint64_t>(event.bytes.data() - place_.file_begin);
  if (event.is_aggregate) return AddAggregate(event, row);
  if (!SetTimes(event, row)) {
    const bool negative = row.duration < 0;
    place_.Count(negative ? ImportProblem::kNegativeDuration : ImportProblem::kTimeOutOfRange,
                 event.bytes, meta->name);
    // An event without a time cannot be linked to its launch.
    if (!row.op.valid()) row.op = ops_.Runtime(builder_.strings()[row.label]);
    builder_.AddUnplaced(
        {row.op, StepId(), state_.track, row.begin, row.duration,
         negative ? UnplacedReason::kNegativeDuration : UnplacedReason::kOutOfRange});
    return;
  }
  if (row.duration == 0 && shared->is_moment) row.kind = EventKind::kInstant;
  if (state_.kind.role == Role::kHost) {
    if (op.is_python) {
      calls_.AddPython(NextRow(), *meta);
      row.label = StringId();  // the event gets the op's name later
    }
    NoteEager(row, *shared);
    NoteRun(row, *shared);
  }
  SetStep(*meta, row);
  if (stats_.HasAny(kLinks)) Link(*shared);
  if (stats_.Has(Stat::kAllocationBytes)) AddAllocation(*meta, row);
  batch_.rows.push_back(row);
}

void LineReader::Finish() {
  EndLine();
  place_.report.CountWhole(ImportProblem::kDanglingString, place_.path, dangling_stats_,
                           "a stat of an event");
  place_.report.CountWhole(ImportProblem::kDanglingMetadata, place_.path, unknown_names_);
  std::move(links_).Resolve(builder_, place_);
  std::move(runs_).Link(builder_);
  steps_.TakeNumbered();
}

}  // namespace profiler::xspace
