// The rows of a profile's tables. store/schema/*.h declares their columns with their meaning;
// docs/tables.md lists the columns, and docs/store-mapping.md maps the fields of each format to
// columns. Times are picoseconds from the source's own time zero.
#ifndef PROFILER_STORE_TABLES_H_
#define PROFILER_STORE_TABLES_H_

#include <cstdint>
#include <utility>
#include <vector>

#include "profiler/base/int128.h"
#include "profiler/store/ids.h"
#include "profiler/store/kinds.h"
#include "profiler/store/packed/packed_table.h"
#include "profiler/store/packed/sample_times.h"
#include "profiler/store/schema.h"
#include "profiler/store/schema/row.h"

namespace profiler {

// A list column: each row of a table has any number of values. The values are grouped by row.
template <typename IdType, typename T>
class ListColumn {
 public:
  struct Span {
    const T* first;
    const T* last;
    const T* begin() const { return first; }
    const T* end() const { return last; }
    size_t size() const { return static_cast<size_t>(last - first); }
    bool empty() const { return first == last; }
    const T& operator[](size_t i) const { return first[i]; }
  };

  // `items` may be in any order of rows; the order within each row is kept.
  ListColumn() = default;
  ListColumn(const std::vector<std::pair<IdType, T>>& items, size_t rows) {
    starts_.assign(rows + 1, 0);
    for (const auto& item : items) ++starts_[item.first.row() + 1];
    for (size_t i = 0; i < rows; ++i) starts_[i + 1] += starts_[i];
    values_.resize(items.size());
    std::vector<uint64_t> next(starts_.begin(), starts_.end() - 1);
    for (const auto& item : items) values_[next[item.first.row()]++] = item.second;
  }

  Span operator[](IdType id) const {
    return {values_.data() + starts_[id.row()], values_.data() + starts_[id.row() + 1]};
  }

  friend uint64_t HeapBytes(const ListColumn& column) {
    return HeapBytes(column.starts_) + HeapBytes(column.values_);
  }

 private:
  std::vector<uint64_t> starts_;
  std::vector<T> values_;
};

struct SourceCapabilities {
  PROFILER_CAPABILITY_COLUMNS(PROFILER_MEMBER)
};
PROFILER_COLUMNS_OF(SourceCapabilities, PROFILER_CAPABILITY_COLUMNS)

struct SourceRow : SourceCapabilities {
  PROFILER_SOURCE_ORIGIN_COLUMNS(PROFILER_MEMBER)
};
PROFILER_COLUMNS_OF(SourceRow, PROFILER_SOURCE_COLUMNS)

struct DeviceRow {
  PROFILER_DEVICE_COLUMNS(PROFILER_MEMBER)
};
PROFILER_COLUMNS_OF(DeviceRow, PROFILER_DEVICE_COLUMNS)

struct TrackRow {
  PROFILER_TRACK_COLUMNS(PROFILER_MEMBER)
};
PROFILER_COLUMNS_OF(TrackRow, PROFILER_TRACK_COLUMNS)

struct StepRow {
  PROFILER_STEP_COLUMNS(PROFILER_MEMBER)
};
PROFILER_COLUMNS_OF(StepRow, PROFILER_STEP_COLUMNS)

struct OpRow {
  PROFILER_OP_COLUMNS(PROFILER_MEMBER)
};
PROFILER_COLUMNS_OF(OpRow, PROFILER_OP_COLUMNS)

struct OpInput {
  static constexpr int32_t kOutputUnknown = -1;
  PROFILER_OP_INPUT_COLUMNS(PROFILER_MEMBER)
};
struct OpOutputShape {
  int32_t slot = 0;
  uint32_t first = 0, count = 0;  // range of Ops::dims; count 0 means unknown rank
};
struct OpAttribute {
  PROFILER_OP_ATTRIBUTE_COLUMNS(PROFILER_MEMBER)
};

struct Ops {
  Column<OpId, OpRow> row;
  ListColumn<OpId, StringId> types;  // every type name that an account filter may match
  ListColumn<OpId, int64_t> shape;   // `shape` attribute; the product is the parameter count
  ListColumn<OpId, OpInput> inputs;  // by slot
  ListColumn<OpId, OpOutputShape> output_shapes;  // by slot
  ListColumn<OpId, OpAttribute> attributes;
  std::vector<int64_t> dims;
};

// The step is invalid outside of all steps; the device is invalid if unknown. Wide members come
// first, because they are aligned to 16 bytes.
struct ExecRow {
  PROFILER_EXEC_COLUMNS(PROFILER_MEMBER)
};
PROFILER_COLUMNS_OF(ExecRow, PROFILER_EXEC_COLUMNS)

// One execution or one instant on a track. The end must fit 64 bits and the duration must not be
// negative; readers add other executions as UnplacedRow.
struct EventRow {
  PROFILER_EVENT_COLUMNS(PROFILER_MEMBER)

  static constexpr uint64_t kNoArgs = UINT64_MAX;
};
PROFILER_COLUMNS_OF(EventRow, PROFILER_EVENT_COLUMNS)

// The element type of an event column: bool is stored as char, because std::vector<bool> has no
// addressable elements.
template <typename T>
using EventCell = std::conditional_t<std::is_same_v<T, bool>, char, T>;
#define PROFILER_EVENT_VECTOR(coding, field, type, name, ...) std::vector<EventCell<type>> name;

// The events of one track, sorted by begin, then by descending duration. Optional columns
// (schema/runs.h) and `parent` are empty when no event of the track has a value; `self` is empty
// on tracks where events do not nest.
struct Events {
  PROFILER_EVENT_COLUMNS(PROFILER_EVENT_VECTOR)
  PROFILER_EVENT_DERIVED_COLUMNS(PROFILER_EVENT_VECTOR)

  size_t size() const { return begin.size(); }

  static constexpr uint32_t kNoParent = UINT32_MAX;
  uint32_t ParentOf(uint32_t event) const { return parent.empty() ? kNoParent : parent[event]; }
  const std::vector<int64_t>& selves() const { return self.empty() ? duration : self; }
};
#undef PROFILER_EVENT_VECTOR

// Calls of_all(column, member) for each column that is always filled, and of_some(column, member)
// for each optional column, in the order of EventRow. `member` is the member of EventRow.
template <typename AnyEvents, typename OfAll, typename OfSome>
void EachEventColumn(AnyEvents& events, const OfAll& of_all, const OfSome& of_some) {
#define PROFILER_OF_ALL(coding, field, type, name, ...) \
  of_all(                                               \
      events.name, [](auto& row) -> auto& { return row.name; });
#define PROFILER_OF_SOME(coding, field, type, name, ...) \
  of_some(                                               \
      events.name, [](auto& row) -> auto& { return row.name; });
  PROFILER_EVENT_COLUMNS_OF_ALL(PROFILER_OF_ALL)
  PROFILER_EVENT_COLUMNS_OF_SOME(PROFILER_OF_SOME)
#undef PROFILER_OF_ALL
#undef PROFILER_OF_SOME
}

// Calls visit(column of a, the same column of b) for each column.
template <typename Visit>
void EachEventColumnOfBoth(const Events& a, Events& b, const Visit& visit) {
#define PROFILER_BOTH(coding, field, type, name, ...) visit(a.name, b.name);
  PROFILER_EVENT_COLUMNS(PROFILER_BOTH)
#undef PROFILER_BOTH
}

struct FlowRow {
  PROFILER_FLOW_COLUMNS(PROFILER_MEMBER)
};
PROFILER_COLUMNS_OF(FlowRow, PROFILER_FLOW_COLUMNS)

struct SnapshotRow {
  PROFILER_SNAPSHOT_COLUMNS(PROFILER_MEMBER)
};
PROFILER_COLUMNS_OF(SnapshotRow, PROFILER_SNAPSHOT_COLUMNS)

struct AllocationRow {
  PROFILER_ALLOCATION_COLUMNS(PROFILER_MEMBER)
};
PROFILER_COLUMNS_OF(AllocationRow, PROFILER_ALLOCATION_COLUMNS)

struct OutputRow {
  PROFILER_OUTPUT_COLUMNS(PROFILER_MEMBER)
};
PROFILER_COLUMNS_OF(OutputRow, PROFILER_OUTPUT_COLUMNS)

struct LaneSeenRow {
  PROFILER_LANE_SEEN_COLUMNS(PROFILER_MEMBER)
};
PROFILER_COLUMNS_OF(LaneSeenRow, PROFILER_LANE_SEEN_COLUMNS)

struct UnplacedRow {
  PROFILER_UNPLACED_COLUMNS(PROFILER_MEMBER)
};
PROFILER_COLUMNS_OF(UnplacedRow, PROFILER_UNPLACED_COLUMNS)

struct FrameRow {
  PROFILER_FRAME_COLUMNS(PROFILER_MEMBER)
  friend bool operator==(const FrameRow&, const FrameRow&) = default;
};
PROFILER_COLUMNS_OF(FrameRow, PROFILER_FRAME_COLUMNS)

struct SampleRow {
  PROFILER_SAMPLE_COLUMNS(PROFILER_MEMBER)
};
PROFILER_COLUMNS_OF(SampleRow, PROFILER_SAMPLE_COLUMNS)

struct MetricRow {
  PROFILER_METRIC_COLUMNS(PROFILER_MEMBER)
};
PROFILER_COLUMNS_OF(MetricRow, PROFILER_METRIC_COLUMNS)

// One value of a series, in the form in which readers add it.
struct CounterRow {
  PROFILER_COUNTER_COLUMNS(PROFILER_MEMBER)
};
PROFILER_COLUMNS_OF(CounterRow, PROFILER_COUNTER_COLUMNS)

// The values over time of one metric, from one source, on one device.
struct Series {
  MetricId metric;
  SourceId source;
  DeviceId device;            // invalid for the host
  SampleTimes time;           // sorted, with kUnknown first
  std::vector<double> value;  // values at equal times are in order of arrival

  void Append(int64_t at, double of) {
    time.Append(at);
    value.push_back(of);
  }
  size_t size() const { return value.size(); }
};

struct ModuleRow {
  PROFILER_MODULE_COLUMNS(PROFILER_MEMBER)
};
PROFILER_COLUMNS_OF(ModuleRow, PROFILER_MODULE_COLUMNS)

struct BufferRow {
  PROFILER_BUFFER_COLUMNS(PROFILER_MEMBER)
};
PROFILER_COLUMNS_OF(BufferRow, PROFILER_BUFFER_COLUMNS)

// A variable without its values, which stay in the file; Profile::tensor_values reads them.
struct VariableRow {
  PROFILER_VARIABLE_COLUMNS(PROFILER_MEMBER)
};
PROFILER_COLUMNS_OF(VariableRow, PROFILER_VARIABLE_COLUMNS)

// What is kept of events that were left out (schema/kept.h).
struct KeptExecRow {
  PROFILER_KEPT_EXEC_COLUMNS(PROFILER_MEMBER)
};
PROFILER_COLUMNS_OF(KeptExecRow, PROFILER_KEPT_EXEC_COLUMNS)

struct StepPartsRow {
  PROFILER_STEP_PARTS_COLUMNS(PROFILER_MEMBER)
};
PROFILER_COLUMNS_OF(StepPartsRow, PROFILER_STEP_PARTS_COLUMNS)

struct WorkTimeRow {
  PROFILER_WORK_TIME_COLUMNS(PROFILER_MEMBER)
};
PROFILER_COLUMNS_OF(WorkTimeRow, PROFILER_WORK_TIME_COLUMNS)

// readers/common/import_report.h declares the problems.
struct ImportRow {
  PROFILER_IMPORT_COLUMNS(PROFILER_MEMBER)
};
PROFILER_COLUMNS_OF(ImportRow, PROFILER_IMPORT_COLUMNS)

}  // namespace profiler

#endif  // PROFILER_STORE_TABLES_H_
