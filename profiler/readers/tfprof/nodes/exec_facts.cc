#include "profiler/readers/tfprof/nodes/exec_facts.h"

#include <utility>

namespace profiler {
namespace {

using protozero::pbf_reader;

// Decodes one ExecProfile.
class ExecDecoder {
 public:
  ExecDecoder(const Place& place, ExecFacts& facts)
      : place_(place), facts_(facts), outputs_(facts.output_records) {}

  void Decode(std::string_view record, ExecFacts::Exec& exec) {
    pbf_reader message = Message(record);
    while (message.next()) {
      switch (message.tag_and_type()) {
        case VarintField(1):
          exec.runs = message.get_int64();
          break;
        case VarintField(2):
          exec.start = message.get_int64();
          break;
        case VarintField(3):
          exec.end = message.get_int64();
          break;
        case BytesField(4):
          DecodeLane(true, Text(message));
          break;
        case BytesField(5):
          DecodeLane(false, Text(message));
          break;
        case BytesField(6):
          facts_.seen.push_back(facts_.SameName(Text(message)));
          break;
        case BytesField(7):
          DecodeMemory(Text(message));
          break;
        case BytesField(11):
          DecodeAllocation(Text(message));
          break;
        default:
          place_.SkipUnknown(message, 11, record);
      }
    }
  }

 private:
  // One entry of accelerator_execs or cpu_execs: lane name to ExecTime.
  void DecodeLane(bool accelerator, std::string_view entry) {
    const auto [name, times] = ReadNamedEntry(entry, place_);
    const size_t lane = facts_.lanes.size();
    facts_.lanes.push_back({facts_.SameName(name), accelerator, facts_.times.size()});
    pbf_reader tuples = Message(times);
    while (tuples.next()) {
      if (tuples.tag_and_type() == BytesField(1)) {
        DecodeTime(Text(tuples));
        facts_.lanes[lane].times_end = facts_.times.size();
      } else {
        place_.SkipUnknown(tuples, 1, times);
      }
    }
  }

  // A Tuple of start and duration, in microseconds.
  void DecodeTime(std::string_view tuple) {
    int64_t values[2] = {0, 0};
    int count = 0;
    const auto take = [&](int64_t value) {
      if (count < 2) values[count] = value;
      ++count;
    };
    pbf_reader message = Message(tuple);
    while (message.next()) {
      switch (message.tag_and_type()) {
        case BytesField(1):
          for (int64_t value : message.get_packed_int64()) take(value);
          break;
        case VarintField(1):
          take(message.get_int64());
          break;
        default:
          place_.SkipUnknown(message, 1, tuple);
      }
    }
    if (count < 2) return place_.Count(ImportProblem::kMalformedTime, tuple);
    if (count > 2) place_.Count(ImportProblem::kMalformedField, tuple);
    facts_.times.push_back({values[0], values[1], tuple});
  }

  void DecodeMemory(std::string_view record) {
    outputs_.clear();
    ExecFacts::Snapshot snapshot;
    SnapshotRow& row = snapshot.row;
    // The writer omits zeros and always records these values, so a missing value is 0.
    row.requested_bytes = row.peak_bytes = row.residual_bytes = row.output_bytes = 0;
    row.host_temp_bytes = row.host_persistent_bytes = 0;
    row.accelerator_temp_bytes = row.accelerator_persistent_bytes = 0;
    row.allocator_bytes_in_use = 0;
    row.time = 0;
    pbf_reader message = Message(record);
    while (message.next()) {
      switch (message.tag_and_type()) {
        case VarintField(1):
          row.time = message.get_int64();
          break;
        case VarintField(2):
          row.host_temp_bytes = message.get_int64();
          break;
        case VarintField(3):
          row.host_persistent_bytes = message.get_int64();
          break;
        case VarintField(4):
          row.accelerator_temp_bytes = message.get_int64();
          break;
        case VarintField(5):
          row.accelerator_persistent_bytes = message.get_int64();
          break;
        case VarintField(6):
          row.requested_bytes = message.get_int64();
          break;
        case VarintField(7):
          row.peak_bytes = message.get_int64();
          break;
        case VarintField(8):
          row.residual_bytes = message.get_int64();
          break;
        case VarintField(9):
          row.output_bytes = message.get_int64();
          break;
        case VarintField(10):
          row.allocator_bytes_in_use = message.get_int64();
          break;
        case BytesField(11):
          outputs_.push_back(Text(message));
          break;
        default:
          place_.SkipUnknown(message, 11, record);
      }
    }
    snapshot.outputs_end = facts_.outputs.size();
    facts_.snapshots.push_back(snapshot);
    for (std::string_view output : outputs_) {
      DecodeOutput(output);
      facts_.snapshots.back().outputs_end = facts_.outputs.size();
    }
  }

  // One entry of output_memory: slot to Memory.
  void DecodeOutput(std::string_view entry) {
    OutputRow row;
    row.bytes = 0;
    pbf_reader message = Message(entry);
    while (message.next()) {
      switch (message.tag_and_type()) {
        case VarintField(1):
          row.slot = message.get_int32();
          break;
        case BytesField(2): {
          pbf_reader memory = message.get_message();
          while (memory.next()) {
            switch (memory.tag_and_type()) {
              case VarintField(1):
                row.bytes = memory.get_int64();
                break;
              case VarintField(2):
                row.address = memory.get_uint64();
                break;
              default:
                place_.SkipUnknown(memory, 2, entry);
            }
          }
          break;
        }
        default:
          place_.SkipUnknown(message, 2, entry);
      }
    }
    facts_.outputs.push_back(row);
  }

  void DecodeAllocation(std::string_view record) {
    ExecFacts::Allocation allocation;
    pbf_reader message = Message(record);
    while (message.next()) {
      switch (message.tag_and_type()) {
        case VarintField(1):
          allocation.time = message.get_int64();
          break;
        case VarintField(2):
          allocation.delta = message.get_int64();
          break;
        default:
          place_.SkipUnknown(message, 2, record);
      }
    }
    facts_.allocations.push_back(allocation);
  }

  const Place& place_;
  ExecFacts& facts_;
  std::vector<std::string_view>& outputs_;  // of the current record: its output_memory
};

}  // namespace

void ExecFacts::Clear() {
  execs.clear();
  lanes.clear();
  times.clear();
  seen.clear();
  snapshots.clear();
  outputs.clear();
  allocations.clear();
  names.clear();
}

std::string_view ExecFacts::SameName(std::string_view name) {
  constexpr size_t kFew = 16;  // a step's lanes; further names are not remembered
  for (std::string_view& known : names) {
    if (known != name) continue;
    std::swap(known, names.front());
    return names.front();
  }
  if (names.size() < kFew) names.push_back(name);
  return name;
}

void ExecFacts::Reserve(size_t count) {
  execs.reserve(count);
  lanes.reserve(count);
  times.reserve(count);
  seen.reserve(count);
  snapshots.reserve(count);
  outputs.reserve(count);
}

void DecodeExec(int64_t step, std::string_view record, bool cut, std::string_view detail,
                const Place& place, ExecFacts& facts) {
  ExecFacts::Exec exec;
  exec.step = step;
  exec.is_whole = false;
  place.Guard(record, cut, detail, [&] {
    ExecDecoder(place, facts).Decode(record, exec);
    exec.is_whole = true;
  });
  exec.lanes_end = facts.lanes.size();
  exec.seen_end = facts.seen.size();
  exec.snapshots_end = facts.snapshots.size();
  exec.allocations_end = facts.allocations.size();
  facts.execs.push_back(exec);
}

}  // namespace profiler
