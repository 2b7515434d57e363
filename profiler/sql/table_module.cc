#include "profiler/sql/table_module.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <new>
#include <optional>
#include <span>
#include <vector>

#include "profiler/sql/bounds_plan.h"
#include "profiler/sql/tables/id_index.h"
#include "profiler/sql/tables/row_column.h"

namespace profiler::sql {
namespace {

struct ShownTable {
  sqlite3_vtab base = {};  // the first member, as SQLite asks
  const Table* table = nullptr;
  IdIndices indices;
};

struct TableCursor {
  sqlite3_vtab_cursor base = {};  // the first member, as SQLite asks
  const Table* table = nullptr;
  std::unique_ptr<TableReader> reader;
  std::string plan_text;
  Plan plan;  // of plan_text
  std::vector<RowRange> ranges;
  // The row that is read: its range, its place there, and how many rows of the range are left.
  size_t range = 0, at = 0, left = 0;
  // The rows one by one, in another order or found by an index. The only range is of their places.
  bool is_listed = false;
  std::span<const uint32_t> listed;
  std::optional<IdIndex> sorted;  // of a part of the rows, if they are listed by it
  // By column as declared. A column without runs has the reader read each cell.
  struct ColumnRun {
    IntegerRun run;
    bool is_read_by_cell = false;
  };
  std::vector<ColumnRun> runs;

  bool at_end() const { return range == ranges.size(); }
  size_t row() const { return is_listed ? listed[at] : at; }
  void First() { Enter(0); }
  void Next() {
    if (--left == 0) return Enter(range + 1);
    at = plan.reversed ? at - 1 : at + 1;
  }
  void Enter(size_t number) {
    for (range = number; !at_end(); ++range) {
      const RowRange& in = plan.reversed ? ranges[ranges.size() - 1 - range] : ranges[range];
      left = in.last - in.first;
      at = plan.reversed ? in.last - 1 : in.first;
      if (left > 0) return;
    }
  }
  void List(std::span<const uint32_t> rows) {
    is_listed = true;
    listed = rows;
    ranges.clear();
    if (!rows.empty()) ranges.push_back({0, rows.size()});
  }
};

ShownTable& Of(sqlite3_vtab* base) { return *reinterpret_cast<ShownTable*>(base); }
TableCursor& Of(sqlite3_vtab_cursor* base) { return *reinterpret_cast<TableCursor*>(base); }

std::string Declaration(const Table& table) {
  std::string columns;
  for (const TableColumn& column : table.columns()) {
    if (!columns.empty()) columns += ", ";
    columns += QuoteName(column.name) + ' ' + std::string(SqlName(column.type));
    if (column.is_hidden) columns += " HIDDEN";
    // An argument in parentheses is for the first hidden column (kOptionsColumn).
    if (&column == &table.columns()[Table::kId]) columns += ", \"options\" HIDDEN";
  }
  return "CREATE TABLE x(" + columns + ")";
}

int ConnectTable(sqlite3* db, void* table, int, const char* const*, sqlite3_vtab** out, char**) {
  const Table& of = *static_cast<const Table*>(table);
  const int rc = sqlite3_declare_vtab(db, Declaration(of).c_str());
  if (rc != SQLITE_OK) return rc;
  sqlite3_vtab_config(db, SQLITE_VTAB_INNOCUOUS);
  auto* const shown = new (std::nothrow) ShownTable;
  if (shown == nullptr) return SQLITE_NOMEM;
  shown->table = &of;
  *out = &shown->base;
  return SQLITE_OK;
}

int DisconnectTable(sqlite3_vtab* shown) {
  delete &Of(shown);
  return SQLITE_OK;
}

int ChooseScan(sqlite3_vtab* shown, sqlite3_index_info* info) {
  const Table& table = *Of(shown).table;
  if (!HasOptions(*info)) return ChoosePlan(table, *info);
  shown->zErrMsg =
      sqlite3_mprintf("%s is a table and takes no options; a view of that name is %s_view('...')",
                      table.name().c_str(), table.name().c_str());
  return SQLITE_ERROR;
}

int OpenTable(sqlite3_vtab* shown, sqlite3_vtab_cursor** out) {
  auto* const cursor = new (std::nothrow) TableCursor;
  if (cursor == nullptr) return SQLITE_NOMEM;
  cursor->table = Of(shown).table;
  cursor->reader = cursor->table->Open();
  cursor->runs.resize(cursor->table->columns().size() + 1);  // and that of options
  *out = &cursor->base;
  return SQLITE_OK;
}

int CloseTable(sqlite3_vtab_cursor* cursor) {
  delete &Of(cursor);
  return SQLITE_OK;
}

// Narrows the rows by a column's index. If ranges are many, SQLite checks their conditions.
void NarrowByIndex(const IdIndex& index, int64_t id, TableCursor& cursor) {
  std::span<const uint32_t> rows = index.Of(id);
  if (cursor.is_listed && cursor.listed.size() <= rows.size()) return;
  if (!cursor.is_listed && cursor.ranges.size() == 1) {
    const auto first = std::lower_bound(rows.begin(), rows.end(), cursor.ranges[0].first);
    const auto last = std::lower_bound(first, rows.end(), cursor.ranges[0].last);
    rows = {first, last};
  }
  cursor.List(rows);
}

// Narrows by what rows are sorted by, then by indices.
void NarrowRows(int count, sqlite3_value** values, IdIndices& indices, TableCursor& cursor) {
  const Table& table = *cursor.table;
  const std::vector<PlannedBound>& planned = cursor.plan.bounds;
  const size_t bounds = std::min(planned.size(), static_cast<size_t>(std::max(count, 0)));
  for (const bool by_index : {false, true}) {
    for (size_t i = 0; i < bounds && !cursor.ranges.empty(); ++i) {
      if (table.narrows(planned[i].column) == by_index) continue;
      const std::optional<Bounds> within = BoundsOf(planned[i].op, values[i]);
      if (!within) {
        cursor.ranges.clear();
      } else if (!by_index) {
        table.Narrow(planned[i].column, *within, cursor.ranges);
      } else if (within->least == within->most) {
        const IdIndex* const index = indices.By(planned[i].column, table, *cursor.reader);
        if (index != nullptr) NarrowByIndex(*index, within->least, cursor);
      }
    }
  }
}

std::vector<RowRange> RangesOf(std::span<const uint32_t> rows) {
  std::vector<RowRange> ranges;
  for (const size_t row : rows) {
    if (!ranges.empty() && ranges.back().last == row) {
      ++ranges.back().last;
    } else {
      ranges.push_back({row, row + 1});
    }
  }
  return ranges;
}

void SortRows(IdIndices& indices, TableCursor& cursor) {
  const size_t column = cursor.plan.sorted_by;
  const bool is_all = !cursor.is_listed && cursor.ranges.size() == 1 &&
                      cursor.ranges[0].last - cursor.ranges[0].first == cursor.table->size();
  const IdIndex* index = is_all ? indices.By(column, *cursor.table, *cursor.reader) : nullptr;
  if (index == nullptr) {
    const std::vector<RowRange> of = cursor.is_listed ? RangesOf(cursor.listed) : cursor.ranges;
    index = &cursor.sorted.emplace(*cursor.reader, column, of);
  }
  cursor.List(index->All());
}

int FilterTable(sqlite3_vtab_cursor* base, int, const char* text, int count,
                sqlite3_value** values) {
  TableCursor& cursor = Of(base);
  IdIndices& indices = Of(base->pVtab).indices;
  const Table& table = *cursor.table;
  const std::string_view plan = text == nullptr ? "" : text;
  if (plan != cursor.plan_text) {
    cursor.plan = ReadPlan(table, plan);
    cursor.plan_text = plan;
  }
  cursor.ranges.clear();
  if (table.size() > 0) cursor.ranges.push_back({0, table.size()});
  cursor.is_listed = false;
  NarrowRows(count, values, indices, cursor);
  if (cursor.plan.sorted_by != Table::kId && !cursor.ranges.empty()) SortRows(indices, cursor);
  cursor.First();
  return SQLITE_OK;
}

int NextOfTable(sqlite3_vtab_cursor* cursor) {
  Of(cursor).Next();
  return SQLITE_OK;
}

int IsAfterTable(sqlite3_vtab_cursor* cursor) { return Of(cursor).at_end() ? 1 : 0; }

void ReturnInteger(sqlite3_context* context, const IntegerRun& run, size_t row) {
  int64_t value = run.same;
  if (run.wide != nullptr) value = run.wide[row - run.first];
  if (run.narrow != nullptr) value = run.narrow[row - run.first];
  if (run.has_null && value == run.null) return;  // a result is null unless it is set
  value += run.shift;
  sqlite3_result_int64(context, run.is_in_nanos ? FloorNanos(value) : value);
}

int ColumnOfTable(sqlite3_vtab_cursor* base, sqlite3_context* context, int number) {
  TableCursor& cursor = Of(base);
  const size_t row = cursor.row();
  TableCursor::ColumnRun& column = cursor.runs[static_cast<size_t>(number)];
  if (column.run.Has(row)) {
    ReturnInteger(context, column.run, row);
    return SQLITE_OK;
  }
  if (number == kOptionsColumn) return SQLITE_OK;
  const size_t of_table = ColumnOf(number);
  if (!column.is_read_by_cell) {
    column.is_read_by_cell = !cursor.reader->FindRun(row, of_table, column.run);
    if (!column.is_read_by_cell) {
      ReturnInteger(context, column.run, row);
      return SQLITE_OK;
    }
    column.run.size = 0;
  }
  ReturnCell(context, cursor.reader->At(row, of_table));
  return SQLITE_OK;
}

int RowidOfTable(sqlite3_vtab_cursor* cursor, sqlite3_int64* id) {
  *id = static_cast<sqlite3_int64>(Of(cursor).row());
  return SQLITE_OK;
}

const sqlite3_module& TableModule() {
  static const sqlite3_module& module = *new sqlite3_module([] {
    sqlite3_module made = {};
    made.iVersion = 1;
    made.xCreate = ConnectTable;
    made.xConnect = ConnectTable;
    made.xBestIndex = ChooseScan;
    made.xDisconnect = DisconnectTable;
    made.xDestroy = DisconnectTable;
    made.xOpen = OpenTable;
    made.xClose = CloseTable;
    made.xFilter = FilterTable;
    made.xNext = NextOfTable;
    made.xEof = IsAfterTable;
    made.xColumn = ColumnOfTable;
    made.xRowid = RowidOfTable;
    return made;
  }());
  return module;
}

}  // namespace

std::string QuoteName(std::string_view name) {
  std::string quoted = "\"";
  for (const char c : name) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + '"';
}

void ReturnCell(sqlite3_context* context, const Cell& cell) {
  switch (cell.kind) {
    case Cell::Kind::kNull:
      return;  // a result is null unless it is set
    case Cell::Kind::kInteger:
      return sqlite3_result_int64(context, cell.integer);
    case Cell::Kind::kReal:
      return sqlite3_result_double(context, cell.real);
    case Cell::Kind::kText:
      // The parameter's type says SQLITE_STATIC without a cast of an integer to a pointer.
      return sqlite3_result_text64(context, cell.text.data(), cell.text.size(), nullptr,
                                   SQLITE_UTF8);
  }
}

int AddTable(sqlite3* db, const std::string& schema, const Table& table) {
  const std::string module = fmt::format("{}.{}", schema, table.name());
  // SQLite passes the pointer back unchanged.
  void* const shown = const_cast<Table*>(&table);
  const int rc = sqlite3_create_module_v2(db, module.c_str(), &TableModule(), shown, nullptr);
  if (rc != SQLITE_OK) return rc;
  const std::string create = fmt::format("CREATE VIRTUAL TABLE {}.{} USING {}", QuoteName(schema),
                                         QuoteName(table.name()), QuoteName(module));
  return sqlite3_exec(db, create.c_str(), nullptr, nullptr, nullptr);
}

}  // namespace profiler::sql
