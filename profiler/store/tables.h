// The tables of a profile. docs/store-mapping.md says which field of which format each column
// holds; a column it names that is not here yet comes with the first reader that fills it. Units:
// times are picoseconds from the source's own time zero unless the name says otherwise; sizes are
// bytes; kUnknown is "not recorded".
#ifndef PROFILER_STORE_TABLES_H_
#define PROFILER_STORE_TABLES_H_

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "profiler/base/int128.h"
#include "profiler/store/ids.h"
#include "profiler/store/kinds.h"
#include "profiler/store/packed/packed_table.h"
#include "profiler/store/packed/sample_times.h"

namespace profiler {

// Values of a list column, grouped by the row they belong to.
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

  // `items` in any order of rows; the order within a row is kept.
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

 private:
  std::vector<uint64_t> starts_;
  std::vector<T> values_;
};

struct SourceRow {
  StringId path, format, run, host, role;
  int64_t rank = kUnknown;
  int64_t epoch_ns = kUnknown;  // wall clock at this source's time zero
  int64_t resolution_ps = kUnknown;
  int64_t clock_offset_ps = 0;  // added to this source's times to compare them with another's
  StringId clock_offset_found_by;
  bool has_code_traces = false;
  bool misses_accelerator_stream = false;
  uint32_t run_group = 0;  // which of the profile's runs it is of: 0 in all but merged profiles
  int64_t world_size = kUnknown;  // how many ranks the job has
};

struct DeviceRow {
  StringId name;            // as recorded
  StringId canonical_name;  // /job:J/replica:R/task:T/device:kind:ordinal where it is known
  DeviceKind kind = DeviceKind::kOther;
  int64_t ordinal = kUnknown;
  StringId host;
  int64_t memory_bytes = kUnknown;
  int64_t peak_flops_per_second = kUnknown;
  int64_t memory_bytes_per_second = kUnknown;
  StringId vendor, model;
  StringId compute_capability;  // of a GPU: "9.0"
  int64_t core_count = kUnknown;
  int64_t clock_khz = kUnknown;
};

struct TrackRow {
  SourceId source;
  DeviceId device;
  TrackKind kind = TrackKind::kThread;
  TrackRole role = TrackRole::kExec;
  StringId name;  // as recorded
  int64_t sort_key = 0;
};

struct StepRow {
  SourceId source;
  int64_t number = kUnknown;  // the framework's own
  bool listed = false;        // by the source, not only named by an execution
  StringId name;
  int64_t begin = kUnknown, end = kUnknown;
  StepFoundBy found_by = StepFoundBy::kRecorded;
  bool partial = false;
  // The step of another source of the run that this one is another view of; means count both once.
  StepId counts_as;
  int64_t confidence_percent = kUnknown;  // of an inferred step
};

struct OpRow {
  OpKind kind = OpKind::kGraphNode;
  ModuleId module;
  StringId name, type;
  int64_t recorded_id = kUnknown;  // the file's own id of it
  OpId framework_op;               // of an HLO instruction or a kernel's op: what the user wrote
  FrameId frame;                   // the innermost frame that made it
  DeviceId assigned_device, host_device;
  int64_t float_ops = kUnknown;       // of one execution
  int64_t bytes_accessed = kUnknown;  // of one execution
  StringId category;                  // the recorder's own: "convolution fusion"
  Eager eager = Eager::kUnknown;
  uint32_t run_group = 0;  // as its sources'
  StringId scope;          // the path above it, where its name does not tell it
  StringId input_shapes;   // "0:4x64,1:64x32", where no producer tells them
};

struct OpInput {
  int32_t slot = 0;
  OpId producer;
  static constexpr int32_t kOutputUnknown = -1;
  int32_t output = kOutputUnknown;  // which output of the producer
  bool control = false;
};
struct OpOutputShape {
  int32_t slot = 0;
  uint32_t first = 0, count = 0;  // dims in Ops::dims; count 0: unknown rank
};
struct OpAttribute {
  StringId name, value;  // the value's wire bytes
};

struct Ops {
  Column<OpId, OpRow> row;
  ListColumn<OpId, StringId> types;  // every name an account filter may match
  ListColumn<OpId, int64_t> shape;   // the `shape` attribute; its product is the parameters
  ListColumn<OpId, OpInput> inputs;  // by slot
  ListColumn<OpId, OpOutputShape> output_shapes;  // by slot
  ListColumn<OpId, OpAttribute> attributes;
  std::vector<int64_t> dims;
};

// One (op, step, device), sorted so, with an op's rows side by side. Step and device may be
// invalid: outside every step, on no known device.
struct ExecRow {
  Int128 cpu_time = 0, accelerator_time = 0;  // summed self time; first, as they are aligned to 16
  OpId op;
  StepId step;
  DeviceId device;
  Origin origin = Origin::kDerived;
  int64_t runs = kUnknown;
  int64_t first_start = kUnknown, last_end = kUnknown;
  int64_t requested_bytes = kUnknown, peak_bytes = kUnknown;
  int64_t residual_bytes = kUnknown, output_bytes = kUnknown;
};
template <typename Visit>
constexpr void EachMember(ExecRow& row, const Visit& visit) {
  auto& [cpu_time, accelerator_time, op, step, device, origin, runs, first_start, last_end,
         requested_bytes, peak_bytes, residual_bytes, output_bytes] = row;
  visit(cpu_time), visit(accelerator_time), visit(op), visit(step), visit(device), visit(origin);
  visit(runs), visit(first_start), visit(last_end), visit(requested_bytes), visit(peak_bytes);
  visit(residual_bytes), visit(output_bytes);
}

struct Execs {
  PackedTable<ExecId, ExecRow> row;
  std::vector<uint32_t> op_start;  // per op, and one past the last: its first row
};

// The events of one track, by begin, the longer first. Optional columns are empty when no event
// of the track has a value.
struct Events {
  std::vector<int64_t> begin, duration;
  std::vector<int64_t> self;  // duration minus what is nested below; on flat tracks the duration
  std::vector<OpId> op;
  std::vector<StepId> step;
  std::vector<uint32_t> parent;  // optional: the enclosing event's row, kNoParent at the top
  std::vector<StringId> label;   // optional: where it is not the op's name
  std::vector<StringId> detail;  // optional: how a kernel was launched, what a copy moved
  std::vector<EventKind> kind;   // optional: all slices
  std::vector<uint64_t> args;    // optional: offset of the raw arguments in the source's bytes
  // Optional: nothing links the event to its step but the time at which it ran.
  std::vector<char> step_by_time;

  size_t size() const { return begin.size(); }

  static constexpr uint32_t kNoParent = UINT32_MAX;
  uint32_t ParentOf(uint32_t event) const { return parent.empty() ? kNoParent : parent[event]; }
};

struct FlowRow {
  EventId from, to;
  FlowKind kind = FlowKind::kLaunch;
};

// What one execution of an op held.
struct SnapshotRow {
  OpId op;
  StepId step;
  DeviceId device;
  int64_t time = kUnknown;
  int64_t requested_bytes = kUnknown, peak_bytes = kUnknown;
  int64_t residual_bytes = kUnknown, output_bytes = kUnknown;
  int64_t host_temp_bytes = kUnknown, host_persistent_bytes = kUnknown;
  int64_t accelerator_temp_bytes = kUnknown, accelerator_persistent_bytes = kUnknown;
  int64_t allocator_bytes_in_use = kUnknown;
};

template <typename Visit>
constexpr void EachMember(SnapshotRow& row, const Visit& visit) {
  auto& [op, step, device, time, requested_bytes, peak_bytes, residual_bytes, output_bytes,
         host_temp_bytes, host_persistent_bytes, accelerator_temp_bytes,
         accelerator_persistent_bytes, allocator_bytes_in_use] = row;
  visit(op), visit(step), visit(device), visit(time), visit(requested_bytes), visit(peak_bytes);
  visit(residual_bytes), visit(output_bytes), visit(host_temp_bytes);
  visit(host_persistent_bytes), visit(accelerator_temp_bytes);
  visit(accelerator_persistent_bytes), visit(allocator_bytes_in_use);
}

struct AllocationRow {
  OpId op;
  StepId step;
  DeviceId device;
  StringId allocator;
  int64_t time = kUnknown;
  uint64_t address = 0;  // 0: not recorded
  int64_t delta = 0;     // negative: freed
  // What the allocator said it held behind this one, and had from the device.
  int64_t total_allocated = kUnknown, total_reserved = kUnknown;
  SourceId source;  // or none: that of its step
};

struct OutputRow {
  SnapshotId snapshot;
  int32_t slot = 0;
  int64_t bytes = kUnknown;
  uint64_t address = 0;  // 0: not recorded
};

template <typename Visit>
constexpr void EachMember(OutputRow& row, const Visit& visit) {
  auto& [snapshot, slot, bytes, address] = row;
  visit(snapshot), visit(slot), visit(bytes), visit(address);
}

// An op was listed on a lane, with no execution of its own there.
struct LaneSeenRow {
  OpId op;
  StepId step;
  TrackId track;
};

// An execution that no timeline can hold. It still took its time, which counts in totals.
enum class UnplacedReason : uint8_t { kZeroStart, kNegativeDuration, kOutOfRange };
struct UnplacedRow {
  OpId op;
  StepId step;
  TrackId track;
  int64_t begin = 0, duration = 0;  // as recorded: in the unit of the source's resolution
  UnplacedReason reason = UnplacedReason::kZeroStart;
};

struct FrameRow {
  FrameId parent;
  StringId file;
  int64_t line = kUnknown;
  StringId function;
  int64_t function_start_line = kUnknown;
  StringId code;
  friend bool operator==(const FrameRow&, const FrameRow&) = default;
};

struct SampleRow {
  FrameId frame;
  MetricId metric;
  int64_t value = 0;
};

struct MetricRow {
  StringId name, unit;
  StringId kind = StringId();       // what it is a metric of: "cpu", "network"
  StringId dimension = StringId();  // what is measured, where `name` says of which part
};

// One value of a series, as readers tell it.
struct CounterRow {
  MetricId metric;
  SourceId source;
  DeviceId device;  // or none: the host
  int64_t time = 0;
  double value = 0;
};

// The values of one metric over time, of one source on one device: one row for each such three.
struct Series {
  MetricId metric;
  SourceId source;
  DeviceId device;            // or none: the host
  SampleTimes time;           // sorted; kUnknown stands first
  std::vector<double> value;  // of equal times in the order in which they came

  void Append(int64_t at, double of) {
    time.Append(at);
    value.push_back(of);
  }
  size_t size() const { return value.size(); }
};

struct ModuleRow {
  StringId name;
  int64_t program_id = kUnknown;
};

struct BufferRow {
  ModuleId module;
  OpId op;
  StringId kind;
  int64_t offset = kUnknown, bytes = kUnknown;
  int64_t live_from = kUnknown, live_to = kUnknown;  // in program order
};

// A tensor of a checkpoint. Its numbers stay in the file: Profile::tensor_values reads them.
struct VariableRow {
  SourceId source;
  StringId name, dtype;
  OpId op;  // of that name, or none
  std::vector<int64_t> shape;
  int32_t shard = -1;  // the data file it lies in, by number; -1: in parts
  int64_t offset = kUnknown, bytes = kUnknown;
  int64_t crc32c = kUnknown;  // masked
  StringId slices;            // the parts, "start,length" by dimension; empty: it is whole
};

// A problem that reading an input met, with how often. readers/common/import_report.h declares them.
struct ImportRow {
  StringId path, problem, sentence;
  ImportSeverity severity = ImportSeverity::kInfo;
  int64_t count = 0;
  int64_t first_offset = kUnknown;  // byte offset in the file
  StringId first_detail;            // names what it was
};

}  // namespace profiler

#endif  // PROFILER_STORE_TABLES_H_
