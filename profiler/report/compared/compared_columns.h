// The columns of a view's answer that is compared with that of a base. Each measured column X
// becomes base_X, X, delta_X, ratio_X and p_X. A series X stays and has base_X beside it, for
// programs that draw both; where a table measures nothing, so do the moments that a series is
// between. The others stay.
#ifndef PROFILER_REPORT_COMPARED_COMPARED_COLUMNS_H_
#define PROFILER_REPORT_COMPARED_COMPARED_COLUMNS_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "profiler/report/report.h"

namespace profiler {

enum class ComparedPart : uint8_t {
  kBase,
  kNew,
  kDelta,
  kRatio,       // of a row's own values
  kTotalRatio,  // of the totals of a tree's row
  kPValue,
  kOther,    // of a column that is not measured
  kVerdict,  // of the row, as are the next
  kMoreSteps,
  kMoreRuns,
  kBaseName,
};

struct ComparedColumn {
  ReportColumn column;  // without values
  ComparedPart part = ComparedPart::kOther;
  std::optional<size_t> of;  // the index of X, or of the column that stays
};

// Ranked rows become rows of a table: sums over all later rows have no meaning in a comparison.
inline Shape ComparedShape(Shape shape) { return shape == Shape::kRanked ? Shape::kTable : shape; }

// `shape` is that of the view's answer.
std::vector<ComparedColumn> ComparedColumns(Shape shape, const std::vector<ReportColumn>& columns);
// The same as columns without values.
std::vector<ReportColumn> ComparedHeaders(Shape shape, const std::vector<ReportColumn>& columns);

// "delta_X" for (kDelta, "X").
std::string ComparedName(ComparedPart part, std::string_view column);
// The reverse, for names of parts of a measured column; (kNew, "X") for other names.
std::pair<ComparedPart, std::string_view> SplitComparedName(std::string_view name);

}  // namespace profiler

#endif  // PROFILER_REPORT_COMPARED_COMPARED_COLUMNS_H_
