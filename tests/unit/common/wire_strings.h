// Encodes protobuf's wire format directly, for messages that a schema cannot express.
#ifndef TESTS_UNIT_COMMON_WIRE_STRINGS_H_
#define TESTS_UNIT_COMMON_WIRE_STRINGS_H_

#include <cstdint>
#include <string>

namespace profiler {

inline std::string WireVarint(uint64_t value) {
  std::string bytes;
  for (; value >= 0x80; value >>= 7) bytes += static_cast<char>((value & 0x7f) | 0x80);
  return bytes + static_cast<char>(value);
}

// Encodes one field, whose value is an integer, or a text or message.
inline std::string Wire(uint32_t number, uint64_t value) {
  return WireVarint(uint64_t{number} << 3) + WireVarint(value);
}
inline std::string Wire(uint32_t number, const std::string& value) {
  return WireVarint(uint64_t{number} << 3 | 2) + WireVarint(value.size()) + value;
}

}  // namespace profiler

#endif  // TESTS_UNIT_COMMON_WIRE_STRINGS_H_
