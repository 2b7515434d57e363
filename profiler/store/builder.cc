#include "profiler/store/builder.h"

#include <algorithm>

#include "profiler/store/derive/derive.h"
#include "profiler/store/device_name.h"

namespace profiler {
namespace {

// The value of a row's member as its column stores it.
template <typename T, typename Member>
T CellOf(const std::vector<T>&, const Member& value) {
  return static_cast<T>(value);
}

// Fills an optional column for the earlier rows when the first row has a value.
template <typename T>
void PushOptional(std::vector<T>& column, size_t room, size_t rows_before, const T& value,
                  const T& absent) {
  if (column.empty() && value == absent) return;
  if (column.empty()) column.reserve(room);
  if (column.size() < rows_before) column.resize(rows_before, absent);
  column.push_back(value);
}

// Appends a member of many rows to a column.
template <typename T, typename Row, typename Value>
void Append(std::vector<T>& column, const std::vector<Row>& rows, const Value& value) {
  const size_t before = column.size();
  column.resize(before + rows.size());
  T* to = column.data() + before;
  for (const Row& row : rows) *to++ = static_cast<T>(value(row));
}
template <typename T, typename Row, typename Value>
void AppendOptional(std::vector<T>& column, size_t room, size_t rows_before,
                    const std::vector<Row>& rows, const Value& value, const T& absent) {
  if (column.empty()) {
    const auto is_absent = [&](const Row& row) { return static_cast<T>(value(row)) == absent; };
    if (std::all_of(rows.begin(), rows.end(), is_absent)) return;
    column.reserve(room);
    column.resize(rows_before, absent);
  }
  Append(column, rows, value);
}

}  // namespace

void ProfileBuilder::ShareEpoch(int64_t epoch_ns) {
  shared_epoch_ns_ = epoch_ns;
  for (uint32_t i = 0; i < source_count(); ++i) source(SourceId(i)).epoch_ns = epoch_ns;
}

DeviceId ProfileBuilder::Device(std::string_view name) {
  const StringId id = Intern(name);
  auto [it, is_new] = device_index_.try_emplace(id);
  if (is_new) {
    const DeviceName parsed = ParseDeviceName(name);
    DeviceRow row;
    row.name = id;
    row.canonical_name = Intern(parsed.canonical);
    row.kind = parsed.kind;
    row.ordinal = parsed.ordinal;
    row.host = Intern(parsed.host);
    it->second = Add<DeviceId>(profile_.devices, row);
  }
  return it->second;
}

TrackId ProfileBuilder::Track(const TrackRow& row) {
  auto [it, is_new] = track_index_.try_emplace({row.source, row.device, row.kind, row.name});
  if (is_new) {
    it->second = Add<TrackId>(profile_.tracks, row);
    profile_.events.push_back({});
  }
  return it->second;
}

StepId ProfileBuilder::Step(SourceId source, int64_t number) {
  auto [it, is_new] = step_index_.try_emplace({source, number});
  if (is_new) {
    StepRow row;
    row.source = source;
    row.number = number;
    it->second = Add<StepId>(profile_.steps, row);
  }
  return it->second;
}

void ProfileBuilder::AddOutputShape(OpId op, int32_t slot, const std::vector<int64_t>& dims) {
  std::vector<int64_t>& all = profile_.ops.dims;
  const auto first = static_cast<uint32_t>(all.size());
  all.insert(all.end(), dims.begin(), dims.end());
  output_shapes_.emplace_back(op, OpOutputShape{slot, first, static_cast<uint32_t>(dims.size())});
}

FrameId ProfileBuilder::Frame(const FrameRow& row) {
  static_assert(RowSchema<FrameRow>::kColumns == 6, "a frame is known by all of its columns");
  auto [it, is_new] = frame_index_.try_emplace(
      {row.parent, row.file, row.line, row.function, row.function_start_line, row.code});
  if (is_new) it->second = Add<FrameId>(profile_.frames, row);
  return it->second;
}

EventRow EventAt(const Events& events, uint32_t e) {
  EventRow row;
  const auto take = [&](const auto& column, const auto& member) {
    using Member = std::remove_reference_t<decltype(member(row))>;
    member(row) = static_cast<Member>(column[e]);
  };
  EachEventColumn(events, take, [&](const auto& column, const auto& member) {
    if (!column.empty()) take(column, member);
  });
  return row;
}

void ProfileBuilder::ReserveEvents(TrackId track, size_t more) {
  Events& events = profile_.events[track];
  const size_t rows = events.size() + more;
  if (rows <= events.begin.capacity()) return;
  // Grows geometrically, so that a track that comes in many parts is not copied for each of them.
  const size_t room = std::max(rows, events.size() > 0 ? 2 * events.size() : 0);
  const auto reserve = [&](auto& column, const auto&) { column.reserve(room); };
  EachEventColumn(events, reserve, [](const auto&, const auto&) {});
}

EventId ProfileBuilder::AddEvent(TrackId track, const EventRow& row) {
  Events& events = profile_.events[track];
  const size_t at = events.size(), room = events.begin.capacity();
  const EventRow absent;
  EachEventColumn(
      events, [&](auto& column, const auto& member) { column.push_back(member(row)); },
      [&](auto& column, const auto& member) {
        PushOptional(column, room, at, CellOf(column, member(row)), CellOf(column, member(absent)));
      });
  return {track, static_cast<uint32_t>(at)};
}

void ProfileBuilder::AddEvents(TrackId track, const std::vector<EventRow>& rows) {
  ReserveEvents(track, rows.size());
  Events& events = profile_.events[track];
  const size_t at = events.size(), room = events.begin.capacity();
  const EventRow absent;
  EachEventColumn(
      events, [&](auto& column, const auto& member) { Append(column, rows, member); },
      [&](auto& column, const auto& member) {
        AppendOptional(column, room, at, rows, member, CellOf(column, member(absent)));
      });
}

OpId ProfileBuilder::Op(OpKind kind, StringId name, StringId type) {
  const auto [it, is_new] = op_index_.try_emplace({kind, name, type});
  if (is_new) {
    OpRow row;
    row.kind = kind;
    row.name = name;
    row.type = type;
    it->second = AddOp(row);
    if (type.valid()) AddType(it->second, type);
  }
  return it->second;
}

MetricId ProfileBuilder::Metric(const MetricRow& row) {
  static_assert(RowSchema<MetricRow>::kColumns == 5, "a metric is known by all of its columns");
  const auto [it, is_new] =
      metric_index_.try_emplace({row.name, row.unit, row.kind, row.dimension, row.is_default});
  if (is_new) it->second = AddMetric(row);
  return it->second;
}

Series& ProfileBuilder::SeriesOf(MetricId metric, SourceId source, DeviceId device) {
  std::vector<Series>& all = profile_.series;
  const auto next = static_cast<uint32_t>(all.size());
  const auto [it, is_new] = series_index_.try_emplace({metric, source, device}, next);
  if (is_new) {
    // Metrics of one source are mostly sampled together, so a series shares the times of the
    // source's first series.
    const auto [first, is_first] = first_series_.try_emplace(source, next);
    Series series = {metric, source, device, {}, {}};
    if (!is_first) series.time = SampleTimes::Beside(all[first->second].time);
    all.push_back(std::move(series));
  }
  return all[it->second];
}

void ProfileBuilder::AddCounter(const CounterRow& row) {
  SeriesOf(row.metric, row.source, row.device).Append(row.time, row.value);
}

Profile ProfileBuilder::Build(size_t threads) {
  Ops& ops = profile_.ops;
  derive::SortEvents(profile_, threads);
  derive::SortSeries(profile_);
  if (profile_.time_axis.zero.size() == 0) derive::FindTimeAxis(profile_);
  derive::NestEvents(profile_, threads);
  if (!restored_ || find_steps_) {
    derive::InferSteps(profile_, infer_steps_);
    derive::AssignPrograms(profile_);
    derive::GroupSteps(profile_);
    // A kernel belongs to the step that launched it, even if it runs after the next step began.
    derive::AssignSteps(profile_, /*accelerators=*/false);
    derive::OwnBackwardThreads(profile_);
    derive::LinkLaunches(profile_);
    derive::ExtendSteps(profile_);
    derive::AssignSteps(profile_, /*accelerators=*/true);
    derive::MarkEndedLoops(profile_);
    derive::NameAnnotations(profile_, types_);
    derive::NameGraphWork(profile_, types_);
    derive::NameUnattributed(profile_, types_);
  }
  const size_t rows = ops.row.size();
  ops.types = {types_, rows};
  ops.shape = {shape_, rows};
  ops.inputs = {inputs_, rows};
  ops.output_shapes = {output_shapes_, rows};
  ops.attributes = {attributes_, rows};
  profile_.lazy_execs = LazyExecs(threads);
  if (!adds_up_when_asked_) profile_.execs();
  Profile built = std::move(profile_);
  built.identity = Identity::Next();
  *this = ProfileBuilder();
  return built;
}

}  // namespace profiler
