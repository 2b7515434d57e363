// Computes the heap memory that a value owns, not counting sizeof(value). A value kept in a Memo
// needs an overload of HeapBytes in the namespace of its type.
#ifndef PROFILER_BASE_HEAP_BYTES_H_
#define PROFILER_BASE_HEAP_BYTES_H_

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <type_traits>
#include <vector>

namespace profiler {

template <typename T>
requires std::is_arithmetic_v<T> uint64_t HeapBytes(T) { return 0; }

inline uint64_t HeapBytes(const std::string& text) {
  return text.capacity() > std::string().capacity() ? text.capacity() : 0;
}

template <typename T>
uint64_t HeapBytes(const std::vector<T>& values) {
  uint64_t bytes = values.capacity() * sizeof(T);
  if constexpr (!std::is_trivially_destructible_v<T>) {
    for (const T& value : values) bytes += HeapBytes(value);
  }
  return bytes;
}

template <typename T>
uint64_t HeapBytes(const std::deque<T>& values) {
  uint64_t bytes = values.size() * sizeof(T);
  if constexpr (!std::is_trivially_destructible_v<T>) {
    for (const T& value : values) bytes += HeapBytes(value);
  }
  return bytes;
}

}  // namespace profiler

#endif  // PROFILER_BASE_HEAP_BYTES_H_
