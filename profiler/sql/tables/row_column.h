// Columns of tables whose rows are structs (store/schema.h), without a line of code per column.
#ifndef PROFILER_SQL_TABLES_ROW_COLUMN_H_
#define PROFILER_SQL_TABLES_ROW_COLUMN_H_

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>
#include <vector>

#include "profiler/base/int128.h"
#include "profiler/sql/tables/table.h"
#include "profiler/store/kind_names.h"
#include "profiler/store/profile.h"
#include "profiler/store/schema/describe.h"
#include "profiler/store/schema/row.h"

namespace profiler::sql {

// A profile, and where each track's events begin among all events: event ids of SQL count through.
struct TablesOf {
  explicit TablesOf(const Profile& profile);

  const Profile& profile;
  std::vector<size_t> event_start;  // by track, then the number of all events

  int64_t NumberOf(EventId event) const {
    return static_cast<int64_t>(event_start[event.track.row()] + event.row);
  }
};

// The source whose clock the times of a row are of; invalid if unknown.
using SourceOf = SourceId (*)(const void* row, const Profile& profile);

// How a number of picoseconds is shown.
enum class TimeScale : uint8_t {
  kNone,   // it is no time, or shown as it is
  kNanos,  // rounded down
};

struct RowColumn {
  size_t offset = 0;  // of the member in its row
  Cell (*get)(const void* row, const RowColumn& column, const TablesOf& of) = nullptr;
  // The value that means "not recorded", if there is one.
  bool has_null = false;
  int64_t null = 0;
  TimeScale scale = TimeScale::kNone;
  // For moments: the time is shown on the axis of the profile, from the profile's start.
  SourceOf source = nullptr;
};

inline int64_t FloorNanos(int64_t picos) {
  return picos / 1000 - static_cast<int64_t>(picos % 1000 < 0 ? 1 : 0);
}

// An integer of 128 bits, or the nearest real number if it needs more than 64.
Cell WideCell(Int128 value, TimeScale scale);
// A moment of a source on the axis of the profile.
Cell MomentCell(int64_t picos, SourceId source, TimeScale scale, const TablesOf& of);

// The cell of a member of type T.
template <typename T>
Cell MemberCell(const void* row, const RowColumn& column, const TablesOf& of) {
  const T& value = *reinterpret_cast<const T*>(static_cast<const std::byte*>(row) + column.offset);
  if constexpr (std::is_same_v<T, StringId>) {
    const std::string_view text = of.profile.strings[value];
    return text.empty() ? Cell::Null() : Cell::Text(text);  // some readers record no name as ""
  } else if constexpr (std::is_same_v<T, EventId>) {
    return value.valid() ? Cell::Integer(of.NumberOf(value)) : Cell::Null();
  } else if constexpr (requires { value.valid(); }) {
    return value.valid() ? Cell::Integer(int64_t{value.row()}) : Cell::Null();
  } else if constexpr (std::is_enum_v<T>) {
    return Cell::Text(Name(value));
  } else if constexpr (std::is_same_v<T, Int128>) {
    return WideCell(value, column.scale);
  } else if constexpr (std::is_same_v<T, bool> || std::is_same_v<T, char>) {
    return Cell::Integer(value != 0 ? 1 : 0);
  } else if constexpr (std::is_floating_point_v<T>) {
    return std::isnan(value) ? Cell::Null() : Cell::Real(value);
  } else {
    const auto number = static_cast<int64_t>(value);
    if (column.has_null && number == column.null) return Cell::Null();
    if (column.source != nullptr) {
      return MomentCell(number, column.source(row, of.profile), column.scale, of);
    }
    return Cell::Integer(column.scale == TimeScale::kNanos ? FloorNanos(number) : number);
  }
}

template <typename T>
inline constexpr CellType kCellType =
    std::is_same_v<T, StringId> || std::is_enum_v<T> ? CellType::kText
    : std::is_floating_point_v<T>                    ? CellType::kReal
                                                     : CellType::kInteger;

// Columns as SQL shows them, each with the way to read it.
struct RowColumns {
  std::vector<TableColumn> shown;
  std::vector<RowColumn> read;  // of shown[1] and later; shown[0] is `id`
};

// Adds what SQL shows of a column of the schema: a time is shown in ns, and with a hidden column of
// the exact picoseconds.
void AddRowColumn(const ColumnInfo& info, CellType type, const RowColumn& column,
                  RowColumns& columns);
// The first column of each table.
TableColumn IdColumn();
// The value that means "not recorded" in an integer of the schema.
void SetNull(std::string_view null, size_t bytes, RowColumn& column);

// The schema's declaration of a table.
const TableInfo& InfoOf(std::string_view table);

template <typename Row>
SourceId SourceOfRow(const void* at, const Profile& profile) {
  const Row& row = *static_cast<const Row*>(at);
  if constexpr (requires {
                  { row.source } -> std::convertible_to<SourceId>;
                }) {
    if (row.source.valid()) return row.source;
  }
  if constexpr (requires {
                  { row.track } -> std::convertible_to<TrackId>;
                }) {
    return profile.tracks[row.track].source;
  }
  if constexpr (requires {
                  { row.step } -> std::convertible_to<StepId>;
                }) {
    if (row.step.valid()) return profile.steps[row.step].source;
  }
  return profile.sources.size() == 1 ? SourceId(0) : SourceId();
}

// The columns of rows of type Row, of the schema's table `info`.
template <typename Row>
RowColumns ColumnsOfRow(const TableInfo& info) {
  RowColumns columns;
  columns.shown.push_back(IdColumn());
  static const Row& initial = *new Row();
  size_t next = 0;
  EachColumn(initial, [&](const ColumnLine& line, const auto& member) {
    using T = std::remove_cv_t<std::remove_reference_t<decltype(member)>>;
    const ColumnInfo& declared = info.columns[next++];
    // Lists are tables of their own.
    if constexpr (!std::is_same_v<T, std::vector<int64_t>>) {
      RowColumn column;
      column.offset = static_cast<size_t>(reinterpret_cast<const std::byte*>(&member) -
                                          reinterpret_cast<const std::byte*>(&initial));
      column.get = MemberCell<T>;
      if constexpr (std::is_integral_v<T>) SetNull(declared.null, sizeof(T), column);
      if (line.coding == Coding::kTime) column.source = SourceOfRow<Row>;
      AddRowColumn(declared, kCellType<T>, column, columns);
    }
  });
  return columns;
}

}  // namespace profiler::sql

#endif  // PROFILER_SQL_TABLES_ROW_COLUMN_H_
