#include "profiler/readers/sagemaker/marshal.h"

#include <bit>
#include <charconv>

namespace profiler::sagemaker {
namespace {

constexpr int kMostDepth = 16;  // statistics nest four deep
// Bounds the memory for a hostile file of many small objects.
constexpr size_t kMostObjects = 8 << 20;
constexpr uint8_t kRefFlag = 0x80;
constexpr int kLongDigitBits = 15;

}  // namespace

MarshalDict::MarshalDict(std::string_view bytes) : bytes_(bytes) {}

std::optional<MarshalDict::Entry> MarshalDict::Next() {
  if (is_done_) return std::nullopt;
  if (!has_begun_) {
    has_begun_ = true;
    const std::optional<uint64_t> code = Number(1);
    if (!code.has_value() || (*code & ~uint64_t{kRefFlag}) != '{') {
      if (code.has_value()) Fail(Stop::kMalformed);
      is_done_ = true;
      return std::nullopt;
    }
    if ((*code & kRefFlag) != 0) refs_.push_back(kNone);
  }
  const uint32_t key = Read(0);
  const uint32_t value = key == kNone ? kNone : Read(0);
  if (value != kNone) return Entry{key, value};
  is_done_ = true;
  if (key != kNone && ended_ == Ended::kNull) Fail(Stop::kMalformed);  // a key without a value
  return std::nullopt;
}

bool MarshalDict::Fail(Stop stop) {
  if (ended_ != Ended::kBroken) stop_ = stop;  // the first reason wins
  ended_ = Ended::kBroken;
  return false;
}

std::optional<uint64_t> MarshalDict::Number(size_t bytes) {
  if (bytes_.size() - at_ < bytes) {
    Fail(Stop::kTruncated);
    return std::nullopt;
  }
  uint64_t number = 0;
  for (size_t i = 0; i < bytes; ++i) {
    number |= static_cast<uint64_t>(static_cast<unsigned char>(bytes_[at_ + i])) << (8 * i);
  }
  at_ += bytes;
  return number;
}

uint32_t MarshalDict::Add(const MarshalObject& object) {
  if (objects_.size() >= kMostObjects) {
    Fail(Stop::kMalformed);
    return kNone;
  }
  objects_.push_back(object);
  return static_cast<uint32_t>(objects_.size() - 1);
}

uint32_t MarshalDict::Referred(const std::vector<uint32_t>& table) {
  const std::optional<uint64_t> number = Number(4);
  if (!number.has_value()) return kNone;
  // An object that is still being read would contain itself.
  const uint32_t object = *number < table.size() ? table[*number] : kNone;
  if (object == kNone) Fail(Stop::kMalformed);
  return object;
}

uint32_t MarshalDict::Read(int depth) {
  const std::optional<uint64_t> code = Number(1);
  if (!code.has_value()) return kNone;
  const char type = static_cast<char>(*code & ~uint64_t{kRefFlag});
  if (type == '0') {
    if (ended_ == Ended::kNo) ended_ = Ended::kNull;
    return kNone;
  }
  if (type == 'r') return Referred(refs_);
  if (type == 'R') return Referred(interned_);
  const bool is_referred = (*code & kRefFlag) != 0;
  const size_t ref = refs_.size();
  if (is_referred) refs_.push_back(kNone);
  MarshalObject object;
  const bool is_container =
      type == '(' || type == ')' || type == '[' || type == '{' || type == '<' || type == '>';
  if (is_container ? !ReadItems(type, depth, object) : !ReadScalar(type, object)) return kNone;
  const uint32_t id = Add(object);
  if (is_referred) refs_[ref] = id;
  if (type == 't') interned_.push_back(id);
  return id;
}

// A list, set or dictionary is read for objects that are referred to later; its own kind is none.
bool MarshalDict::ReadItems(char type, int depth, MarshalObject& object) {
  if (depth >= kMostDepth) return Fail(Stop::kMalformed);
  const bool is_dict = type == '{', is_tuple = type == '(' || type == ')';
  uint64_t left = UINT64_MAX;
  if (!is_dict) {
    const std::optional<uint64_t> count = Number(type == ')' ? 1 : 4);
    if (!count.has_value()) return false;
    if (*count > bytes_.size() - at_) return Fail(Stop::kTruncated);
    left = *count;
  }
  const size_t base = open_items_.size();
  for (; left > 0; --left) {
    const uint32_t item = Read(depth + 1);
    if (item == kNone && is_dict && ended_ == Ended::kNull) {
      ended_ = Ended::kNo;
      break;
    }
    if (item == kNone) return Fail(Stop::kMalformed);
    if (is_tuple) open_items_.push_back(item);
  }
  if (!is_tuple) return true;
  object.kind = MarshalObject::Kind::kTuple;
  object.first = static_cast<uint32_t>(items_.size());
  object.count = static_cast<uint32_t>(open_items_.size() - base);
  items_.insert(items_.end(), open_items_.begin() + static_cast<ptrdiff_t>(base),
                open_items_.end());
  open_items_.resize(base);
  return true;
}

bool MarshalDict::ReadScalar(char type, MarshalObject& object) {
  using Kind = MarshalObject::Kind;
  switch (type) {
    case 'N':
    case 'T':
    case 'F':
    case '.':
      return true;
    case 'i':
    case 'I': {
      const std::optional<uint64_t> number = Number(type == 'i' ? 4 : 8);
      if (!number.has_value()) return false;
      object.kind = Kind::kWhole;
      object.whole = type == 'i' ? static_cast<int32_t>(*number) : static_cast<int64_t>(*number);
      return true;
    }
    case 'l':
      return ReadLong(object);
    case 'g': {
      const std::optional<uint64_t> number = Number(8);
      if (!number.has_value()) return false;
      object.kind = Kind::kReal;
      object.real = std::bit_cast<double>(*number);
      return true;
    }
    case 'f':
      return ReadDecimal(object);
    case 'z':
    case 'Z':
      return ReadText(1, object);
    case 's':
    case 't':
    case 'u':
    case 'a':
    case 'A':
      return ReadText(4, object);
    default:
      return Fail(Stop::kMalformed);
  }
}

bool MarshalDict::ReadText(size_t size_bytes, MarshalObject& object) {
  const std::optional<uint64_t> size = Number(size_bytes);
  if (!size.has_value()) return false;
  if (*size > bytes_.size() - at_) return Fail(Stop::kTruncated);
  object.kind = MarshalObject::Kind::kText;
  object.text = bytes_.substr(at_, *size);
  at_ += *size;
  return true;
}

// An integer of any length; beyond 64 bits its kind is none.
bool MarshalDict::ReadLong(MarshalObject& object) {
  const std::optional<uint64_t> code = Number(4);
  if (!code.has_value()) return false;
  const int64_t digits = static_cast<int32_t>(*code);
  const uint64_t count = static_cast<uint64_t>(digits < 0 ? -digits : digits);
  if (count > (bytes_.size() - at_) / 2) return Fail(Stop::kTruncated);
  uint64_t number = 0;
  bool fits = true;
  for (uint64_t i = 0; i < count; ++i) {
    const uint64_t digit = *Number(2);
    const uint64_t shift = i * kLongDigitBits;
    if (shift >= 63 || (digit << shift) >> shift != digit) {
      fits = fits && digit == 0;
    } else {
      number |= digit << shift;
    }
  }
  if (!fits || number > static_cast<uint64_t>(INT64_MAX)) return true;
  object.kind = MarshalObject::Kind::kWhole;
  object.whole = digits < 0 ? -static_cast<int64_t>(number) : static_cast<int64_t>(number);
  return true;
}

// A number as text, as Python 2 wrote it.
bool MarshalDict::ReadDecimal(MarshalObject& object) {
  if (!ReadText(1, object)) return false;
  const std::string_view text = object.text;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), object.real);
  if (error != std::errc() || end != text.data() + text.size()) {
    return Fail(Stop::kMalformed);
  }
  object.kind = MarshalObject::Kind::kReal;
  return true;
}

}  // namespace profiler::sagemaker
