#ifndef PROFILER_REPORT_TABLE_ROW_H_
#define PROFILER_REPORT_TABLE_ROW_H_

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "profiler/report/report.h"

namespace profiler {

// Appends a row to a table, cell by cell in the order of its columns.
class TableRow {
 public:
  TableRow(Report& report, std::string_view name, std::vector<std::string> key) : report_(report) {
    report_.rows.push_back({name, std::move(key), 0, -1, true});
  }
  TableRow(Report& report, std::string_view name) : TableRow(report, name, {std::string(name)}) {}

  TableRow& Number(Value value) {
    Next().own.push_back(value);
    return *this;
  }
  TableRow& Flag(bool value) { return Number(value ? 1 : 0); }
  TableRow& Real(double value) {
    Next().reals.push_back(value);
    return *this;
  }
  TableRow& Text(std::string_view text) {
    Next().words.emplace_back(text);
    return *this;
  }
  TableRow& Series(std::vector<double> values) {
    Next().series.push_back(std::move(values));
    return *this;
  }
  TableRow& List(std::vector<std::string> texts) {
    Next().texts.push_back(std::move(texts));
    return *this;
  }

 private:
  ReportColumn& Next() { return report_.columns[next_++]; }

  Report& report_;
  size_t next_ = 0;
};

}  // namespace profiler

#endif  // PROFILER_REPORT_TABLE_ROW_H_
