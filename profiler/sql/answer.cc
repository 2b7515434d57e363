#include "profiler/sql/answer.h"

#include <fmt/format.h>
#include <sqlite3.h>

#include <deque>
#include <limits>
#include <memory>
#include <optional>
#include <utility>

#include "profiler/base/ascii.h"
#include "profiler/base/status.h"
#include "profiler/report/table.h"
#include "profiler/sql/connection.h"
#include "profiler/sql/functions/functions.h"
#include "profiler/sql/plan_report.h"
#include "profiler/sql/query_text.h"
#include "profiler/sql/rows.h"
#include "profiler/sql/spans/span_join.h"
#include "profiler/sql/table_module.h"
#include "profiler/sql/tables/schema_tables.h"
#include "profiler/sql/unknown_names.h"
#include "profiler/sql/view_module.h"

namespace profiler::sql {
namespace {

constexpr std::string_view kMain = "main";
constexpr size_t kMostAnswer = size_t{2} << 30;  // bytes of values
constexpr size_t kRowsBetweenLooks = 4096;

struct Finalizes {
  void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
};
using Statement = std::unique_ptr<sqlite3_stmt, Finalizes>;

// The tables and views of one profile; they stay where they are, as SQLite points to them.
struct Shown {
  Shown(const SchemaOf& schema, Connection& connection, RunContext& context)
      : of(*schema.profile), tables(MakeSchemaTables(of)) {
    if (schema.views == nullptr) return;
    answers.emplace(*schema.views, connection, context);
    for (const ViewTable& table : schema.views->All()) views.push_back({&table, &*answers});
  }

  TablesOf of;
  std::vector<std::unique_ptr<Table>> tables;
  std::optional<ViewAnswers> answers;
  std::deque<ViewFunction> views;
};

// The tables that a query may read. Adding all of them takes longer than most queries.
class TablesInText {
 public:
  // span_join() may put a query together, and SQLite's own tables list all others.
  explicit TablesInText(std::string_view text)
      : text_(Lower(text)), has_all_(Has("span_join") || Has("sqlite_")) {}
  bool MayHave(std::string_view table) const { return has_all_ || Has(table); }

 private:
  bool Has(std::string_view name) const { return text_.find(name) != text_.npos; }

  std::string text_;  // in lower case, as names of tables are
  bool has_all_;
};

absl::Status AddTables(const std::string& schema, const Shown& shown, const TablesInText& read,
                       Connection& connection) {
  if (schema != kMain) PROFILER_RETURN_IF_ERROR(connection.AddSchema(schema));
  for (const std::unique_ptr<Table>& table : shown.tables) {
    if (!read.MayHave(table->name())) continue;
    const int rc = AddTable(connection.db(), schema, *table);
    if (rc != SQLITE_OK) return connection.ErrorIn("", rc);
  }
  for (const ViewFunction& view : shown.views) {
    if (!read.MayHave(view.table->name)) continue;
    const int rc = AddViewFunction(connection.db(), schema, view);
    if (rc != SQLITE_OK) return connection.ErrorIn("", rc);
  }
  return absl::OkStatus();
}

absl::Status AddFunctions(const Question& question, const Connection& connection,
                          SpanJoins& span_joins) {
  sqlite3* const db = connection.db();
  int rc = AddPatterns(db);
  if (rc == SQLITE_OK) rc = AddSpanJoin(span_joins);
  if (rc == SQLITE_OK) rc = AddAggregates(db);
  if (rc == SQLITE_OK && !question.schemas.empty()) {
    rc = AddScalars(db, *question.schemas[0].profile);
  }
  for (const std::string_view name : {"json_each", "json_tree"}) {
    if (rc == SQLITE_OK) rc = DeclareTableFunction(db, name);
  }
  return rc == SQLITE_OK ? absl::OkStatus() : connection.ErrorIn("", rc);
}

KnownNames NamesIn(const std::vector<std::unique_ptr<Shown>>& shown, const Question& question) {
  KnownNames known;
  for (const SchemaOf& schema : question.schemas) known.schemas.push_back(schema.name);
  known.is_for_each = question.is_for_each;
  if (shown.empty()) return known;
  for (const auto& table : shown.front()->tables) {
    known.tables.push_back({table->name(), &table->columns()});
  }
  for (const ViewFunction& view : shown.front()->views) {
    known.tables.push_back({view.table->name, &view.table->columns});
  }
  return known;
}

absl::StatusOr<Statement> Prepare(std::string_view text, const Connection& connection) {
  if (text.size() > static_cast<size_t>(std::numeric_limits<int>::max())) {
    return absl::InvalidArgumentError("SQL: the query is too long: at most 1 MiB");
  }
  sqlite3_stmt* made = nullptr;
  const char* tail = nullptr;
  const int rc =
      sqlite3_prepare_v2(connection.db(), text.data(), static_cast<int>(text.size()), &made, &tail);
  Statement statement(made);
  if (rc != SQLITE_OK) return connection.ErrorIn(text, rc);
  if (statement == nullptr) {
    return absl::InvalidArgumentError("SQL: the query is empty; `help sql` shows examples");
  }
  std::string_view rest = text.substr(static_cast<size_t>(tail - text.data()));
  while (!(rest = SkipBlanks(rest)).empty() && rest[0] == ';') rest.remove_prefix(1);
  if (!rest.empty()) {
    return absl::InvalidArgumentError(
        fmt::format("SQL: one query at a time: another one starts at character {}",
                    rest.data() - text.data() + 1));
  }
  if (sqlite3_bind_parameter_count(statement.get()) > 0) {
    return absl::InvalidArgumentError("SQL: parameters (?, :name) have no value here: write it");
  }
  return statement;
}

absl::Status TooLarge() {
  return absl::ResourceExhaustedError(
      "the answer is larger than 2 GiB: add a LIMIT, or select fewer columns");
}

// Runs the query.
absl::StatusOr<Report> ReadRows(std::string_view text, sqlite3_stmt* statement,
                                const Connection& connection, RunContext& context) {
  std::vector<AnswerColumn> columns;
  for (std::string& name : ColumnNames(statement)) columns.emplace_back(std::move(name));
  size_t rows = 0, bytes = 0;
  int rc = sqlite3_step(statement);
  for (; rc == SQLITE_ROW; rc = sqlite3_step(statement), ++rows) {
    for (size_t c = 0; c < columns.size(); ++c) {
      bytes += columns[c].Add(statement, static_cast<int>(c));
    }
    bytes += sizeof(Row);
    if (bytes > kMostAnswer) return TooLarge();
    if (rows % kRowsBetweenLooks == 0) PROFILER_RETURN_IF_ERROR(context.Check());
  }
  if (rc != SQLITE_DONE) return connection.ErrorIn(text, rc);

  std::vector<ReportColumn> finished;
  finished.reserve(columns.size());
  for (AnswerColumn& column : columns) finished.push_back(std::move(column).Finish());
  Report report = StartTable("sql", "SQL", "the row", std::move(finished));
  report.rows_are_unnamed = true;
  report.rows.resize(rows);
  return report;
}

}  // namespace

absl::StatusOr<Report> Answer(const Question& question, RunContext& context) {
  std::vector<std::unique_ptr<Shown>> shown;  // outlives the connection
  PROFILER_ASSIGN_OR_RETURN(const std::unique_ptr<Connection> connection,
                            Connection::Open(context));
  const TablesInText read(question.text);
  for (const SchemaOf& schema : question.schemas) {
    shown.push_back(std::make_unique<Shown>(schema, *connection, context));
    PROFILER_RETURN_IF_ERROR(AddTables(schema.name, *shown.back(), read, *connection));
  }
  SpanJoins span_joins = {*connection, context};
  PROFILER_RETURN_IF_ERROR(AddFunctions(question, *connection, span_joins));
  connection->AllowReadingOnly();
  const absl::StatusOr<Statement> prepared = Prepare(question.text, *connection);
  if (!prepared.ok()) {
    return WithKnownNames(prepared.status(), question.text, NamesIn(shown, question),
                          connection->db());
  }
  sqlite3_stmt* const statement = prepared->get();
  if (ExplainsPlan(statement)) return PlanReport(statement);
  PROFILER_ASSIGN_OR_RETURN(Report report,
                            ReadRows(question.text, statement, *connection, context));
  for (size_t i = 0; i < shown.size(); ++i) {
    if (!shown[i]->answers) continue;
    const std::string& schema = question.schemas[i].name;
    for (Note note : shown[i]->answers->notes()) {
      if (schema != kMain) note.text = fmt::format("{}.{}", schema, note.text);
      report.notes.push_back(std::move(note));
    }
  }
  return report;
}

}  // namespace profiler::sql
