#ifndef PROFILER_READERS_COMMON_WIRE_WALK_H_
#define PROFILER_READERS_COMMON_WIRE_WALK_H_

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace profiler {

// Iterates over the fields of one protobuf message. Never throws, accepts lengths beyond 32 bits,
// and returns the part of a record that is cut by the end of the file. Inline, because a profile
// with millions of events has as many messages.
class WireWalk {
 public:
  enum class Stop : uint8_t { kNone, kEnd, kTruncated, kMalformed };
  enum class Type : uint8_t { kVarint = 0, kFixed64 = 1, kBytes = 2, kFixed32 = 5 };

  // `base` is the offset of `bytes` in the file.
  explicit WireWalk(std::string_view bytes, uint64_t base = 0)
      : begin_(bytes.data()),
        at_(begin_),
        end_(begin_ + bytes.size()),
        readable_(end_),
        field_at_(begin_),
        base_(base) {}

  // A walk over the message in the parent's current field. Fast for short messages, because it may
  // look at what follows the message in the parent.
  static WireWalk Inside(const WireWalk& parent) {
    WireWalk walk(parent.bytes());
    walk.readable_ = parent.readable_;
    return walk;
  }

  // Moves to the next field. Returns false at the end or at damage, which stop() distinguishes. If
  // the last field is cut, Next() returns true and cut() is true.
  bool Next();

  uint32_t number() const { return static_cast<uint32_t>(tag_ >> 3); }
  Type type() const { return static_cast<Type>(tag_ & 7); }
  // Field number and wire type, as VarintField() and BytesField() encode them.
  uint32_t tag() const { return static_cast<uint32_t>(tag_); }
  uint64_t varint() const { return varint_; }
  int64_t int64() const { return static_cast<int64_t>(varint_); }
  // The value of a 64-bit field, as a double.
  double real() const {
    double value = 0;
    std::memcpy(&value, value_.data(), sizeof(value));
    return value;
  }
  std::string_view bytes() const { return value_; }
  // The file offset of the field's tag.
  uint64_t offset() const { return base_ + static_cast<uint64_t>(field_at_ - begin_); }
  bool cut() const { return cut_; }
  Stop stop() const { return stop_; }

 private:
  static constexpr uint64_t kMaxNumber = (1 << 29) - 1;

  bool Varint(uint64_t& value) {
    if (at_ != end_ && static_cast<unsigned char>(*at_) < 0x80) {
      value = static_cast<unsigned char>(*at_++);
      return true;
    }
    return LongVarint(value);
  }
  bool LongVarint(uint64_t& value) {
    uint64_t bits = 0;
    if (static_cast<size_t>(readable_ - at_) < sizeof(bits)) return CheckedVarint(value);
    std::memcpy(&bits, at_, sizeof(bits));  // little-endian
    const uint64_t ends = ~bits & 0x8080808080808080;
    if (ends == 0) return CheckedVarint(value);
    const int last = __builtin_ctzll(ends);  // the high bit of the last byte
    if (end_ - at_ <= last / 8) return CheckedVarint(value);
    at_ += last / 8 + 1;
    // Packs the low seven bits of each byte: first in pairs of bytes, then in fours, then all.
    bits &= 0x7f7f7f7f7f7f7f7f >> (63 - last);
    bits = (bits & 0x007f007f007f007f) | (bits & 0x7f007f007f007f00) >> 1;
    bits = (bits & 0x00003fff00003fff) | (bits & 0x3fff00003fff0000) >> 2;
    value = (bits & 0x000000000fffffff) | (bits & 0x0fffffff00000000) >> 4;
    return true;
  }
  // Reads a varint that is long or near the end of the bytes.
  bool CheckedVarint(uint64_t& value) {
    const Checked checked = ReadBytewise(at_, end_);
    at_ = checked.at;
    value = checked.value;
    return checked.stop == Stop::kNone || Fail(checked.stop);
  }
  // Separate from the members of the walk, so that those can stay in registers.
  struct Checked {
    const char* at;
    uint64_t value;
    Stop stop;
  };
  [[gnu::noinline]] static Checked ReadBytewise(const char* at, const char* end) {
    uint64_t result = 0;
    for (int shift = 0; shift < 70; shift += 7) {
      if (at == end) return {at, 0, Stop::kTruncated};
      const auto byte = static_cast<unsigned char>(*at++);
      if (shift < 64) result |= static_cast<uint64_t>(byte & 0x7f) << shift;
      if (byte < 0x80) return {at, result, Stop::kNone};
    }
    return {at, 0, Stop::kMalformed};
  }
  bool Tag() {
    if (static_cast<unsigned char>(*at_) < 0x80) {
      tag_ = static_cast<unsigned char>(*at_++);
    } else if (!LongVarint(tag_)) {
      return false;
    }
    return (tag_ >= 8 && tag_ >> 3 <= kMaxNumber) || Fail(Stop::kMalformed);
  }
  // Stops the walk: nothing after this field is read.
  bool Fail(Stop stop) {
    stop_ = stop;
    at_ = end_;
    return false;
  }
  bool AtEnd() { return stop_ == Stop::kNone && Fail(cut_ ? Stop::kTruncated : Stop::kEnd); }
  bool Take(uint64_t count) {
    value_ = {at_, static_cast<size_t>(count)};
    at_ += count;
    return true;
  }
  bool Fixed(uint64_t count) {
    if (static_cast<uint64_t>(end_ - at_) < count) return Fail(Stop::kTruncated);
    return Take(count);
  }

  const char* begin_;
  const char* at_;
  const char* end_;
  const char* readable_;  // the end of memory that may be read, at or after `end_`
  const char* field_at_;
  uint64_t base_;
  uint64_t tag_ = 0, varint_ = 0;
  std::string_view value_;
  bool cut_ = false;
  Stop stop_ = Stop::kNone;
};

inline bool WireWalk::Next() {
  if (at_ == end_) return AtEnd();  // the position after a cut or a failure
  field_at_ = at_;
  if (!Tag()) return false;
  switch (type()) {
    case Type::kVarint:
      value_ = {};
      return Varint(varint_);
    case Type::kFixed64:
      return Fixed(8);
    case Type::kFixed32:
      return Fixed(4);
    case Type::kBytes: {
      uint64_t length = 0;
      if (!Varint(length)) return false;
      const auto left = static_cast<uint64_t>(end_ - at_);
      cut_ = length > left;
      return Take(cut_ ? left : length);
    }
  }
  return Fail(Stop::kMalformed);
}

}  // namespace profiler

#endif  // PROFILER_READERS_COMMON_WIRE_WALK_H_
