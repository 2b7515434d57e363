#ifndef PROFILER_BASE_BYTE_BUFFER_H_
#define PROFILER_BASE_BYTE_BUFFER_H_

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string_view>

#include "profiler/base/int128.h"

namespace profiler {

// A growing text for output that consists of millions of short pieces. Appending a literal is
// cheap: a capacity check and a copy of known size.
class ByteBuffer {
 public:
  template <size_t kSize>
  void Literal(const char (&text)[kSize]) {
    std::memcpy(Room(kSize - 1), text, kSize - 1);
    size_ += kSize - 1;
  }
  void Add(char c) {
    *Room(1) = c;
    ++size_;
  }
  void Add(std::string_view text) {
    if (text.empty()) return;
    std::memcpy(Room(text.size()), text.data(), text.size());
    size_ += text.size();
  }
  void AddInteger(int64_t value);
  void AddWide(Int128 value);
  void AddMicros(Int128 picos);             // in the format of AppendMicros()
  void AddJsonText(std::string_view text);  // in the format of AppendJsonText()

  void Clear() { size_ = 0; }
  size_t size() const { return size_; }
  std::string_view view() const { return {bytes_.get(), size_}; }

 private:
  // Makes room for `bytes` more bytes and returns the position where to write them.
  char* Room(size_t bytes) {
    if (capacity_ - size_ < bytes) Grow(bytes);
    return bytes_.get() + size_;
  }
  void Grow(size_t bytes);

  std::unique_ptr<char[]> bytes_;
  size_t size_ = 0, capacity_ = 0;
};

}  // namespace profiler

#endif  // PROFILER_BASE_BYTE_BUFFER_H_
