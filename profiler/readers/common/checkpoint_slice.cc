#include "profiler/readers/common/checkpoint_slice.h"

#include <fmt/format.h>

#include <bit>
#include <cstddef>

namespace profiler {
namespace {

// Writes the number of bytes, then the bytes, most significant first.
void AppendNumber(uint64_t number, std::string& key) {
  const auto bytes = static_cast<int>((std::bit_width(number) + 7) / 8);
  key += static_cast<char>(bytes);
  for (int i = bytes - 1; i >= 0; --i) key += static_cast<char>(number >> 8 * i);
}

// Escapes \0 and \xff, as \0\1 ends the text.
void AppendText(std::string_view text, std::string& key) {
  for (const char c : text) {
    key += c;
    if (c == '\0') key += '\xff';
    if (c == '\xff') key += '\0';
  }
  key.append("\0\1", 2);
}

// Two's complement in the fewest bytes, most significant first. As many of the top bits are flipped
// as there are bytes: they encode sign and length.
void AppendSigned(int64_t number, std::string& key) {
  const auto magnitude = static_cast<uint64_t>(number < 0 ? ~number : number);
  const auto bytes = static_cast<int>(std::bit_width(magnitude) / 7 + 1);
  const auto at = [&](int i) {  // byte i from the lowest, sign-extended
    return i < 8 ? static_cast<unsigned char>(static_cast<uint64_t>(number) >> 8 * i)
                 : static_cast<unsigned char>(number < 0 ? 0xff : 0);
  };
  for (int i = bytes - 1; i >= 0; --i) {
    const int before = 8 * (bytes - 1 - i);  // bits before this byte
    const int flipped = bytes - before;      // of this byte, if positive
    unsigned mask = 0;
    if (flipped > 0) mask = flipped >= 8 ? 0xffU : 0xffU << (8 - flipped) & 0xffU;
    key += static_cast<char>(at(i) ^ mask);
  }
}

}  // namespace

std::string TensorSlice::Text() const {
  std::string text;
  for (size_t d = 0; d < start.size(); ++d) {
    if (d > 0) text += ':';
    text += length[d] == kWhole ? "-" : fmt::format("{},{}", start[d], length[d]);
  }
  return text;
}

std::string SliceKey(std::string_view tensor, const TensorSlice& slice) {
  std::string key;
  AppendNumber(0, key);
  AppendText(tensor, key);
  AppendNumber(slice.start.size(), key);
  for (size_t d = 0; d < slice.start.size(); ++d) {
    AppendSigned(slice.start[d], key);
    AppendSigned(slice.length[d], key);
  }
  return key;
}

int64_t ElementCount(const std::vector<int64_t>& shape) {
  int64_t count = 1;
  bool empty = false, fits = true;
  for (const int64_t dim : shape) {
    if (dim < 0) return -1;
    empty = empty || dim == 0;
    fits = fits && !__builtin_mul_overflow(count, dim, &count);
  }
  return empty ? 0 : fits ? count : -1;
}

bool Resolve(const std::vector<int64_t>& shape, TensorSlice& slice) {
  if (slice.start.size() != shape.size()) return false;
  for (size_t d = 0; d < shape.size(); ++d) {
    if (slice.length[d] == TensorSlice::kWhole) {
      slice.start[d] = 0;
      slice.length[d] = shape[d];
    }
    if (slice.start[d] < 0 || slice.length[d] < 0 || slice.start[d] > shape[d] ||
        slice.length[d] > shape[d] - slice.start[d]) {
      return false;
    }
  }
  return true;
}

void ForEachRun(const std::vector<int64_t>& shape, const TensorSlice& slice,
                const std::function<bool(int64_t in_slice, int64_t in_tensor, int64_t n)>& run) {
  const int64_t count = ElementCount(slice.length);
  if (count <= 0) return;
  // Trailing dimensions that the slice covers whole form one run with the one before them.
  size_t outer = shape.size();
  int64_t length = 1;
  while (outer > 0) {
    --outer;
    length *= slice.length[outer];
    if (slice.length[outer] != shape[outer]) break;
  }
  std::vector<int64_t> index(outer, 0);  // within the slice, of the dimensions before the run's
  for (int64_t in_slice = 0; in_slice < count; in_slice += length) {
    int64_t in_tensor = 0;
    for (size_t d = 0; d < shape.size(); ++d) {
      in_tensor = in_tensor * shape[d] + slice.start[d] + (d < outer ? index[d] : 0);
    }
    if (!run(in_slice, in_tensor, length)) return;
    for (size_t d = outer; d > 0 && ++index[d - 1] == slice.length[d - 1]; --d) index[d - 1] = 0;
  }
}

}  // namespace profiler
