#ifndef PROFILER_READERS_STORE_STORE_SCHEMA_H_
#define PROFILER_READERS_STORE_STORE_SCHEMA_H_

#include <array>
#include <cstdint>

#include "profiler/store/file/format.h"

namespace profiler {

// Which columns a table of the store has, and how their values lie in a message: Columns() says.
struct StoreSchema {
  enum class Wire : uint8_t { kNone, kVarint, kFixed64 };
  std::array<Wire, store_file::kColumns> wire{};

  template <typename... Value>
  void Ref(uint32_t column, const Value&...) {
    wire[column] = Wire::kVarint;
  }
  template <typename... Value>
  void Next(uint32_t column, const Value&...) {
    wire[column] = Wire::kVarint;
  }
  template <typename E>
  void Enum(uint32_t column, E, E) {
    wire[column] = Wire::kVarint;
  }
  void Number(uint32_t column, int64_t) { wire[column] = Wire::kVarint; }
  void Small(uint32_t column, int32_t) { wire[column] = Wire::kVarint; }
  void Time(uint32_t column, int64_t) { wire[column] = Wire::kVarint; }
  void Span(uint32_t column, int64_t) { wire[column] = Wire::kVarint; }
  void Count(uint32_t column, uint32_t) { wire[column] = Wire::kVarint; }
  void Bits(uint32_t column, uint64_t) { wire[column] = Wire::kVarint; }
  void Offset(uint32_t column, uint64_t) { wire[column] = Wire::kVarint; }
  void Flag(uint32_t column, bool) { wire[column] = Wire::kVarint; }
  void Real(uint32_t column, double) { wire[column] = Wire::kFixed64; }
  void Wide(uint32_t column, const auto&) { wire[column] = wire[column + 1] = Wire::kVarint; }
};

}  // namespace profiler

#endif  // PROFILER_READERS_STORE_STORE_SCHEMA_H_
