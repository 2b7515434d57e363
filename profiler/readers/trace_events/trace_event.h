// One event of a Chrome trace. Texts point into the file or the parser's buffer, and are valid
// until the next event is read.
#ifndef PROFILER_READERS_TRACE_EVENTS_TRACE_EVENT_H_
#define PROFILER_READERS_TRACE_EVENTS_TRACE_EVENT_H_

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "profiler/base/int128.h"

namespace profiler::chrome_trace {

// The arguments that are read (docs/store-mapping.md, section 4).
enum class Arg : uint8_t {
  kOther,
  kExternalId,
  kCorrelation,
  kDevice,
  kStream,
  kGrid,
  kBlock,
  kRegisters,
  kSharedMemory,
  kOccupancy,
  kCopiedBytes,
  kCollective,
  kInElements,
  kOutElements,
  kElementType,
  kGroupSize,
  kGroupName,
  kGroupDescription,
  kSourceRank,
  kTargetRank,
  kInputDims,
  kInputTypes,
  kInputValues,
  kFlops,
  kSequence,
  kForwardThread,
  kAddress,
  kBytes,
  kTotalAllocated,
  kTotalReserved,
  kDeviceType,
  kDeviceId,
  kName,
  kOp,
  kSortIndex,
  kTfOp,
  kStepNum,
  kStartMicros,
  kLaneOf,
  kCallFrom,
  kDetail,
  kCount,
};
Arg FindArg(std::string_view key);

// The text of a JSON value, without the quotes if it is a string.
struct Value {
  std::string_view text;
  bool is_string = false;

  bool empty() const { return text.empty() && !is_string; }
  // The value as a whole number, which may be written as a string.
  std::optional<int64_t> AsNumber() const;
  // The value as an id. Also accepts unsigned 64-bit numbers and e.g. "3.0".
  std::optional<int64_t> AsId() const;
  std::optional<double> AsReal() const;
};

struct Argument {
  Arg arg = Arg::kOther;
  std::string_view key;
  Value value;
};

// The arguments of an event; unknown ones are kept only for counters.
class Arguments {
 public:
  void Clear() {
    for (const Argument& argument : all_) at_[static_cast<size_t>(argument.arg)] = 0;
    all_.clear();
  }
  // Adds an argument. Of several with the same key the last is used.
  void Add(Arg arg, std::string_view key, const Value& value) {
    all_.push_back({arg, key, value});
    at_[static_cast<size_t>(arg)] = static_cast<uint32_t>(all_.size());
  }
  bool Has(Arg arg) const { return at_[static_cast<size_t>(arg)] != 0; }
  Value operator[](Arg arg) const {
    const uint32_t at = at_[static_cast<size_t>(arg)];
    return at == 0 ? Value() : all_[at - 1].value;
  }
  const std::vector<Argument>& all() const { return all_; }

 private:
  std::vector<Argument> all_;
  std::array<uint32_t, static_cast<size_t>(Arg::kCount)> at_ = {};
};

struct TraceEvent {
  char phase = 0;  // 0 if there is none
  bool has_time = false, has_duration = false;
  bool binds_enclosing = false;   // a flow's end binds to the enclosing slice
  Int128 time = 0, duration = 0;  // ps; times on the file's own scale
  std::string_view name, category;
  Value process, thread, id;
  Arguments args;
  uint64_t offset = 0;  // of its first byte in the file

  void Clear();
};

}  // namespace profiler::chrome_trace

#endif  // PROFILER_READERS_TRACE_EVENTS_TRACE_EVENT_H_
