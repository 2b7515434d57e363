// Properties of the store file's table messages, computed from the schema.
#ifndef PROFILER_STORE_FILE_COLUMNS_H_
#define PROFILER_STORE_FILE_COLUMNS_H_

#include <algorithm>
#include <array>
#include <cstdint>

#include "profiler/store/facts.h"

namespace profiler::store_file {

// kColumns is one more than the highest field number of any table's columns.
#define PROFILER_LAST_FIELD(how, field, Name, ...) , RowSchema<table::Name::Row>::kLastField
inline constexpr uint32_t kColumns = 1 + std::max({0u PROFILER_TABLES(PROFILER_LAST_FIELD)});
#undef PROFILER_LAST_FIELD

// The protobuf wire types of a table's columns, by field number.
enum class Wire : uint8_t { kNone, kVarint, kFixed64 };
using Wires = std::array<Wire, kColumns>;
template <typename Row>
Wires WiresOf() {
  Wires wires{};
  EachColumn(Row(), [&](const ColumnLine& line, const auto&) {
    if (line.field == 0) return;
    wires[line.field] = line.coding == Coding::kReal ? Wire::kFixed64 : Wire::kVarint;
    if (line.coding == Coding::kWide || line.coding == Coding::kEvent) {
      wires[line.field + 1] = Wire::kVarint;
    }
  });
  return wires;
}

}  // namespace profiler::store_file

#endif  // PROFILER_STORE_FILE_COLUMNS_H_
