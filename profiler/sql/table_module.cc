#include "profiler/sql/table_module.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <new>
#include <vector>

#include "profiler/sql/bounds_plan.h"

namespace profiler::sql {
namespace {

struct ShownTable {
  sqlite3_vtab base = {};  // the first member, as SQLite asks
  const Table* table = nullptr;
};

struct TableCursor {
  sqlite3_vtab_cursor base = {};  // the first member, as SQLite asks
  const Table* table = nullptr;
  std::unique_ptr<TableReader> reader;
  std::vector<RowRange> ranges;
  size_t range = 0;   // of ranges
  size_t behind = 0;  // how many rows of the range are done
  bool reversed = false;
  std::vector<uint32_t> sorted;  // the rows in another order, which takes the place of the ranges

  bool at_end() const { return range == ranges.size(); }
  size_t row() const {
    if (!sorted.empty()) return sorted[behind];
    const RowRange& in = reversed ? ranges[ranges.size() - 1 - range] : ranges[range];
    return reversed ? in.last - 1 - behind : in.first + behind;
  }
  void Next() {
    const RowRange& in = reversed ? ranges[ranges.size() - 1 - range] : ranges[range];
    if (++behind < in.last - in.first) return;
    behind = 0;
    ++range;
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
  *out = &cursor->base;
  return SQLITE_OK;
}

int CloseTable(sqlite3_vtab_cursor* cursor) {
  delete &Of(cursor);
  return SQLITE_OK;
}

// The rows of the ranges, sorted by a column of ids, null first; rows of one id keep their order.
std::vector<uint32_t> SortedByIds(TableReader& reader, size_t column,
                                  const std::vector<RowRange>& ranges) {
  std::vector<size_t> start(2);  // by id + 1, then the end
  const auto place = [&](size_t row) {
    const Cell cell = reader.At(row, column);
    return cell.kind == Cell::Kind::kInteger ? static_cast<size_t>(cell.integer) + 1 : 0;
  };
  size_t rows = 0;
  for (const RowRange& range : ranges) {
    rows += range.last - range.first;
    for (size_t row = range.first; row < range.last; ++row) {
      const size_t at = place(row) + 1;
      if (at >= start.size()) start.resize(at + 1);
      ++start[at];
    }
  }
  for (size_t i = 1; i < start.size(); ++i) start[i] += start[i - 1];
  std::vector<uint32_t> sorted(rows);
  for (const RowRange& range : ranges) {
    for (size_t row = range.first; row < range.last; ++row) {
      sorted[start[place(row)]++] = static_cast<uint32_t>(row);
    }
  }
  return sorted;
}

int FilterTable(sqlite3_vtab_cursor* base, int, const char* text, int count,
                sqlite3_value** values) {
  TableCursor& cursor = Of(base);
  const Table& table = *cursor.table;
  const Plan plan = ReadPlan(table, text == nullptr ? "" : text);
  cursor.ranges.clear();
  if (table.size() > 0) cursor.ranges.push_back({0, table.size()});
  cursor.range = cursor.behind = 0;
  cursor.reversed = plan.reversed;
  const size_t bounds = std::min(plan.bounds.size(), static_cast<size_t>(std::max(count, 0)));
  for (size_t i = 0; i < bounds; ++i) {
    const std::optional<Bounds> within = BoundsOf(plan.bounds[i].op, values[i]);
    if (within) {
      table.Narrow(plan.bounds[i].column, *within, cursor.ranges);
    } else {
      cursor.ranges.clear();
    }
  }
  cursor.sorted.clear();
  if (plan.sorted_by == Table::kId || cursor.ranges.empty()) return SQLITE_OK;
  cursor.sorted = SortedByIds(*cursor.reader, plan.sorted_by, cursor.ranges);
  cursor.ranges = {{0, cursor.sorted.size()}};
  return SQLITE_OK;
}

int NextOfTable(sqlite3_vtab_cursor* cursor) {
  Of(cursor).Next();
  return SQLITE_OK;
}

int IsAfterTable(sqlite3_vtab_cursor* cursor) { return Of(cursor).at_end() ? 1 : 0; }

int ColumnOfTable(sqlite3_vtab_cursor* base, sqlite3_context* context, int number) {
  TableCursor& cursor = Of(base);
  if (number == kOptionsColumn) return SQLITE_OK;
  ReturnCell(context, cursor.reader->At(cursor.row(), ColumnOf(number)));
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
