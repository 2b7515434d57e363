// The rows of a query as columns of a Report.
#ifndef PROFILER_SQL_ROWS_H_
#define PROFILER_SQL_ROWS_H_

#include <sqlite3.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "profiler/report/report.h"

namespace profiler::sql {

// A column of an answer. SQL has a type per value and a Report one per column: whole numbers,
// real numbers if any is one, or texts if any is none.
class AnswerColumn {
 public:
  explicit AnswerColumn(std::string name) : name_(std::move(name)) {}

  // Adds the value; returns the bytes that it takes.
  size_t Add(sqlite3_stmt* statement, int column);
  ReportColumn Finish() &&;

 private:
  void BecomeReal();
  void BecomeText();

  std::string name_;
  ColumnType type_ = ColumnType::kNumber;
  std::vector<Value> numbers_;
  std::vector<double> reals_;
  std::vector<std::string> texts_;
  bool has_null_ = false, has_empty_ = false;
};

// The names of the statement's columns, each once: a second `op` is `op_2`.
std::vector<std::string> ColumnNames(sqlite3_stmt* statement);

}  // namespace profiler::sql

#endif  // PROFILER_SQL_ROWS_H_
