#ifndef PROFILER_READERS_WIRE_WALK_H_
#define PROFILER_READERS_WIRE_WALK_H_

#include <cstdint>
#include <string_view>

namespace profiler {

// Walks the fields of one protobuf message, for the outer levels of a file: it never throws, takes
// lengths beyond 32 bits, and hands out what is left of a record that the file's end cuts off.
class WireWalk {
 public:
  enum class Stop : uint8_t { kNone, kEnd, kTruncated, kMalformed };
  enum class Type : uint8_t { kVarint = 0, kFixed64 = 1, kBytes = 2, kFixed32 = 5 };

  // `base`: the offset of `bytes` in the file.
  explicit WireWalk(std::string_view bytes, uint64_t base = 0) : bytes_(bytes), base_(base) {}

  // On to the next field; false at the end or at damage, which stop() tells apart. A field that is
  // cut off is still handed out, with cut() true; it is the last one.
  bool Next();

  uint32_t number() const { return number_; }
  Type type() const { return type_; }
  uint64_t varint() const { return varint_; }
  std::string_view bytes() const { return value_; }
  // The file offset of the field's tag.
  uint64_t offset() const { return base_ + field_at_; }
  bool cut() const { return cut_; }
  Stop stop() const { return stop_; }

 private:
  bool Varint(uint64_t& value);
  bool Fail(Stop stop) {
    stop_ = stop;
    return false;
  }
  bool Skip(size_t count);

  std::string_view bytes_;
  uint64_t base_;
  size_t at_ = 0, field_at_ = 0;
  uint32_t number_ = 0;
  Type type_ = Type::kVarint;
  uint64_t varint_ = 0;
  std::string_view value_;
  bool cut_ = false;
  Stop stop_ = Stop::kNone;
};

}  // namespace profiler

#endif  // PROFILER_READERS_WIRE_WALK_H_
