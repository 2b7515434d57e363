#include "profiler/readers/trace_events/trace_event.h"

#include <charconv>
#include <cmath>
#include <iterator>
#include <system_error>

namespace profiler::chrome_trace {
namespace {

struct ArgName {
  std::string_view key;
  Arg arg;
};

// Kineto's, TensorFlow's and TensorBoard's names.
constexpr ArgName kArgNames[] = {
    {"External id", Arg::kExternalId},
    {"external id", Arg::kExternalId},
    {"correlation", Arg::kCorrelation},
    {"device", Arg::kDevice},
    {"stream", Arg::kStream},
    {"grid", Arg::kGrid},
    {"block", Arg::kBlock},
    {"registers per thread", Arg::kRegisters},
    {"shared memory", Arg::kSharedMemory},
    {"est. achieved occupancy %", Arg::kOccupancy},
    {"bytes", Arg::kCopiedBytes},
    {"Collective name", Arg::kCollective},
    {"In msg nelems", Arg::kInElements},
    {"Out msg nelems", Arg::kOutElements},
    {"dtype", Arg::kElementType},
    {"Group size", Arg::kGroupSize},
    {"Process Group Name", Arg::kGroupName},
    {"Process Group Description", Arg::kGroupDescription},
    {"Src Rank", Arg::kSourceRank},
    {"Dst Rank", Arg::kTargetRank},
    {"Input Dims", Arg::kInputDims},
    {"Input dims", Arg::kInputDims},
    {"Input type", Arg::kInputTypes},
    {"Concrete Inputs", Arg::kInputValues},
    {"flops", Arg::kFlops},
    {"Total Flops", Arg::kFlops},
    {"Sequence number", Arg::kSequence},
    {"Fwd thread id", Arg::kForwardThread},
    {"Addr", Arg::kAddress},
    {"Bytes", Arg::kBytes},
    {"Total Allocated", Arg::kTotalAllocated},
    {"Total Reserved", Arg::kTotalReserved},
    {"Device Type", Arg::kDeviceType},
    {"Device Id", Arg::kDeviceId},
    {"name", Arg::kName},
    {"op", Arg::kOp},
    {"sort_index", Arg::kSortIndex},
    {"tf_op", Arg::kTfOp},
    {"step_num", Arg::kStepNum},
    {"lane_of", Arg::kLaneOf},
    {"CallFrom", Arg::kCallFrom},
    {"detail", Arg::kDetail},
    {"start_time_since_epoch_in_micros", Arg::kStartMicros},
};

// Hashes length, first and last letter: every argument of every event is looked up.
class ArgTable {
 public:
  constexpr ArgTable() {
    for (size_t i = 0; i < std::size(kArgNames); ++i) {
      size_t slot = SlotOf(kArgNames[i].key);
      while (names_[slot] != kFree) slot = (slot + 1) % kSlots;
      names_[slot] = static_cast<uint8_t>(i);
    }
  }
  Arg Find(std::string_view key) const {
    if (key.empty()) return Arg::kOther;
    for (size_t slot = SlotOf(key); names_[slot] != kFree; slot = (slot + 1) % kSlots) {
      if (kArgNames[names_[slot]].key == key) return kArgNames[names_[slot]].arg;
    }
    return Arg::kOther;
  }

 private:
  static constexpr size_t kSlots = 256;
  static constexpr uint8_t kFree = UINT8_MAX;
  static_assert(std::size(kArgNames) < kFree);

  static constexpr size_t SlotOf(std::string_view key) {
    const auto letter = [&](size_t at) {
      return static_cast<size_t>(static_cast<uint8_t>(key[at]));
    };
    return (key.size() * 31 + letter(0) * 7 + letter(key.size() - 1) * 3 + letter(key.size() / 2)) %
           kSlots;
  }

  std::array<uint8_t, kSlots> names_ = [] {
    std::array<uint8_t, kSlots> free = {};
    for (uint8_t& name : free) name = kFree;
    return free;
  }();
};

// Parses a text that is all a number.
template <typename Number>
std::optional<Number> Whole(std::string_view text) {
  Number number = 0;
  const char* last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), last, number);
  if (text.empty() || error != std::errc() || end != last) return std::nullopt;
  return number;
}

}  // namespace

Arg FindArg(std::string_view key) {
  static constexpr ArgTable kTable;
  return kTable.Find(key);
}

std::optional<int64_t> Value::AsNumber() const { return Whole<int64_t>(text); }

std::optional<int64_t> Value::AsId() const {
  if (const std::optional<int64_t> number = AsNumber()) return number;
  if (const auto bits = Whole<uint64_t>(text)) return static_cast<int64_t>(*bits);
  constexpr double kExact = 0x1p53;
  const std::optional<double> real = AsReal();
  if (!real.has_value() || !(std::abs(*real) <= kExact) || *real != std::floor(*real)) {
    return std::nullopt;
  }
  return static_cast<int64_t>(*real);
}

std::optional<double> Value::AsReal() const { return Whole<double>(text); }

void TraceEvent::Clear() {
  args.Clear();
  phase = 0;
  has_time = has_duration = binds_enclosing = false;
  time = duration = 0;
  name = category = {};
  process = thread = id = {};
}

}  // namespace profiler::chrome_trace
