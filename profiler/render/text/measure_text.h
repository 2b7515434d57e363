// What tfprof's trees and ranks print of a measure in the same way.
#ifndef PROFILER_RENDER_TEXT_MEASURE_TEXT_H_
#define PROFILER_RENDER_TEXT_MEASURE_TEXT_H_

#include <string_view>

#include "profiler/base/value.h"
#include "profiler/report/report.h"

namespace profiler {

// The unit or word after a number in tfprof's trees and ranks.
struct MeasureSuffix {
  Measure measure;
  std::string_view in_tree, in_rank;
};
inline constexpr MeasureSuffix kMeasureSuffixes[] = {{Measure::kParams, " params", " params"},
                                                     {Measure::kFloatOps, " flops", " float_ops"}};

inline std::string_view SuffixOf(const ReportColumn& column, Shape shape) {
  for (const MeasureSuffix& suffix : kMeasureSuffixes) {
    if (column.measure == suffix.measure) {
      return shape == Shape::kTree ? suffix.in_tree : suffix.in_rank;
    }
  }
  return "";
}

// Whether the column has the runs, which are printed with the definitions of the next column.
inline bool CountsRuns(const ReportColumn& column) {
  return column.measure == Measure::kOccurrence && column.type == ColumnType::kNumber &&
         column.role != ColumnRole::kDefinedCount;
}

}  // namespace profiler

#endif  // PROFILER_RENDER_TEXT_MEASURE_TEXT_H_
