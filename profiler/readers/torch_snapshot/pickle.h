#ifndef PROFILER_READERS_TORCH_SNAPSHOT_PICKLE_H_
#define PROFILER_READERS_TORCH_SNAPSHOT_PICKLE_H_

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "profiler/base/run_context.h"

namespace profiler::torch_snapshot {

// A plain Python value. Lists, tuples and dictionaries are numbers of containers, which values may
// share; a container may even hold itself.
struct PickleValue {
  enum class Kind : uint8_t { kNone, kWhole, kReal, kText, kList, kDict, kOther };

  Kind kind = Kind::kNone;
  uint32_t index = 0;  // of a container or text
  union {
    int64_t whole = 0;  // of True and False: 1 and 0
    double real;
  };

  bool is(Kind of) const { return kind == of; }
};

// The arguments of opcodes of protocols 0 and 1, which are lines of text.

// A number as INT, LONG and FLOAT have it: -7, 01 (True), 140000000000L, 1e-05. nullopt if the text
// is none; of kind other if it is a whole number beyond 64 bits.
std::optional<PickleValue> NumberOfLine(std::string_view line);

// An index of the memo. nullopt if the text is none.
std::optional<uint64_t> IndexOfLine(std::string_view line);

// What UNICODE means by a line, in UTF-8: bytes from 0x80 on are code points, and \u000a and
// \U0001f600 are others. nullopt if an escape is cut.
std::optional<std::string> TextOfUnicode(std::string_view line);

// What STRING means by a line: a text of Python 2 in quotes, with escapes. nullopt if it has no
// quotes or an escape is cut.
std::optional<std::string> TextOfString(std::string_view line);

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
  absl::Status StepNumber(uint8_t opcode);
  absl::Status StepText(uint8_t opcode);
  absl::Status StepContainer(uint8_t opcode);
  absl::Status StepMemo(uint8_t opcode);
  absl::Status StepStack(uint8_t opcode);
  absl::Status StepLine(uint8_t opcode);

  absl::Status Take(size_t count, std::string_view& taken);
  absl::Status TakeNumber(size_t bytes, uint64_t& number);
  absl::Status TakeLine(std::string_view& line);
  absl::Status TakeText(size_t length_bytes, PickleValue::Kind kind);
  absl::Status TakeLong(size_t length_bytes);
  absl::Status Push(PickleValue value);
  absl::Status PushText(std::string_view text);
  absl::Status PushContainer(PickleValue::Kind kind, size_t from);
  absl::Status PopMark(size_t& from);
  absl::Status AppendFrom(size_t from, PickleValue::Kind kind);
  absl::Status Remember(uint64_t index);
  absl::Status Recall(uint64_t index);
  absl::Status Refuse(std::string_view why) const;

  std::string_view bytes_;
  size_t at_ = 0, opcode_at_ = 0;
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
