// Codes single values as unsigned numbers for the store file.
#ifndef PROFILER_STORE_FILE_NUMBERS_H_
#define PROFILER_STORE_FILE_NUMBERS_H_

#include <cstdint>

#include "profiler/store/ids.h"
#include "profiler/store/kinds.h"

namespace profiler::store_file {

constexpr uint64_t ZigZag(uint64_t value) {
  return (value << 1) ^ (static_cast<int64_t>(value) < 0 ? UINT64_MAX : 0);
}
constexpr uint64_t UnZigZag(uint64_t code) { return (code >> 1) ^ (0 - (code & 1)); }

// The code of kUnknown is 0, that of a value v >= 0 is v + 1, and that of any other negative value
// is the value as unsigned.
constexpr uint64_t CodeOf(int64_t value) {
  const auto bits = static_cast<uint64_t>(value);
  return value == kUnknown ? 0 : value >= 0 ? bits + 1 : bits;
}
constexpr int64_t NumberOf(uint64_t code) {
  constexpr auto kWrapped = static_cast<uint64_t>(kUnknown);
  if (code == 0) return kUnknown;
  return static_cast<int64_t>(code <= kWrapped ? code - 1 : code);
}

// The code of a row of a table; 0 is an invalid id.
template <typename Table>
constexpr uint64_t CodeOf(Id<Table> id) {
  return id.valid() ? uint64_t{id.row()} + 1 : 0;
}

}  // namespace profiler::store_file

#endif  // PROFILER_STORE_FILE_NUMBERS_H_
