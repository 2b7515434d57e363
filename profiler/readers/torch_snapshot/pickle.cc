#include "profiler/readers/torch_snapshot/pickle.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "profiler/base/status.h"
#include "profiler/readers/torch_snapshot/opcodes.h"
#include "profiler/readers/torch_snapshot/pickle_lines.h"

namespace profiler::torch_snapshot {
namespace {

using Kind = PickleValue::Kind;

// Bounds memory: the largest snapshots have some ten million values.
constexpr uint64_t kMostValues = uint64_t{1} << 27;
constexpr size_t kMostKeys = 64;

}  // namespace

absl::Status Pickle::Load(std::string_view bytes, RunContext& context) {
  bytes_ = PickleBytes(bytes);
  uint32_t count = 0;
  for (;;) {
    if (++count % kCheckEvery == 0) PROFILER_RETURN_IF_ERROR(context.Check());
    uint8_t opcode = 0;
    PROFILER_RETURN_IF_ERROR(bytes_.TakeOpcode(opcode));
    if (opcode == kStop) break;
    PROFILER_RETURN_IF_ERROR(Step(opcode));
  }
  if (stack_.empty()) return Refuse("ends without a value");
  top_ = stack_.back();
  return absl::OkStatus();
}

std::span<const PickleValue> Pickle::ItemsOf(const PickleValue& value) const {
  if (!value.is(Kind::kList)) return {};
  return containers_[value.index];
}

PickleValue Pickle::Find(const PickleValue& dict, std::string_view key) const {
  if (!dict.is(Kind::kDict)) return {};
  const Container& items = containers_[dict.index];
  const size_t end = std::min(items.size(), 2 * kMostKeys);
  for (size_t i = 0; i + 1 < end; i += 2) {
    if (TextOf(items[i]) == key) return items[i + 1];
  }
  return {};
}

absl::Status Pickle::Push(PickleValue value) {
  if (++made_ > kMostValues) return Refuse("is one value too many for a memory snapshot");
  stack_.push_back(value);
  return absl::OkStatus();
}

absl::Status Pickle::Step(uint8_t opcode) {
  switch (GroupOf(opcode)) {
    case OpcodeGroup::kNumber: {
      PickleValue value;
      PROFILER_RETURN_IF_ERROR(bytes_.TakeScalar(opcode, value));
      return Push(value);
    }
    case OpcodeGroup::kText:
      return StepText(opcode);
    case OpcodeGroup::kContainer:
      return StepContainer(opcode);
    case OpcodeGroup::kMemo:
      return StepMemo(opcode);
    case OpcodeGroup::kStack:
      return StepStack(opcode);
    case OpcodeGroup::kCode:
      return Refuse(
          "would import or call code, or make an object; memory snapshots have plain values only, "
          "and nothing of a pickle is run");
    case OpcodeGroup::kLine:
      return StepLine(opcode);
    case OpcodeGroup::kInvalid:
      break;
  }
  return Refuse("is no opcode of protocols 0 to 5: the file is damaged");
}

absl::Status Pickle::StepText(uint8_t opcode) {
  std::string_view text;
  PickleValue value;
  PROFILER_RETURN_IF_ERROR(bytes_.TakeText(opcode, text, value.kind));
  return value.is(Kind::kText) ? PushText(text) : Push(value);
}

absl::Status Pickle::PushText(std::string_view text) {
  PickleValue value;
  value.kind = Kind::kText;
  value.index = static_cast<uint32_t>(texts_.size());
  texts_.push_back(text);
  return Push(value);
}

absl::Status Pickle::StepLine(uint8_t opcode) {
  std::string_view line;
  PROFILER_RETURN_IF_ERROR(bytes_.TakeLine(line));
  if (opcode == kGet || opcode == kPut) {
    const std::optional<uint64_t> index = IndexOfLine(line);
    if (!index) return Refuse("has no index of the memo behind it: the file is damaged");
    return opcode == kPut ? Remember(*index) : Recall(*index);
  }
  if (opcode == kInt || opcode == kLong || opcode == kFloat) {
    const std::optional<PickleValue> number = NumberOfLine(line);
    return number ? Push(*number) : Refuse("has no number behind it: the file is damaged");
  }
  std::optional<std::string> text = opcode == kUnicode ? TextOfUnicode(line) : TextOfString(line);
  if (!text) return Refuse("has no text behind it: the file is damaged");
  // Most texts stand in the file as they are meant, which takes no memory.
  const std::string_view inside = opcode == kUnicode ? line : line.substr(1, line.size() - 2);
  return PushText(*text == inside ? inside : decoded_.emplace_back(*std::move(text)));
}

absl::Status Pickle::PopMark(size_t& from) {
  if (marks_.empty() || marks_.back() > stack_.size()) return Refuse("has no mark below it");
  from = marks_.back();
  marks_.pop_back();
  return absl::OkStatus();
}

// Moves the values from `from` on to a new container.
absl::Status Pickle::PushContainer(Kind kind, size_t from) {
  if (from > stack_.size()) return Refuse("takes more values than there are");
  const bool is_uneven = kind == Kind::kDict && (stack_.size() - from) % 2 != 0;
  if (is_uneven) return Refuse("has a key without a value");
  PickleValue value;
  value.kind = kind;
  value.index = static_cast<uint32_t>(containers_.size());
  containers_.emplace_back(stack_.begin() + static_cast<ptrdiff_t>(from), stack_.end());
  stack_.resize(from);
  return Push(value);
}

// Moves the values from `from` on to the end of the container below them.
absl::Status Pickle::AppendFrom(size_t from, Kind kind) {
  const bool has_container = from > 0 && from <= stack_.size();
  // A set is not looked into, so its items are dropped.
  if (has_container && stack_[from - 1].is(Kind::kOther)) {
    stack_.resize(from);
    return absl::OkStatus();
  }
  if (!has_container || !stack_[from - 1].is(kind)) return Refuse("has no container below it");
  if (kind == Kind::kDict && (stack_.size() - from) % 2 != 0) {
    return Refuse("has a key without a value");
  }
  Container& container = containers_[stack_[from - 1].index];
  container.insert(container.end(), stack_.begin() + static_cast<ptrdiff_t>(from), stack_.end());
  stack_.resize(from);
  return absl::OkStatus();
}

absl::Status Pickle::StepContainer(uint8_t opcode) {
  size_t from = stack_.size();
  const auto last = [&](size_t count) { return count > from ? SIZE_MAX : from - count; };
  switch (opcode) {
    case kEmptyList:
    case kEmptyTuple:
      return PushContainer(Kind::kList, from);
    case kEmptyDict:
      return PushContainer(Kind::kDict, from);
    case kTuple1:
    case kTuple2:
    case kTuple3:
      return PushContainer(Kind::kList, last(opcode - kTuple1 + size_t{1}));
    case kAppend:
      return AppendFrom(last(1), Kind::kList);
    case kSetItem:
      return AppendFrom(last(2), Kind::kDict);
    case kEmptySet: {
      PickleValue set;
      set.kind = Kind::kOther;
      return Push(set);
    }
    default:
      break;
  }
  PROFILER_RETURN_IF_ERROR(PopMark(from));
  switch (opcode) {
    case kAppends:
    case kAddItems:
      return AppendFrom(from, Kind::kList);
    case kSetItems:
      return AppendFrom(from, Kind::kDict);
    case kDict:
      return PushContainer(Kind::kDict, from);
    default:
      return PushContainer(Kind::kList, from);  // TUPLE, LIST, FROZENSET
  }
}

// Python numbers what it remembers in order, so an index far beyond the others is a lie.
absl::Status Pickle::Remember(uint64_t index) {
  if (stack_.empty()) return Refuse("has no value to remember");
  if (index > memo_.size()) return Refuse("skips indices of the memo: the file is damaged");
  if (index == memo_.size()) {
    memo_.push_back(stack_.back());
  } else {
    memo_[index] = stack_.back();
  }
  return absl::OkStatus();
}

absl::Status Pickle::Recall(uint64_t index) {
  if (index >= memo_.size()) return Refuse("refers to a value that is not in the memo");
  return Push(memo_[index]);
}

absl::Status Pickle::StepMemo(uint8_t opcode) {
  if (opcode == kMemoize) return Remember(memo_.size());
  const bool is_long = opcode == kLongBinPut || opcode == kLongBinGet;
  uint64_t index = 0;
  PROFILER_RETURN_IF_ERROR(bytes_.TakeNumber(is_long ? 4 : 1, index));
  const bool is_put = opcode == kBinPut || opcode == kLongBinPut;
  return is_put ? Remember(index) : Recall(index);
}

absl::Status Pickle::StepStack(uint8_t opcode) {
  uint64_t number = 0;
  size_t from = 0;
  switch (opcode) {
    case kMark:
      if (marks_.size() >= kMostValues) return Refuse("is one mark too many");
      marks_.push_back(stack_.size());
      return absl::OkStatus();
    case kProto:
      PROFILER_RETURN_IF_ERROR(bytes_.TakeNumber(1, number));
      if (number > 5) return Refuse(fmt::format("is of protocol {}, and 0 to 5 are read", number));
      return absl::OkStatus();
    case kFrame:
      return bytes_.TakeNumber(8, number);  // how Python reads ahead
    case kDup:
      if (stack_.empty()) return Refuse("has no value to repeat");
      return Push(stack_.back());
    case kPop:
      if (stack_.empty()) return Refuse("has no value to drop");
      stack_.pop_back();
      return absl::OkStatus();
    default:
      PROFILER_RETURN_IF_ERROR(PopMark(from));
      stack_.resize(from);
      return absl::OkStatus();
  }
}

}  // namespace profiler::torch_snapshot
