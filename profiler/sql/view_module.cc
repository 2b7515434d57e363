#include "profiler/sql/view_module.h"

#include <fmt/format.h>

#include <algorithm>
#include <new>
#include <string_view>
#include <vector>

#include "profiler/base/status.h"
#include "profiler/sql/table_module.h"

namespace profiler::sql {
namespace {

constexpr size_t kMostNotes = 16;

struct ShownView {
  sqlite3_vtab base = {};  // the first member, as SQLite asks
  const ViewFunction* function = nullptr;
};

struct ViewCursor {
  sqlite3_vtab_cursor base = {};  // the first member, as SQLite asks
  const ReportCells* cells = nullptr;
  size_t row = 0;
  std::string text;
};

ShownView& ViewOf(sqlite3_vtab* base) { return *reinterpret_cast<ShownView*>(base); }
ViewCursor& ViewOf(sqlite3_vtab_cursor* base) { return *reinterpret_cast<ViewCursor*>(base); }

int ConnectView(sqlite3* db, void* function, int, const char* const*, sqlite3_vtab** out, char**) {
  const auto* const of = static_cast<const ViewFunction*>(function);
  std::string declaration = "CREATE TABLE x(";
  for (const TableColumn& column : of->table->columns) {
    declaration += QuoteName(column.name) + ' ' + std::string(SqlName(column.type)) + ", ";
  }
  const int rc = sqlite3_declare_vtab(db, (declaration + "\"options\" HIDDEN)").c_str());
  if (rc != SQLITE_OK) return rc;
  sqlite3_vtab_config(db, SQLITE_VTAB_INNOCUOUS);
  auto* const shown = new (std::nothrow) ShownView;
  if (shown == nullptr) return SQLITE_NOMEM;
  shown->function = of;
  *out = &shown->base;
  return SQLITE_OK;
}

int DisconnectView(sqlite3_vtab* shown) {
  delete &ViewOf(shown);
  return SQLITE_OK;
}

// The names of the columns that the query reads, as EXPLAIN QUERY PLAN shows them.
std::string NeededColumns(const std::vector<TableColumn>& columns, uint64_t used) {
  constexpr size_t kLastBit = 63;  // stands for all columns from there on
  std::string needed;
  for (size_t c = 0; c < columns.size(); ++c) {
    if ((used >> std::min(c, kLastBit) & 1) == 0) continue;
    if (!needed.empty()) needed += ',';
    needed += columns[c].name;
  }
  return needed;
}

int ChooseView(sqlite3_vtab* shown, sqlite3_index_info* info) {
  const std::vector<TableColumn>& columns = ViewOf(shown).function->table->columns;
  for (int i = 0; i < info->nConstraint; ++i) {
    const auto& constraint = info->aConstraint[i];
    if (constraint.iColumn != static_cast<int>(columns.size())) continue;
    if (constraint.op != SQLITE_INDEX_CONSTRAINT_EQ) continue;
    if (constraint.usable == 0) return SQLITE_CONSTRAINT;  // its tables must be read first
    info->aConstraintUsage[i].argvIndex = 1;
    info->aConstraintUsage[i].omit = 1;
    info->idxNum = 1;
    break;
  }
  // Views have at most some thousand rows, and take longer than reading a table.
  constexpr double kCost = 1e6;
  constexpr sqlite3_int64 kRows = 1000;
  info->estimatedCost = kCost;
  info->estimatedRows = kRows;
  info->idxStr = sqlite3_mprintf("%s", NeededColumns(columns, info->colUsed).c_str());
  info->needToFreeIdxStr = 1;
  return info->idxStr == nullptr ? SQLITE_NOMEM : SQLITE_OK;
}

int OpenView(sqlite3_vtab*, sqlite3_vtab_cursor** out) {
  auto* const cursor = new (std::nothrow) ViewCursor;
  if (cursor == nullptr) return SQLITE_NOMEM;
  *out = &cursor->base;
  return SQLITE_OK;
}

int CloseView(sqlite3_vtab_cursor* cursor) {
  delete &ViewOf(cursor);
  return SQLITE_OK;
}

// The numbers of the columns that NeededColumns() names.
std::vector<size_t> ReadNeeded(const std::vector<TableColumn>& columns, std::string_view needed) {
  std::vector<size_t> numbers;
  for (size_t c = 0; c < columns.size() && !needed.empty(); ++c) {
    const std::string_view name = needed.substr(0, needed.find(','));
    if (name != columns[c].name) continue;
    numbers.push_back(c);
    needed.remove_prefix(std::min(needed.size(), name.size() + 1));
  }
  return numbers;
}

int FilterView(sqlite3_vtab_cursor* base, int has_options, const char* needed, int,
               sqlite3_value** values) {
  ViewCursor& cursor = ViewOf(base);
  const ViewFunction& function = *ViewOf(base->pVtab).function;
  std::string options;
  if (has_options != 0) {
    const auto* const text = reinterpret_cast<const char*>(sqlite3_value_text(values[0]));
    if (text != nullptr) options = text;
  }
  cursor.row = 0;
  const ViewTable& table = *function.table;
  cursor.cells = function.answers->Ask(table, options,
                                       ReadNeeded(table.columns, needed == nullptr ? "" : needed));
  return cursor.cells == nullptr ? SQLITE_ERROR : SQLITE_OK;
}

int NextOfView(sqlite3_vtab_cursor* cursor) {
  ++ViewOf(cursor).row;
  return SQLITE_OK;
}

int IsAfterView(sqlite3_vtab_cursor* base) {
  const ViewCursor& cursor = ViewOf(base);
  return cursor.cells == nullptr || cursor.row >= cursor.cells->size() ? 1 : 0;
}

int ColumnOfView(sqlite3_vtab_cursor* base, sqlite3_context* context, int column) {
  ViewCursor& cursor = ViewOf(base);
  const size_t columns = ViewOf(base->pVtab).function->table->columns.size();
  if (static_cast<size_t>(column) >= columns) return SQLITE_OK;  // `options`
  const Cell cell = cursor.cells->At(cursor.row, static_cast<size_t>(column), cursor.text);
  const bool is_made = cell.kind == Cell::Kind::kText && cell.text.data() == cursor.text.data();
  if (is_made) {
    sqlite3_result_text64(context, cell.text.data(), cell.text.size(), SQLITE_TRANSIENT,
                          SQLITE_UTF8);
  } else {
    ReturnCell(context, cell);
  }
  return SQLITE_OK;
}

int RowidOfView(sqlite3_vtab_cursor* cursor, sqlite3_int64* id) {
  *id = static_cast<sqlite3_int64>(ViewOf(cursor).row);
  return SQLITE_OK;
}

const sqlite3_module& ViewModule() {
  static const sqlite3_module& module = *new sqlite3_module([] {
    sqlite3_module made = {};
    made.iVersion = 1;
    made.xCreate = ConnectView;
    made.xDestroy = DisconnectView;
    made.xConnect = ConnectView;
    made.xBestIndex = ChooseView;
    made.xDisconnect = DisconnectView;
    made.xOpen = OpenView;
    made.xClose = CloseView;
    made.xFilter = FilterView;
    made.xNext = NextOfView;
    made.xEof = IsAfterView;
    made.xColumn = ColumnOfView;
    made.xRowid = RowidOfView;
    return made;
  }());
  return module;
}

}  // namespace

const ReportCells* ViewAnswers::Ask(const ViewTable& table, const std::string& options,
                                    const std::vector<size_t>& columns) {
  const std::string question =
      fmt::format("{}\n{}\n{}", table.name, options, fmt::join(columns, " "));
  const auto known = answers_.find(question);
  if (known != answers_.end()) return &known->second;
  absl::StatusOr<Report> report = views_.Ask(table, options, columns, context_);
  if (!report.ok()) {
    connection_.Fail(report.status());
    return nullptr;
  }
  TakeNotes(table, options, *report);
  return &answers_.try_emplace(question, *std::move(report), table.columns).first->second;
}

void ViewAnswers::TakeNotes(const ViewTable& table, const std::string& options,
                            const Report& report) {
  const std::string call =
      options.empty() ? table.name + "()" : fmt::format("{}('{}')", table.name, options);
  for (const Note& note : report.notes) {
    if (note.severity == Severity::kInfo && !report.rows.empty()) continue;
    const std::string text = fmt::format("{}: {}", call, note.text);
    const auto is_same = [&](const Note& other) { return other.text == text; };
    if (std::any_of(notes_.begin(), notes_.end(), is_same)) continue;  // asked for other columns
    if (notes_.size() == kMostNotes) return;  // a join may ask with other options for each row
    notes_.push_back({note.id, note.severity, text});
  }
}

int AddViewFunction(sqlite3* db, const std::string& schema, const ViewFunction& function) {
  void* const passed = const_cast<ViewFunction*>(&function);
  const std::string& name = function.table->name;
  const std::string module = fmt::format("{}.{}", schema, name);
  const int rc = sqlite3_create_module_v2(db, module.c_str(), &ViewModule(), passed, nullptr);
  if (rc != SQLITE_OK) return rc;
  const std::string create = fmt::format("CREATE VIRTUAL TABLE {}.{} USING {}", QuoteName(schema),
                                         QuoteName(name), QuoteName(module));
  return sqlite3_exec(db, create.c_str(), nullptr, nullptr, nullptr);
}

int DeclareTableFunction(sqlite3* db, std::string_view call) {
  sqlite3_stmt* statement = nullptr;
  const std::string query = fmt::format("SELECT 1 FROM {}", call);
  const int declared = sqlite3_prepare_v2(db, query.c_str(), -1, &statement, nullptr);
  sqlite3_finalize(statement);
  return declared;
}

}  // namespace profiler::sql
