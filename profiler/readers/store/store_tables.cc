#include "profiler/readers/store/store_tables.h"

#include <utility>

#include "profiler/readers/common/wire_walk.h"
#include "profiler/store/row_facts.h"

namespace profiler {

using namespace store_file;

namespace {

constexpr int64_t kLongestUnit = 1'000'000'000'000'000;  // of a source's clock, in ps
constexpr size_t kMostFacts = 10000;                     // about reading the sources
constexpr int64_t kMostProblems = int64_t{1} << 50;      // of one kind in one file

// Tables are in the order of their numbers; tensors come last.
uint32_t PlaceOf(Table table) {
  return static_cast<uint32_t>(table == Table::kTensorValues ? Table::kLast : table) * 2 +
         (table == Table::kTensorValues ? 1 : 0);
}

}  // namespace

StoreTables::StoreTables(ProfileBuilder& builder, std::string path, uint64_t file_bytes,
                         ImportReport& report)
    : builder_(builder),
      tables_(builder.Restore()),
      path_(std::move(path)),
      report_(report),
      chunk_(tables_),
      most_row_bytes_(store_file::MostRowBytes(file_bytes)) {}

void StoreTables::CountUnknown(std::string_view what) {
  report_.CountWhole(ImportProblem::kUnknownField, path_, 1, what);
}

std::vector<std::string> StoreTables::SourcePaths() const {
  std::vector<std::string> paths;
  for (const SourceRow& source : tables_.sources.values()) {
    paths.emplace_back(tables_.strings[source.path]);
  }
  return paths;
}

void StoreTables::Finish() {
  // If some sources have no time zero, the axis is computed again.
  if (tables_.time_axis.zero.size() != tables_.sources.size()) tables_.time_axis = {};
  if (tensors_ != nullptr) builder_.SetTensorValues(std::move(tensors_));
}

bool StoreTables::Add(Table table, std::string_view message) {
  if (PlaceOf(table) < PlaceOf(table_) || table == Table::kEnd) return false;
  if (table != table_) {
    // A text without an end.
    if (!partial_.empty()) return false;
    rows_ = 0;
  }
  table_ = table;
  switch (table) {
    case Table::kHeader:
      return true;
    case Table::kStrings:
      return AddStrings(message);
    case Table::kTensorValues:
      return AddTensor(message);
    default:
      break;
  }
  return AddChunk(table, message);
}

template <typename Of>
bool StoreTables::AddRows(std::string_view message) {
  using Row = typename Of::Row;
  if (!chunk_.Open<Row>(message) || chunk_.first_row() != rows_) return false;
  // Absent columns cost nothing in the file.
  row_bytes_ +=
      chunk_.rows() * (sizeof(Row) + (std::is_same_v<Row, TrackRow> ? sizeof(Events) : 0));
  if (row_bytes_ > most_row_bytes_) return false;
  if (chunk_.has_unknown_fields()) CountUnknown("a column");
  for (size_t i = 0; i < chunk_.rows(); ++i) {
    Row row;
    if (!chunk_.Read(row) || !Take(Of(), row)) return false;
  }
  rows_ += chunk_.rows();
  return true;
}

bool StoreTables::AddChunk(Table table, std::string_view message) {
  switch (table) {
#define PROFILER_ADD_Plain(Name) \
  case Table::k##Name:           \
    return AddRows<table::Name>(message);
#define PROFILER_ADD_Made(Name) PROFILER_ADD_Plain(Name)
#define PROFILER_ADD_Derived(Name)
#define PROFILER_ADD(how, field, Name, ...) PROFILER_ADD_##how(Name)
    PROFILER_TABLES(PROFILER_ADD)
#undef PROFILER_ADD
    default:
      return false;
  }
}

bool StoreTables::AddStrings(std::string_view message) {
  uint64_t first_row = 0;
  bool last_is_partial = false;
  std::vector<std::string_view> texts;
  WireWalk walk(message);
  while (walk.Next()) {
    const bool is_varint = walk.type() == WireWalk::Type::kVarint;
    if (walk.number() == kFirstRow && is_varint) {
      first_row = walk.varint();
    } else if (walk.number() == kLastIsPartial && is_varint) {
      last_is_partial = walk.varint() != 0;
    } else if (walk.number() == kFirstColumn && walk.type() == WireWalk::Type::kBytes) {
      texts.push_back(walk.bytes());
    } else {
      CountUnknown("strings");
    }
  }
  if (walk.stop() != WireWalk::Stop::kEnd || walk.cut() || first_row != rows_) {
    return false;
  }
  for (size_t i = 0; i < texts.size(); ++i) {
    partial_ += texts[i];
    if (last_is_partial && i + 1 == texts.size()) break;
    // Each text occurs once, so its position is its id.
    if (builder_.Intern(partial_) != StringId(static_cast<uint32_t>(rows_))) return false;
    partial_.clear();
    ++rows_;
  }
  return rows_ < UINT32_MAX;
}

bool StoreTables::Take(table::Tracks, const TrackRow& row) {
  tables_.tracks.push_back(row);
  tables_.events.push_back({});
  return true;
}

bool StoreTables::Take(table::Ops, const OpRow& row) {
  builder_.AddOp(row);
  return row.run_group < run_groups_;
}

bool StoreTables::Take(table::Sources, const SourceFact& fact) {
  const SourceRow& row = fact;
  const size_t before = tables_.sources.size();
  builder_.AddSource(row);
  run_groups_ = std::max(run_groups_, row.run_group + 1);
  TimeAxis& axis = tables_.time_axis;
  if (fact.on_axis != OnAxis::kUntold) {
    const bool is_timed = fact.on_axis == OnAxis::kTimed;
    if (axis.zero.size() > 0 && axis.start != fact.profile_start) return false;
    axis.start = fact.profile_start;
    axis.zero.push_back(fact.time_zero);
    axis.is_timed.push_back(static_cast<char>(is_timed));
    axis.without_wall_clock += is_timed && !RecordsWallClock(row) ? 1 : 0;
  }
  const int64_t unit = row.resolution_ps;
  return row.run_group <= before && (unit == kUnknown || (unit > 0 && unit <= kLongestUnit));
}

bool StoreTables::Take(table::ImportRows, const ImportRow& row) {
  if (row.count <= 0 || row.count > kMostProblems || ++import_facts_ > kMostFacts) return false;
  const Strings& strings = builder_.strings();
  const std::optional<ImportProblem> problem = FindProblem(strings[row.problem]);
  if (!problem) {
    report_.CountWhole(ImportProblem::kUnknownField, path_, 1, strings[row.problem]);
    return true;
  }
  const uint64_t offset = row.first_offset == kUnknown ? ImportReport::kNoOffset
                                                       : static_cast<uint64_t>(row.first_offset);
  report_.Add({*problem, std::string(strings[row.path]), row.count, offset,
               std::string(strings[row.first_detail])});
  return true;
}

bool StoreTables::Take(table::FrameworkOps, const FrameworkOpFact& row) {
  builder_.op(row.op).framework_op = row.framework_op;
  return true;
}

bool StoreTables::Take(table::OpTypes, const TypeFact& row) {
  builder_.AddType(row.op, row.type);
  return true;
}

bool StoreTables::Take(table::OpShapes, const ShapeFact& row) {
  builder_.AddShapeDim(row.op, row.dim);
  return true;
}

bool StoreTables::Take(table::OpInputs, const InputFact& row) {
  builder_.AddInput(row.op, row);
  return true;
}

bool StoreTables::Take(table::OutputDims, const DimFact& row) {
  dims_.push_back(row.dim);
  return true;
}

bool StoreTables::Take(table::OutputShapes, const OutputShapeFact& row) {
  if (row.count > dims_.size() - dims_used_) return false;
  const auto first = dims_.begin() + static_cast<ptrdiff_t>(dims_used_);
  builder_.AddOutputShape(row.op, row.slot, {first, first + row.count});
  dims_used_ += row.count;
  return true;
}

bool StoreTables::Take(table::OpAttributes, const AttributeFact& row) {
  builder_.AddAttribute(row.op, row);
  return true;
}

// The row's time is in the unit of its source.
bool StoreTables::Take(table::Unplaced, const UnplacedRow& row) {
  builder_.AddUnplaced(row);
  return tables_.sources[tables_.tracks[row.track].source].resolution_ps != kUnknown;
}

bool StoreTables::Take(table::Events, const EventFact& event) {
  int64_t end = 0;
  if (event.begin == kUnknown || event.duration < 0 ||
      __builtin_add_overflow(event.begin, event.duration, &end)) {
    return false;
  }
  if (!CanNest(event)) return false;
  Events& events = tables_.events[event.track];
  const auto at = static_cast<uint32_t>(events.size());
  builder_.AddEvent(event.track, event);
  if (event.nesting != kNestedByTime) {
    const uint32_t back = event.nesting - kNestedInNone;
    const uint32_t parent = back == 0 ? UINT32_MAX : at - back;
    events.parent.push_back(parent);
  }
  return events.size() < UINT32_MAX;
}

// Whether the track's next event can have the parent that the row says.
bool StoreTables::CanNest(const EventFact& row) const {
  const Events& events = tables_.events[row.track];
  if (row.nesting == kNestedByTime) return events.parent.empty();
  const size_t at = events.size(), back = row.nesting - kNestedInNone;
  const bool nests = tables_.tracks[row.track].kind == TrackKind::kThread;
  if (!nests || events.parent.size() != at || back > at) return false;
  if (at == 0) return true;
  // Rows are referred to by position, so sorting must not move any.
  const int64_t begin = row.begin, duration = row.duration;
  const bool is_sorted =
      std::pair(events.begin[at - 1], duration) <= std::pair(begin, events.duration[at - 1]);
  const size_t parent = at - back;
  return is_sorted &&
         (back == 0 || begin + duration <= events.begin[parent] + events.duration[parent]);
}

bool StoreTables::Take(table::Flows, const FlowRow& row) {
  for (const EventId& end : {row.from, row.to}) {
    if (end.row >= tables_.events[end.track].size()) return false;
  }
  builder_.AddFlow(row);
  return true;
}

bool StoreTables::Take(table::Counters, const CounterRow& row) {
  builder_.AddCounter(row);
  return true;
}

bool StoreTables::Take(table::VariableDims, const VariableDimFact& row) {
  tables_.variables[row.variable.row()].shape.push_back(row.dim);
  return true;
}

bool StoreTables::AddTensor(std::string_view message) {
  if (tensors_ == nullptr) tensors_ = std::make_shared<StoreTensors>();
  return tensors_->Add(message);
}

}  // namespace profiler
