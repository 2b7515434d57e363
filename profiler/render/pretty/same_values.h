#ifndef PROFILER_RENDER_PRETTY_SAME_VALUES_H_
#define PROFILER_RENDER_PRETTY_SAME_VALUES_H_

#include <optional>
#include <string>
#include <vector>

#include "profiler/report/report.h"

namespace profiler {

// A column that says nothing about single rows, because all rows have the same value.
struct SameValue {
  enum class Kind { kUnknown, kZero, kOther } kind;
  std::string text;  // the value of kOther
};

// Nullopt if the rows differ, or if there is only one row.
std::optional<SameValue> SameValueOf(const Report& report, const ReportColumn& column);

// Whether two columns of numbers have the same values in several rows.
bool HaveEqualValues(const Report& report, const ReportColumn& a, const ReportColumn& b);

// Titles of columns that are not shown, and why: "the same in all rows: a (5); b (0)". Empty if
// there are none.
class LeftOutColumns {
 public:
  void Add(const std::string& title, const SameValue& value);
  // The column has the values of `shown`.
  void AddEqual(const std::string& title, const std::string& shown);
  std::string Text() const;

 private:
  std::vector<std::string> unknown_, zero_, other_, equal_;
};

}  // namespace profiler

#endif  // PROFILER_RENDER_PRETTY_SAME_VALUES_H_
