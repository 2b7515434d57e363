// Views as functions of SQL that return tables: SELECT * FROM op('-order_by micros').
#ifndef PROFILER_SQL_VIEW_MODULE_H_
#define PROFILER_SQL_VIEW_MODULE_H_

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "profiler/report/report.h"
#include "profiler/sql/connection.h"
#include "profiler/sql/report_cells.h"
#include "profiler/sql/view_tables.h"

namespace profiler::sql {

// The answers that one query asked of views. They live as long as the query, which refers to their
// texts.
class ViewAnswers {
 public:
  ViewAnswers(ViewTables& views, Connection& connection, RunContext& context)
      : views_(views), connection_(connection), context_(context) {}

  // Null if the view cannot answer; the connection has the error then.
  const ReportCells* Ask(const ViewTable& table, const std::string& options,
                         const std::vector<size_t>& columns);
  // The warnings of views that answered, and why others have no rows.
  const std::vector<Note>& notes() const { return notes_; }

 private:
  void TakeNotes(const ViewTable& table, const std::string& options, const Report& report);

  ViewTables& views_;
  Connection& connection_;
  RunContext& context_;
  std::map<std::string, ReportCells> answers_;  // by the question's text
  std::vector<Note> notes_;
};

// A function of a view. It must outlive the connection.
struct ViewFunction {
  const ViewTable* table;
  ViewAnswers* answers;
};
// Adds it to a schema, as `base.op`.
int AddViewFunction(sqlite3* db, const std::string& schema, const ViewFunction& function);

// Declares the columns of a function that exists by itself. When only reading is allowed, SQLite
// may not declare them.
int DeclareTableFunction(sqlite3* db, std::string_view call);

}  // namespace profiler::sql

#endif  // PROFILER_SQL_VIEW_MODULE_H_
