#ifndef PROFILER_READERS_TORCH_SNAPSHOT_PICKLE_H_
#define PROFILER_READERS_TORCH_SNAPSHOT_PICKLE_H_

#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "profiler/base/run_context.h"
#include "profiler/readers/torch_snapshot/pickle_bytes.h"
#include "profiler/readers/torch_snapshot/pickle_value.h"

namespace profiler::torch_snapshot {

// Reads a pickle of protocol 0 to 5 that consists of plain values. It imports nothing, calls
// nothing and makes no objects: opcodes that would are refused by name and position. The input is
// untrusted: lengths, stack and memo indices are checked, and the number of values is limited.
class Pickle {
 public:
  // Errors name the opcode and its byte, but not the file.
  absl::Status Load(std::string_view bytes, RunContext& context);

  const PickleValue& top() const { return top_; }
  std::string_view TextOf(const PickleValue& value) const {
    return value.is(PickleValue::Kind::kText) ? texts_[value.index] : std::string_view();
  }
  // The items of a list or tuple; none of another value.
  std::span<const PickleValue> ItemsOf(const PickleValue& value) const;
  // The value of a key of a dictionary; None if it is not there. Only the first keys are searched,
  // as dictionaries of a snapshot are small.
  PickleValue Find(const PickleValue& dict, std::string_view key) const;
  size_t container_count() const { return containers_.size(); }

 private:
  using Container = std::vector<PickleValue>;  // of a dictionary: keys and values in turn

  absl::Status Step(uint8_t opcode);
  absl::Status StepText(uint8_t opcode);
  absl::Status StepContainer(uint8_t opcode);
  absl::Status StepMemo(uint8_t opcode);
  absl::Status StepStack(uint8_t opcode);
  absl::Status StepLine(uint8_t opcode);

  absl::Status Push(PickleValue value);
  absl::Status PushText(std::string_view text);
  absl::Status PushContainer(PickleValue::Kind kind, size_t from);
  absl::Status PopMark(size_t& from);
  absl::Status AppendFrom(size_t from, PickleValue::Kind kind);
  absl::Status Remember(uint64_t index);
  absl::Status Recall(uint64_t index);
  absl::Status Refuse(std::string_view why) const { return bytes_.Refuse(why); }

  PickleBytes bytes_;
  uint64_t made_ = 0;  // values that were pushed
  std::vector<PickleValue> stack_, memo_;
  std::vector<size_t> marks_;
  std::vector<Container> containers_;
  std::vector<std::string_view> texts_;
  std::deque<std::string> decoded_;  // texts that are not in the file as they are
  PickleValue top_;
};

}  // namespace profiler::torch_snapshot

#endif  // PROFILER_READERS_TORCH_SNAPSHOT_PICKLE_H_
