#include "profiler/readers/wire_walk.h"

namespace profiler {

bool WireWalk::Next() {
  if (stop_ != Stop::kNone) return false;
  if (cut_) return Fail(Stop::kTruncated);
  if (at_ == bytes_.size()) return Fail(Stop::kEnd);
  field_at_ = at_;
  uint64_t tag = 0;
  if (!Varint(tag)) return false;
  number_ = static_cast<uint32_t>(tag >> 3);
  if (number_ == 0 || tag >> 3 > 536870911) return Fail(Stop::kMalformed);
  type_ = static_cast<Type>(tag & 7);
  value_ = {};
  switch (type_) {
    case Type::kVarint:
      return Varint(varint_);
    case Type::kFixed64:
      return Skip(8);
    case Type::kFixed32:
      return Skip(4);
    case Type::kBytes: {
      uint64_t length = 0;
      if (!Varint(length)) return false;
      cut_ = length > bytes_.size() - at_;
      value_ = bytes_.substr(at_, cut_ ? std::string_view::npos : length);
      at_ += value_.size();
      return true;
    }
  }
  return Fail(Stop::kMalformed);
}

bool WireWalk::Varint(uint64_t& value) {
  value = 0;
  for (int shift = 0; shift < 70; shift += 7) {
    if (at_ == bytes_.size()) return Fail(Stop::kTruncated);
    const auto byte = static_cast<unsigned char>(bytes_[at_++]);
    if (shift < 64) value |= static_cast<uint64_t>(byte & 0x7f) << shift;
    if (byte < 0x80) return true;
  }
  return Fail(Stop::kMalformed);
}

bool WireWalk::Skip(size_t count) {
  if (bytes_.size() - at_ < count) return Fail(Stop::kTruncated);
  value_ = bytes_.substr(at_, count);
  at_ += count;
  return true;
}

}  // namespace profiler
