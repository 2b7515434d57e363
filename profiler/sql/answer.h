// Answers an SQL query with a Report.
#ifndef PROFILER_SQL_ANSWER_H_
#define PROFILER_SQL_ANSWER_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "profiler/base/run_context.h"
#include "profiler/report/report.h"
#include "profiler/sql/view_tables.h"
#include "profiler/store/profile.h"

namespace profiler::sql {

// A profile that the query may ask about.
struct SchemaOf {
  std::string name;  // "main", "base"
  const Profile* profile = nullptr;
  ViewTables* views = nullptr;  // of the profile; null for none
};

struct Question {
  std::string text;               // one SELECT
  std::vector<SchemaOf> schemas;  // the first is "main", whose tables need no schema's name
  // The same query is asked of the base by itself, so it cannot name it.
  bool is_for_each = false;
};

// The rows of the query as a table. Its columns have the query's names.
absl::StatusOr<Report> Answer(const Question& question, RunContext& context);

}  // namespace profiler::sql

#endif  // PROFILER_SQL_ANSWER_H_
