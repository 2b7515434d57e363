#include "profiler/readers/torch_snapshot/pickle_bytes.h"

#include <fmt/format.h>

#include <bit>

#include "profiler/readers/torch_snapshot/opcodes.h"

namespace profiler::torch_snapshot {
namespace {

// The number that these digits are, little-endian, in two's complement. Beyond 64 bits its kind is
// other.
PickleValue LongOf(std::string_view digits) {
  PickleValue value;
  if (digits.size() > 8) {
    value.kind = PickleValue::Kind::kOther;
    return value;
  }
  value.kind = PickleValue::Kind::kWhole;
  const bool is_negative = !digits.empty() && static_cast<unsigned char>(digits.back()) >= 0x80;
  uint64_t number = is_negative ? UINT64_MAX : 0;
  for (size_t i = digits.size(); i-- > 0;) {
    number = number << 8 | static_cast<unsigned char>(digits[i]);
  }
  value.whole = static_cast<int64_t>(number);
  return value;
}

}  // namespace

absl::Status PickleBytes::TakeScalar(uint8_t opcode, PickleValue& value) {
  value.kind = PickleValue::Kind::kWhole;
  uint64_t number = 0;
  std::string_view digits;
  switch (opcode) {
    case kNone:
      value.kind = PickleValue::Kind::kNone;
      break;
    case kNewTrue:
    case kNewFalse:
      value.whole = opcode == kNewTrue ? 1 : 0;
      break;
    case kBinInt:
      PROFILER_RETURN_IF_ERROR(TakeNumber(4, number));
      value.whole = static_cast<int32_t>(number);
      break;
    case kBinInt1:
    case kBinInt2:
      PROFILER_RETURN_IF_ERROR(TakeNumber(opcode == kBinInt1 ? 1 : 2, number));
      value.whole = static_cast<int64_t>(number);
      break;
    case kBinFloat:
      PROFILER_RETURN_IF_ERROR(TakeNumber(8, number));
      value.kind = PickleValue::Kind::kReal;
      value.real = std::bit_cast<double>(__builtin_bswap64(number));
      break;
    default:
      PROFILER_RETURN_IF_ERROR(TakeCounted(opcode == kLong1 ? 1 : 4, digits));
      value = LongOf(digits);
  }
  return absl::OkStatus();
}

absl::Status PickleBytes::TakeText(uint8_t opcode, std::string_view& text,
                                   PickleValue::Kind& kind) {
  kind = PickleValue::Kind::kText;
  switch (opcode) {
    case kShortBinUnicode:
    case kShortBinString:
      return TakeCounted(1, text);
    case kBinUnicode:
    case kBinString:
      return TakeCounted(4, text);
    case kBinUnicode8:
      return TakeCounted(8, text);
    default:
      break;
  }
  kind = PickleValue::Kind::kOther;
  switch (opcode) {
    case kShortBinBytes:
      return TakeCounted(1, text);
    case kBinBytes:
      return TakeCounted(4, text);
    default:
      return TakeCounted(8, text);  // BINBYTES8, BYTEARRAY8
  }
}

absl::Status PickleBytes::TakeLine(std::string_view& line) {
  const size_t end = bytes_.find('\n', at_);
  PROFILER_RETURN_IF_ERROR(Take(end == bytes_.npos ? SIZE_MAX : end - at_, line));
  ++at_;
  if (line.ends_with('\r')) line.remove_suffix(1);
  return absl::OkStatus();
}

absl::Status PickleBytes::TakeCounted(size_t length_bytes, std::string_view& taken) {
  uint64_t length = 0;
  PROFILER_RETURN_IF_ERROR(TakeNumber(length_bytes, length));
  return Take(length, taken);
}

absl::Status PickleBytes::Refuse(std::string_view why) const {
  const auto opcode =
      opcode_at_ < bytes_.size() ? static_cast<uint8_t>(bytes_[opcode_at_]) : uint8_t{kStop};
  return absl::InvalidArgumentError(
      fmt::format("{} at byte {} {}", NameOf(opcode), opcode_at_, why));
}

absl::Status PickleBytes::Cut() const {
  return absl::InvalidArgumentError(
      fmt::format("the file ends at byte {}, inside the value at "
                  "byte {}: it is cut",
                  bytes_.size(), opcode_at_));
}

}  // namespace profiler::torch_snapshot
