#include "profiler/readers/tfprof/node_exec_stats.h"

#include <algorithm>

#include "profiler/store/transfer_name.h"

namespace profiler {
namespace {

using protozero::pbf_reader;

// Wraps on overflow, as tfprof's sums do, so that no input causes undefined behaviour.
void AddTo(int64_t& sum, int64_t value) {
  sum = static_cast<int64_t>(static_cast<uint64_t>(sum) + static_cast<uint64_t>(value));
}

}  // namespace

void NodeExecStatsReader::Read(const Execution& of, const DeviceLane& lane,
                               std::string_view record) {
  Decode(record, fields_);
  ExecRow& exec = ExecOf(of);
  if (lane.kind == TrackKind::kLane && lane.role == TrackRole::kExec) ++exec.runs;
  AddTime(of, fields_, record, exec);
  if (lane.is_canonical) AddMemory(of, lane, fields_);
}

void NodeExecStatsReader::Decode(std::string_view record, Fields& fields) const {
  fields.name = fields.label = {};
  fields.start_micros = fields.end_rel_micros = 0;
  fields.memory.clear();
  fields.outputs.clear();
  fields.memory_stats.clear();
  pbf_reader message = Message(record);
  while (message.next()) {
    switch (message.tag_and_type()) {
      case BytesField(1):
        fields.name = Text(message);
        break;
      case VarintField(2):
        fields.start_micros = message.get_int64();
        break;
      case VarintField(4):
        fields.end_rel_micros = message.get_int64();
        break;
      case BytesField(6):
        fields.memory.push_back(Text(message));
        break;
      case BytesField(7):
        fields.outputs.push_back(Text(message));
        break;
      case BytesField(8):
        fields.label = Text(message);
        break;
      case BytesField(12):
        fields.memory_stats.push_back(Text(message));
        break;
      case VarintField(3):  // arguments: they stay in the file
      case VarintField(5):
      case VarintField(9):
      case VarintField(10):
      case BytesField(11):
      case VarintField(13):
      case VarintField(14):
      case VarintField(15):
      case VarintField(16):
      case VarintField(17):
        message.skip();
        break;
      default:
        place_.SkipUnknown(message, 17, record);
    }
  }
}

ExecRow& NodeExecStatsReader::ExecOf(const Execution& of) {
  auto [it, is_new] = exec_index_.try_emplace({of.op, of.device}, execs_.size());
  if (is_new) {
    ExecRow row;
    row.op = of.op;
    row.step = step_;
    row.device = of.device;
    row.runs = 0;
    execs_.push_back(row);
  }
  return execs_[it->second];
}

void NodeExecStatsReader::AddTime(const Execution& of, const Fields& fields,
                                  std::string_view record, ExecRow& exec) {
  int64_t duration = fields.end_rel_micros;
  if (duration == 0) {
    place_.Count(ImportProblem::kDurationRoundedUp, record);
    duration = 1;
  }
  const auto unplace = [&](UnplacedReason reason, ImportProblem problem) {
    place_.Count(problem, record, fields.name);
    builder_.AddUnplaced({of.op, step_, of.track, fields.start_micros, duration, reason});
  };
  if (fields.start_micros <= 0) {
    return unplace(UnplacedReason::kZeroStart, ImportProblem::kZeroStart);
  }
  EventRow event;
  event.op = of.op;
  event.step = step_;
  event.args = of.args;
  event.begin = clock_.Picos(fields.start_micros);
  if (duration < 0) {
    return unplace(UnplacedReason::kNegativeDuration, ImportProblem::kNegativeDuration);
  }
  int64_t end = 0;
  if (event.begin == kUnknown || !MicrosToPicos(duration, event.duration) ||
      __builtin_add_overflow(event.begin, event.duration, &end)) {
    return unplace(UnplacedReason::kOutOfRange, ImportProblem::kTimeOutOfRange);
  }
  event.label = LabelOf(of.op, fields);
  builder_.AddEvent(of.track, event);
  exec.first_start =
      exec.first_start == kUnknown ? event.begin : std::min(exec.first_start, event.begin);
  exec.last_end = exec.last_end == kUnknown ? end : std::max(exec.last_end, end);
}

// The label, if it adds to the op's name. An op that is in no graph may be a transfer, whose source
// and destination are only in TensorFlow's label. Other labels repeat the graph.
StringId NodeExecStatsReader::LabelOf(OpId op, const Fields& fields) {
  const std::string_view name = builder_.strings()[builder_.op(op).name];
  if (fields.name != name) return builder_.Intern(fields.name);
  const bool is_transfer = builder_.op(op).kind == OpKind::kRuntime && IsTransferName(name);
  const bool repeats_name = fields.label.substr(0, name.size()) == name;
  if (!is_transfer || fields.label.empty() || repeats_name) return StringId();
  return builder_.Intern(fields.label);
}

void NodeExecStatsReader::AddMemory(const Execution& of, const DeviceLane& lane,
                                    const Fields& fields) {
  SnapshotRow row;
  row.op = of.op;
  row.step = step_;
  row.device = of.device;
  int64_t end = 0;
  if (fields.start_micros > 0 &&
      !__builtin_add_overflow(fields.start_micros, fields.end_rel_micros, &end)) {
    row.time = clock_.Picos(end);
  }
  // These values are always recorded, so a missing value is 0.
  row.requested_bytes = row.peak_bytes = row.residual_bytes = row.output_bytes = 0;
  row.host_temp_bytes = row.host_persistent_bytes = 0;
  row.accelerator_temp_bytes = row.accelerator_persistent_bytes = 0;
  row.allocator_bytes_in_use = 0;
  outputs_.clear();
  const auto guard = [&](std::string_view record, const auto& decode) {
    place_.Guard(record, false, fields.name, decode);
  };
  for (std::string_view record : fields.memory) {
    guard(record, [&] { ReadAllocator(of, record, row); });
  }
  for (std::string_view record : fields.outputs) {
    guard(record, [&] { outputs_.push_back(ReadOutput(record)); });
  }
  int64_t temp = 0, persistent = 0;
  for (std::string_view record : fields.memory_stats) {
    guard(record, [&] {
      pbf_reader message = Message(record);
      while (message.next()) {
        switch (message.tag_and_type()) {
          case VarintField(1):
            temp = message.get_int64();
            break;
          case VarintField(3):
            persistent = message.get_int64();
            break;
          case VarintField(2):  // deprecated, and not used in sums
          case VarintField(4):
          case VarintField(5):
          case BytesField(5):
          case VarintField(6):
          case BytesField(6):
            message.skip();
            break;
          default:
            place_.SkipUnknown(message, 6, record);
        }
      }
    });
  }
  (lane.is_on_cpu ? row.host_temp_bytes : row.accelerator_temp_bytes) = temp;
  (lane.is_on_cpu ? row.host_persistent_bytes : row.accelerator_persistent_bytes) = persistent;
  for (int64_t* sum : {&row.requested_bytes, &row.peak_bytes}) AddTo(*sum, temp);
  for (int64_t* sum : {&row.requested_bytes, &row.peak_bytes, &row.residual_bytes}) {
    AddTo(*sum, persistent);
  }
  for (const OutputRow& output : outputs_) {
    if (output.bytes != kUnknown) AddTo(row.output_bytes, output.bytes);
  }
  const SnapshotId snapshot = builder_.AddSnapshot(row);
  for (OutputRow& output : outputs_) {
    output.snapshot = snapshot;
    builder_.AddOutput(output);
  }
}

// Reads an AllocatorMemoryUsed.
void NodeExecStatsReader::ReadAllocator(const Execution& of, std::string_view record,
                                        SnapshotRow& row) {
  std::string_view name;
  int64_t total = 0, peak = 0, live = 0, in_use = 0;
  std::vector<std::string_view> allocations;
  pbf_reader message = Message(record);
  while (message.next()) {
    switch (message.tag_and_type()) {
      case BytesField(1):
        name = Text(message);
        break;
      case VarintField(2):
        total = message.get_int64();
        break;
      case VarintField(3):
        peak = message.get_int64();
        break;
      case VarintField(4):
        live = message.get_int64();
        break;
      case VarintField(5):
        in_use = message.get_int64();
        break;
      case BytesField(6):
        allocations.push_back(Text(message));
        break;
      default:
        place_.SkipUnknown(message, 6, record);
    }
  }
  AddTo(row.requested_bytes, total);
  AddTo(row.peak_bytes, peak);
  AddTo(row.residual_bytes, live);
  if (name.find("GPU") != std::string_view::npos) {
    row.allocator_bytes_in_use = std::max(row.allocator_bytes_in_use, in_use);
  }
  const StringId allocator = builder_.Intern(name);
  for (std::string_view allocation : allocations) ReadAllocation(of, allocator, allocation);
}

void NodeExecStatsReader::ReadAllocation(const Execution& of, StringId allocator,
                                         std::string_view record) {
  AllocationRow row;
  row.op = of.op;
  row.step = step_;
  row.device = of.device;
  row.allocator = allocator;
  pbf_reader message = Message(record);
  while (message.next()) {
    switch (message.tag_and_type()) {
      case VarintField(1):
        row.time = clock_.Picos(message.get_int64());
        break;
      case VarintField(2):
        row.delta = message.get_int64();
        break;
      default:
        place_.SkipUnknown(message, 2, record);
    }
  }
  builder_.AddAllocation(row);
}

// Reads a NodeOutput: its bytes are known only if its tensor's allocation is described.
OutputRow NodeExecStatsReader::ReadOutput(std::string_view record) const {
  OutputRow row;
  pbf_reader message = Message(record);
  while (message.next()) {
    switch (message.tag_and_type()) {
      case VarintField(1):
        row.slot = message.get_int32();
        break;
      case BytesField(3): {
        pbf_reader tensor = message.get_message();
        while (tensor.next()) {
          switch (tensor.tag_and_type()) {
            case BytesField(4):
              ReadAllocationDescription(Text(tensor), row);
              break;
            case VarintField(1):
            case BytesField(2):
              tensor.skip();
              break;
            default:
              place_.SkipUnknown(tensor, 4, record);
          }
        }
        break;
      }
      default:
        place_.SkipUnknown(message, 3, record);
    }
  }
  return row;
}

void NodeExecStatsReader::ReadAllocationDescription(std::string_view record, OutputRow& row) const {
  int64_t requested = 0, allocated = 0;
  pbf_reader message = Message(record);
  while (message.next()) {
    switch (message.tag_and_type()) {
      case VarintField(1):
        requested = message.get_int64();
        break;
      case VarintField(2):
        allocated = message.get_int64();
        break;
      case VarintField(6):
        row.address = message.get_uint64();
        break;
      case BytesField(3):
      case VarintField(4):
      case VarintField(5):
        message.skip();
        break;
      default:
        place_.SkipUnknown(message, 6, record);
    }
  }
  row.bytes = std::max(requested, allocated);
}

void NodeExecStatsReader::Finish() {
  for (const ExecRow& row : execs_) builder_.AddExec(row);
}

}  // namespace profiler
