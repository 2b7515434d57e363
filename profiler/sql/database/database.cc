#include "profiler/sql/database/database.h"

#include <fmt/format.h>
#include <sqlite3.h>

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "profiler/base/status.h"
#include "profiler/sql/connection.h"
#include "profiler/sql/database/file_system.h"
#include "profiler/sql/table_module.h"
#include "profiler/sql/tables/schema_tables.h"

namespace profiler::sql {
namespace {

constexpr int kLongestText = 1'000'000'000;  // bytes; what SQLite can hold in one value

// The virtual tables are in `temp`, the written ones in `main`.
constexpr std::string_view kFrom = "temp";

bool RefersToRows(const TableColumn& column) {
  return column.type == CellType::kInteger && !column.references.empty();
}

// The line of a column, with its meaning as a comment, which `.schema` of sqlite3 shows.
std::string ColumnLine(const TableColumn& column, bool is_id, bool is_last) {
  std::string line =
      fmt::format("  {} {}", QuoteName(column.name), std::string(SqlName(column.type)));
  if (is_id) line += " PRIMARY KEY";
  if (RefersToRows(column)) line += fmt::format(" REFERENCES {}(id)", QuoteName(column.references));
  if (!is_last) line += ',';
  const bool has_unit = !column.unit.empty() && column.unit != "1";
  line += fmt::format("  -- {}{}\n", has_unit ? column.unit + ": " : "", column.sentence);
  return line;
}

std::string CreateTable(const Table& table) {
  std::string text =
      fmt::format("CREATE TABLE main.{} (  -- {}\n", QuoteName(table.name()), table.sentence());
  const std::vector<TableColumn>& columns = table.columns();
  for (size_t c = 0; c < columns.size(); ++c) {
    text += ColumnLine(columns[c], c == Table::kId, c + 1 == columns.size());
  }
  return text + ")";
}

std::string CopyRows(const Table& table) {
  std::vector<std::string> names;
  for (const TableColumn& column : table.columns()) names.push_back(QuoteName(column.name));
  return fmt::format("INSERT INTO main.{0} SELECT {1} FROM {2}.{0}", QuoteName(table.name()),
                     fmt::join(names, ", "), kFrom);
}

// What queries search by: ids of other tables, and the columns that rows are sorted by.
std::vector<std::string> CreateIndices(const Table& table) {
  std::vector<std::string> statements;
  const auto add = [&](std::string_view suffix, const std::vector<std::string>& columns) {
    statements.push_back(fmt::format("CREATE INDEX main.{} ON {} ({})",
                                     QuoteName(fmt::format("{}_by_{}", table.name(), suffix)),
                                     QuoteName(table.name()), fmt::join(columns, ", ")));
  };
  const std::vector<size_t> sorted_by = table.order();
  for (size_t c = 0; c < table.columns().size(); ++c) {
    const TableColumn& column = table.columns()[c];
    // The index of the order below begins with this column.
    const bool is_first = !sorted_by.empty() && sorted_by.front() == c;
    if (RefersToRows(column) && !is_first) add(column.name, {QuoteName(column.name)});
  }
  std::vector<std::string> names;
  names.reserve(sorted_by.size());
  for (const size_t c : sorted_by) names.push_back(QuoteName(table.columns()[c].name));
  if (!names.empty()) add("order", names);
  return statements;
}

class Writer {
 public:
  Writer(const FileSystem& files, Connection& connection)
      : files_(files), connection_(connection) {}

  absl::Status Run(const std::string& statement) {
    const int rc = sqlite3_exec(connection_.db(), statement.c_str(), nullptr, nullptr, nullptr);
    if (rc == SQLITE_OK) return absl::OkStatus();
    return files_.status().ok() ? connection_.ErrorIn(statement, rc) : files_.status();
  }

  absl::Status Write(const Table& table) {
    PROFILER_RETURN_IF_ERROR(Run(CreateTable(table)));
    PROFILER_RETURN_IF_ERROR(Run(CopyRows(table)));
    for (const std::string& statement : CreateIndices(table)) {
      PROFILER_RETURN_IF_ERROR(Run(statement));
    }
    return absl::OkStatus();
  }

 private:
  const FileSystem& files_;
  Connection& connection_;
};

}  // namespace

absl::StatusOr<WrittenDatabase> WriteDatabase(const Profile& profile, DatabaseFile& file,
                                              RunContext& context) {
  const TablesOf of(profile);
  const std::vector<std::unique_ptr<Table>> tables = MakeSchemaTables(of);
  FileSystem files(file);
  absl::StatusOr<std::unique_ptr<Connection>> opened = Connection::OpenFile(files.name(), context);
  if (!opened.ok()) return files.status().ok() ? opened.status() : files.status();
  const std::unique_ptr<Connection> connection = *std::move(opened);
  sqlite3_limit(connection->db(), SQLITE_LIMIT_LENGTH, kLongestText);
  Writer writer(files, *connection);
  for (const auto& table : tables) {
    const int rc = AddTable(connection->db(), std::string(kFrom), *table);
    if (rc != SQLITE_OK) return connection->ErrorIn("", rc);
  }
  // The file is new, so its journal is empty: a failed file is dropped. 64 MB of pages are kept.
  for (const char* const statement :
       {"PRAGMA main.journal_mode = MEMORY", "PRAGMA main.cache_size = -65536", "BEGIN"}) {
    PROFILER_RETURN_IF_ERROR(writer.Run(statement));
  }
  WrittenDatabase written;
  for (const auto& table : tables) {
    PROFILER_RETURN_IF_ERROR(writer.Write(*table));
    ++written.tables;
    written.rows += table->size();
  }
  PROFILER_RETURN_IF_ERROR(writer.Run("COMMIT"));
  return written;
}

}  // namespace profiler::sql
