// Takes opcodes and their arguments off the bytes of a pickle, and checks every length.
#ifndef PROFILER_READERS_TORCH_SNAPSHOT_PICKLE_BYTES_H_
#define PROFILER_READERS_TORCH_SNAPSHOT_PICKLE_BYTES_H_

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "absl/status/status.h"
#include "profiler/base/status.h"
#include "profiler/readers/torch_snapshot/pickle_value.h"

namespace profiler::torch_snapshot {

class PickleBytes {
 public:
  PickleBytes() = default;
  explicit PickleBytes(std::string_view bytes) : bytes_(bytes) {}

  // Errors name this opcode until the next is taken.
  absl::Status TakeOpcode(uint8_t& opcode) {
    opcode_at_ = at_;
    uint64_t number = 0;
    PROFILER_RETURN_IF_ERROR(TakeNumber(1, number));
    opcode = static_cast<uint8_t>(number);
    return absl::OkStatus();
  }

  absl::Status Take(size_t count, std::string_view& taken) {
    if (count > bytes_.size() - at_) return Cut();
    taken = bytes_.substr(at_, count);
    at_ += count;
    return absl::OkStatus();
  }

  // A little-endian number without a sign.
  absl::Status TakeNumber(size_t bytes, uint64_t& number) {
    std::string_view taken;
    PROFILER_RETURN_IF_ERROR(Take(bytes, taken));
    number = 0;
    for (size_t i = bytes; i-- > 0;) number = number << 8 | static_cast<unsigned char>(taken[i]);
    return absl::OkStatus();
  }

  // The argument of an opcode of the group kNumber.
  absl::Status TakeScalar(uint8_t opcode, PickleValue& value);
  // The argument of an opcode of the group kText. `kind` is other if it is bytes.
  absl::Status TakeText(uint8_t opcode, std::string_view& text, PickleValue::Kind& kind);
  // Up to the end of the line, which is taken as well.
  absl::Status TakeLine(std::string_view& line);

  // Errors name the opcode and its byte, but not the file.
  absl::Status Refuse(std::string_view why) const;

 private:
  // A number of bytes, and as many bytes.
  absl::Status TakeCounted(size_t length_bytes, std::string_view& taken);
  absl::Status Cut() const;

  std::string_view bytes_;
  size_t at_ = 0, opcode_at_ = 0;
};

}  // namespace profiler::torch_snapshot

#endif  // PROFILER_READERS_TORCH_SNAPSHOT_PICKLE_BYTES_H_
