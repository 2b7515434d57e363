#include "profiler/sql/tables/event_table.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "profiler/store/facts.h"
#include "profiler/store/row_facts.h"

namespace profiler::sql {
namespace {

// The events of one track, and a row of it.
struct EventAtRow {
  const Events& events;
  TrackId track;
  size_t row;
  int64_t first_id;  // of the track's events
  // Added to the track's times for the axis of the profile.
  Int128 to_axis;
};

using EventCellOf = Cell (*)(const EventAtRow& at, const RowColumn& column, const TablesOf& of);

template <auto kMember>
const auto& ValuesOf(const Events& events) {
  if constexpr (requires { requires kMember == &Events::self; }) {
    return events.selves();
  } else {
    return events.*kMember;
  }
}

// The values of the column are in one of the vectors of Events.
template <auto kMember>
Cell CellOfVector(const EventAtRow& at, const RowColumn& column, const TablesOf& of) {
  const auto& values = ValuesOf<kMember>(at.events);
  if (values.empty()) return Cell::Null();
  return MemberCell<std::remove_cvref_t<decltype(values[0])>>(&values[at.row], column, of);
}

Cell CellOfKind(const EventAtRow& at, const RowColumn& /*column*/, const TablesOf& /*of*/) {
  return Cell::Text(Name(at.events.kind.empty() ? EventKind::kSlice : at.events.kind[at.row]));
}

Cell CellOfStepByTime(const EventAtRow& at, const RowColumn& /*column*/, const TablesOf& /*of*/) {
  return Cell::Integer(IsStepByTime(at.events, at.row) ? 1 : 0);
}

Cell CellOfTrack(const EventAtRow& at, const RowColumn& /*column*/, const TablesOf& /*of*/) {
  return Cell::Integer(int64_t{at.track.row()});
}

Cell CellOfBegin(const EventAtRow& at, const RowColumn& column, const TablesOf& /*of*/) {
  return WideCell(at.to_axis + at.events.begin[at.row], column.scale);
}

Cell CellOfParent(const EventAtRow& at, const RowColumn& /*column*/, const TablesOf& /*of*/) {
  const uint32_t parent = at.events.ParentOf(static_cast<uint32_t>(at.row));
  return parent == Events::kNoParent ? Cell::Null() : Cell::Integer(at.first_id + parent);
}

// Sets what the run of all events of a track reads.
using EventRunOf = bool (*)(const EventAtRow& at, IntegerRun& run);

template <auto kMember>
bool RunOfVector(const EventAtRow& at, IntegerRun& run) {
  const auto& values = ValuesOf<kMember>(at.events);
  using T = std::remove_cvref_t<decltype(values[0])>;
  constexpr bool is_id = std::is_same_v<T, OpId> || std::is_same_v<T, StepId>;
  if constexpr (std::is_same_v<T, int64_t>) {
    if (!values.empty()) run.wide = values.data();
  } else if constexpr (is_id) {
    static_assert(sizeof(T) == sizeof(uint32_t));
    if (!values.empty()) run.narrow = reinterpret_cast<const uint32_t*>(values.data());
    run.null = T::kNone;
  } else {
    return false;
  }
  run.has_null |= is_id || values.empty();
  if (values.empty()) run.null = run.same;
  return true;
}

bool RunOfTrack(const EventAtRow& at, IntegerRun& run) {
  run.same = at.track.row();
  return true;
}

bool RunOfBegin(const EventAtRow& at, IntegerRun& run) {
  const std::vector<int64_t>& begins = at.events.begin;
  const auto shift = static_cast<int64_t>(at.to_axis);
  const auto fits = [&](int64_t begin) {
    const Int128 moment = at.to_axis + begin;
    return moment == static_cast<int64_t>(moment);
  };
  if (shift != at.to_axis || !fits(begins.front()) || !fits(begins.back())) return false;
  run.wide = begins.data();
  run.shift = shift;
  return true;
}

struct EventColumn {
  RowColumn read;
  EventCellOf get;
  EventRunOf run;
};

class EventReader final : public TableReader {
 public:
  EventReader(const TablesOf& of, const std::vector<EventColumn>& columns)
      : of_(of), columns_(columns) {}

  Cell At(size_t row, size_t column) override;
  bool FindRun(size_t row, size_t column, IntegerRun& run) override;

 private:
  void GoTo(size_t row);

  const TablesOf& of_;
  const std::vector<EventColumn>& columns_;
  RowRange in_;  // the rows of the track below
  const Events* events_ = nullptr;
  TrackId track_;
  Int128 to_axis_ = 0;
};

// The track that has the event.
size_t TrackOf(const TablesOf& of, size_t row) {
  const auto after = std::upper_bound(of.event_start.begin(), of.event_start.end(), row);
  return static_cast<size_t>(after - of.event_start.begin()) - 1;
}

Int128 ToAxis(const Profile& profile, TrackId track) {
  return profile.time_axis.FromStart(profile.tracks[track].source, 0);
}

// Goes to the row's track.
void EventReader::GoTo(size_t row) {
  if (row >= in_.first && row < in_.last) return;
  const size_t track = TrackOf(of_, row);
  in_ = {of_.event_start[track], of_.event_start[track + 1]};
  track_ = TrackId(static_cast<uint32_t>(track));
  events_ = &of_.profile.events[track_];
  to_axis_ = ToAxis(of_.profile, track_);
}

bool EventReader::FindRun(size_t row, size_t column, IntegerRun& run) {
  if (column == Table::kId) return false;
  const EventColumn& of = columns_[column - 1];
  if (of.run == nullptr) return false;
  GoTo(row);
  run = {.has_null = of.read.has_null,
         .null = of.read.null,
         .is_in_nanos = of.read.scale == TimeScale::kNanos};
  const EventAtRow at = {*events_, track_, row - in_.first, static_cast<int64_t>(in_.first),
                         to_axis_};
  if (!of.run(at, run)) return false;
  run.first = in_.first;
  run.size = in_.last - in_.first;
  return true;
}

Cell EventReader::At(size_t row, size_t column) {
  if (column == Table::kId) return Cell::Integer(static_cast<int64_t>(row));
  GoTo(row);
  const EventColumn& of = columns_[column - 1];
  return of.get({*events_, track_, row - in_.first, static_cast<int64_t>(in_.first), to_axis_},
                of.read, of_);
}

class EventTable final : public Table {
 public:
  EventTable(const TableInfo& info, const TablesOf& of)
      : Table(std::string(info.name), std::string(info.sentence)), of_(of) {
    columns_.push_back(IdColumn());
#define PROFILER_EVENT_CELL(coding, field, type, name, ...) \
  Add<type>(info, #name, CellOfVector<&Events::name>, RunOfVector<&Events::name>);
    Add<TrackId>(info, "track", CellOfTrack, RunOfTrack);
    track_ = columns_.size() - 1;
    Add<int64_t>(info, "begin", CellOfBegin, RunOfBegin);
    begin_ = columns_.size() - 2;
    PROFILER_EVENT_COLUMNS(PROFILER_EVENT_CELL)
    PROFILER_EVENT_DERIVED_COLUMNS(PROFILER_EVENT_CELL)
#undef PROFILER_EVENT_CELL
  }

  size_t size() const override { return of_.event_start.back(); }
  std::unique_ptr<TableReader> Open() const override {
    return std::make_unique<EventReader>(of_, read_);
  }
  std::vector<size_t> order() const override { return {track_, begin_}; }
  bool narrows(size_t column) const override {
    return column == kId || column == track_ || column == begin_ || column == begin_ + 1;
  }
  double RowsLeft(size_t column, bool is_equality, double rows) const override;
  void Narrow(size_t column, const Bounds& bounds, std::vector<RowRange>& ranges) const override;

 private:
  template <typename T>
  void Add(const TableInfo& info, std::string_view name, EventCellOf get, EventRunOf run);
  RowRange RowsOfTrack(size_t track, size_t column, const Bounds& begin) const;

  const TablesOf& of_;
  std::vector<EventColumn> read_;
  size_t track_ = 0, begin_ = 0;
};

// Adds a column of the schema, unless it is there already.
template <typename T>
void EventTable::Add(const TableInfo& info, std::string_view name, EventCellOf get,
                     EventRunOf run) {
  for (const TableColumn& column : columns_) {
    if (column.name == name) return;
  }
  const auto declared = std::find_if(info.columns.begin(), info.columns.end(),
                                     [&](const ColumnInfo& column) { return column.name == name; });
  RowColumn column;
  if constexpr (std::is_integral_v<T>) SetNull(declared->null, sizeof(T), column);
  if (name == "kind") get = CellOfKind;
  if (name == "step_by_time") get = CellOfStepByTime;
  if (name == "parent") get = CellOfParent;
  RowColumns added;
  AddRowColumn(*declared, kCellType<T>, column, added);
  for (size_t i = 0; i < added.shown.size(); ++i) {
    if (name == "parent") added.shown[i].references = info.name;
    columns_.push_back(added.shown[i]);
    read_.push_back({added.read[i], get, run});
  }
}

double EventTable::RowsLeft(size_t column, bool is_equality, double rows) const {
  if (column != track_ || !is_equality) return Table::RowsLeft(column, is_equality, rows);
  return std::max(1.0, rows / static_cast<double>(std::max<size_t>(of_.profile.tracks.size(), 1)));
}

RowRange EventTable::RowsOfTrack(size_t track, size_t column, const Bounds& begin) const {
  const TrackId id(static_cast<uint32_t>(track));
  const std::vector<int64_t>& begins = of_.profile.events[id].begin;
  const Int128 to_axis = ToAxis(of_.profile, id);
  const Int128 scale = columns_[column].is_hidden ? 1 : 1000;
  // The first begin that is shown as a value above `most` is the first that is not below
  // (most + 1) * scale, as values are rounded down.
  const Int128 least = Int128{begin.least} * scale, above = (Int128{begin.most} + 1) * scale;
  const auto is_below = [&](Int128 bound) {
    return [&, bound](size_t row) { return to_axis + begins[row] < bound; };
  };
  // The extremes are no bounds: times beyond them are shown as reals.
  const bool has_least = begin.least != INT64_MIN, has_most = begin.most != INT64_MAX;
  const RowRange all = {0, begins.size()};
  const size_t first = has_least ? FirstRow(all, is_below(least)) : 0;
  const size_t last = has_most ? FirstRow({first, all.last}, is_below(above)) : all.last;
  const size_t start = of_.event_start[track];
  return {start + first, start + last};
}

void EventTable::Narrow(size_t column, const Bounds& bounds, std::vector<RowRange>& ranges) const {
  if (column == kId || bounds.least > bounds.most) return Table::Narrow(kId, bounds, ranges);
  const auto tracks = static_cast<int64_t>(of_.profile.tracks.size());
  if (column == track_) {
    const int64_t first = std::clamp<int64_t>(bounds.least, 0, tracks);
    const int64_t last = std::clamp<int64_t>(bounds.most, first - 1, tracks - 1) + 1;
    return Cut({of_.event_start[static_cast<size_t>(first)],
                of_.event_start[static_cast<size_t>(std::max(first, last))]},
               ranges);
  }
  std::vector<RowRange> left;
  for (const RowRange& range : ranges) {
    for (size_t row = range.first; row < range.last;) {
      const size_t track = TrackOf(of_, row);
      std::vector<RowRange> part = {{row, std::min(range.last, of_.event_start[track + 1])}};
      row = part[0].last;
      Cut(RowsOfTrack(track, column, bounds), part);
      left.insert(left.end(), part.begin(), part.end());
    }
  }
  ranges = std::move(left);
}

}  // namespace

std::unique_ptr<Table> MakeEventTable(const TablesOf& of) {
  return std::make_unique<EventTable>(InfoOf("events"), of);
}

}  // namespace profiler::sql
