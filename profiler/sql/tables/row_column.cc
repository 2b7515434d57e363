#include "profiler/sql/tables/row_column.h"

#include <fmt/format.h>

#include <limits>
#include <string>
#include <utility>

namespace profiler::sql {
namespace {

// SQL's own words need quotes as names, so columns with such names have longer ones.
std::string NameInSql(const ColumnInfo& info) {
  if (info.type == "event") return fmt::format("{}_event", info.name);
  return std::string(info.name);
}

Cell NarrowOrReal(Int128 value) {
  constexpr Int128 kLeast = std::numeric_limits<int64_t>::min();
  constexpr Int128 kMost = std::numeric_limits<int64_t>::max();
  if (value < kLeast || value > kMost) return Cell::Real(static_cast<double>(value));
  return Cell::Integer(static_cast<int64_t>(value));
}

}  // namespace

TablesOf::TablesOf(const Profile& of) : profile(of) {
  size_t events = 0;
  for (const Events& track : of.events.values()) {
    event_start.push_back(events);
    events += track.size();
  }
  event_start.push_back(events);
}

Cell WideCell(Int128 value, TimeScale scale) {
  if (scale != TimeScale::kNanos) return NarrowOrReal(value);
  // A division of 128 bits takes as long as all else about a cell.
  const auto narrow = static_cast<int64_t>(value);
  if (narrow == value) return Cell::Integer(FloorNanos(narrow));
  return NarrowOrReal(value / 1000 - (value % 1000 < 0 ? 1 : 0));
}

Cell MomentCell(int64_t picos, SourceId source, TimeScale scale, const TablesOf& of) {
  if (!source.valid()) return WideCell(picos, scale);
  return WideCell(of.profile.time_axis.FromStart(source, picos), scale);
}

void SetNull(std::string_view null, size_t bytes, RowColumn& column) {
  column.has_null = !null.empty();
  if (null == "unknown") column.null = kUnknown;
  if (null == "-1") column.null = -1;
  if (null == "none") column.null = bytes == sizeof(uint32_t) ? int64_t{UINT32_MAX} : -1;
}

TableColumn IdColumn() {
  return {.name = "id",
          .type = CellType::kInteger,
          .unit = "",
          .references = "",
          .sentence = "its number in the table, from 0",
          .is_hidden = false};
}

void AddRowColumn(const ColumnInfo& info, CellType type, const RowColumn& column,
                  RowColumns& columns) {
  TableColumn shown = {.name = NameInSql(info),
                       .type = type,
                       .unit = std::string(info.unit),
                       .references = std::string(info.references),
                       .sentence = std::string(info.sentence),
                       .is_hidden = false,
                       .values = info.values};
  const bool is_time = info.unit == "ps" && !info.name.ends_with("_ps");
  RowColumn read = column;
  if (!is_time) {
    columns.shown.push_back(std::move(shown));
    columns.read.push_back(read);
    return;
  }
  shown.unit = "ns";
  read.scale = TimeScale::kNanos;
  columns.shown.push_back(shown);
  columns.read.push_back(read);
  shown.name += "_ps";
  shown.unit = "ps";
  shown.sentence = "the same, exactly";
  shown.is_hidden = true;
  read.scale = TimeScale::kNone;
  columns.shown.push_back(std::move(shown));
  columns.read.push_back(read);
}

const TableInfo& InfoOf(std::string_view table) {
  static const TableInfo kNone;
  for (const TableInfo& info : AllTables()) {
    if (info.name == table) return info;
  }
  return kNone;
}

}  // namespace profiler::sql
