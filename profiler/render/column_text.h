#ifndef PROFILER_RENDER_COLUMN_TEXT_H_
#define PROFILER_RENDER_COLUMN_TEXT_H_

#include <cstddef>
#include <string>

#include "profiler/report/report.h"
#include "profiler/report/scaled.h"

namespace profiler {

// The unit of a column of numbers that suits the rows' own values and totals.
ColumnScale ScaleOf(const Report& report, const ReportColumn& column);

// The texts of a column's cells for people: numbers in one unit, `-` if unknown. The report must
// outlive it.
class ColumnText {
 public:
  ColumnText(const Report& report, const ReportColumn& column);
  std::string operator()(size_t row) const;

 private:
  const ReportColumn& column_;
  ColumnScale scale_;
};

}  // namespace profiler

#endif  // PROFILER_RENDER_COLUMN_TEXT_H_
