#include "profiler/base/byte_buffer.h"

#include <algorithm>
#include <charconv>
#include <string>
#include <utility>

#include "profiler/base/output_text.h"

namespace profiler {

void ByteBuffer::AddInteger(int64_t value) {
  char* const at = Room(kMostDigits);
  size_ += static_cast<size_t>(std::to_chars(at, at + kMostDigits, value).ptr - at);
}

void ByteBuffer::AddWide(Int128 value) {
  size_ = static_cast<size_t>(PutInteger(value, Room(kMostDigits)) - bytes_.get());
}

void ByteBuffer::AddMicros(Int128 picos) {
  size_ = static_cast<size_t>(PutMicros(picos, Room(kMostDigits)) - bytes_.get());
}

void ByteBuffer::AddJsonText(std::string_view text) {
  if (IsPlainJson(text)) {
    char* const at = Room(text.size() + 2);
    at[0] = '"';
    std::copy(text.begin(), text.end(), at + 1);
    at[text.size() + 1] = '"';
    size_ += text.size() + 2;
    return;
  }
  std::string escaped;
  AppendJsonText(text, escaped);
  Add(std::string_view(escaped));
}

void ByteBuffer::Grow(size_t bytes) {
  constexpr size_t kLeast = 256;
  capacity_ = std::max({size_ + bytes, 2 * capacity_, kLeast});
  std::unique_ptr<char[]> wider(new char[capacity_]);
  std::copy(bytes_.get(), bytes_.get() + size_, wider.get());
  bytes_ = std::move(wider);
}

}  // namespace profiler
