#include "profiler/sql/connection.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <mutex>

#include "profiler/base/status.h"
#include "profiler/sql/table_module.h"

namespace profiler::sql {
namespace {

// How many steps of SQLite's program lie between two looks at the limits: some 0.1 ms.
constexpr int kStepsBetweenLooks = 2000;

// All connections together. It bounds what sorting and grouping keep, as nothing goes to the disk.
constexpr sqlite3_int64 kMostHeap = sqlite3_int64{4} << 30;

struct Limit {
  int which;
  int most;
};
constexpr Limit kLimits[] = {
    {SQLITE_LIMIT_LENGTH, 2 << 20},  // bytes of a text; instr() needs the square of it
    {SQLITE_LIMIT_SQL_LENGTH, 1 << 20},       {SQLITE_LIMIT_COLUMN, 1000},
    {SQLITE_LIMIT_EXPR_DEPTH, 200},           {SQLITE_LIMIT_COMPOUND_SELECT, 100},
    {SQLITE_LIMIT_VDBE_OP, 1 << 20},          {SQLITE_LIMIT_FUNCTION_ARG, 100},
    {SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 1000}, {SQLITE_LIMIT_TRIGGER_DEPTH, 0},
};

// Functions that reach outside the query, and those that nothing can stop: '%.2147483647c'.
constexpr std::string_view kForbidden[] = {"load_extension", "fts3_tokenizer", "printf", "format"};

int AuthorizeReading(void*, int action, const char*, const char* name, const char*, const char*) {
  switch (action) {
    case SQLITE_SELECT:
    case SQLITE_READ:
    case SQLITE_RECURSIVE:
      return SQLITE_OK;
    case SQLITE_FUNCTION: {
      const bool is_forbidden =
          name != nullptr && std::any_of(std::begin(kForbidden), std::end(kForbidden),
                                         [&](std::string_view one) { return one == name; });
      return is_forbidden ? SQLITE_DENY : SQLITE_OK;
    }
    default:
      return SQLITE_DENY;
  }
}

absl::Status Failed(int rc) {
  return absl::InternalError(fmt::format("SQLite: {}", sqlite3_errstr(rc)));
}

int Execute(sqlite3* db, const std::string& sql) {
  return sqlite3_exec(db, sql.c_str(), nullptr, nullptr, nullptr);
}

// The part of the query at the error, for people: "at 'stpes' (character 15)".
std::string PlaceOf(std::string_view text, int offset) {
  if (offset < 0 || static_cast<size_t>(offset) >= text.size()) return "";
  constexpr size_t kShown = 20;
  std::string_view rest = text.substr(static_cast<size_t>(offset));
  rest = rest.substr(0, std::min(rest.find_first_of(" \n\t,;()"), kShown));
  if (rest.empty()) return fmt::format(", at character {}", offset + 1);
  return fmt::format(", at '{}' (character {})", rest, offset + 1);
}

}  // namespace

absl::StatusOr<std::unique_ptr<Connection>> Connection::Open(RunContext& context) {
  PROFILER_ASSIGN_OR_RETURN(std::unique_ptr<Connection> connection,
                            Open(":memory:", nullptr, context));
  for (const Limit& limit : kLimits) sqlite3_limit(connection->db_, limit.which, limit.most);
  return connection;
}

absl::StatusOr<std::unique_ptr<Connection>> Connection::OpenFile(const std::string& file_system,
                                                                 RunContext& context) {
  return Open("database", file_system.c_str(), context);
}

absl::StatusOr<std::unique_ptr<Connection>> Connection::Open(const char* path,
                                                             const char* file_system,
                                                             RunContext& context) {
  static std::once_flag once;
  std::call_once(once, [] { sqlite3_hard_heap_limit64(kMostHeap); });
  std::unique_ptr<Connection> connection(new Connection(context));
  constexpr int kFlags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
  int rc = sqlite3_open_v2(path, &connection->db_, kFlags, file_system);
  if (rc != SQLITE_OK) return Failed(rc);
  sqlite3* const db = connection->db_;
  sqlite3_extended_result_codes(db, 1);
  rc = Execute(db, "PRAGMA temp_store = MEMORY");  // sorting must not write files
  if (rc != SQLITE_OK) return Failed(rc);
  sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0, nullptr);
  sqlite3_db_config(db, SQLITE_DBCONFIG_DQS_DML, 0, nullptr);  // "x" is a name, never a text
  sqlite3_progress_handler(db, kStepsBetweenLooks, &Connection::Progress, connection.get());
  return connection;
}

Connection::~Connection() { sqlite3_close_v2(db_); }

absl::Status Connection::AddSchema(const std::string& name) {
  const int rc = Execute(db_, fmt::format("ATTACH ':memory:' AS {}", QuoteName(name)));
  return rc == SQLITE_OK ? absl::OkStatus() : Failed(rc);
}

void Connection::AllowReadingOnly() {
  sqlite3_set_authorizer(db_, AuthorizeReading, nullptr);
  sqlite3_limit(db_, SQLITE_LIMIT_ATTACHED, 0);
}

int Connection::Progress(void* connection) {
  auto& self = *static_cast<Connection*>(connection);
  if (self.stopped_.ok()) self.stopped_ = self.context_.Check();
  return self.stopped_.ok() ? 0 : 1;
}

absl::Status Connection::ErrorIn(std::string_view text, int rc) const {
  if (!stopped_.ok()) return stopped_;
  const std::string message = sqlite3_errmsg(db_);
  switch (rc & 0xff) {
    case SQLITE_NOMEM:
      return absl::ResourceExhaustedError(
          "the query needs more memory than a query may have (4 GiB): select fewer rows or "
          "columns, "
          "or group by fewer values");
    case SQLITE_AUTH:
      return absl::InvalidArgumentError(fmt::format(
          "SQL: {}: a query only reads, so it is a SELECT, a WITH or an EXPLAIN QUERY PLAN, "
          "without "
          "PRAGMA; `printf` and `format` are left out, as nothing could stop a long one: round(x, "
          "2) shortens a number",
          message));
    case SQLITE_TOOBIG:
      return absl::InvalidArgumentError(
          fmt::format("SQL: {}: a text has at most 2 MiB, a query 1 MiB", message));
    default:
      return absl::InvalidArgumentError(
          fmt::format("SQL: {}{}", message, PlaceOf(text, sqlite3_error_offset(db_))));
  }
}

}  // namespace profiler::sql
