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

// Titles of columns that are not shown, and why: "not shown: a, b (unknown); c (0)". Empty if there
// are none.
class LeftOutColumns {
 public:
  void Add(const std::string& title, const SameValue& value);
  std::string Text() const;

 private:
  std::vector<std::string> unknown_, zero_, other_;
};

}  // namespace profiler

#endif  // PROFILER_RENDER_PRETTY_SAME_VALUES_H_
