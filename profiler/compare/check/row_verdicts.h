// The verdicts of a requirement about each of several rows.
#ifndef PROFILER_COMPARE_CHECK_ROW_VERDICTS_H_
#define PROFILER_COMPARE_CHECK_ROW_VERDICTS_H_

#include <optional>
#include <string>
#include <vector>

#include "profiler/compare/check/noise/noise.h"
#include "profiler/report/check_result.h"

namespace profiler {

struct JudgedRow {
  CheckResult result;
  std::optional<NoiseVerdict> noise;  // nothing if noise was not looked at
  // Of a row within its bound: how far, as a part of the bound; NaN if that is unknown.
  double room = kAbsentReal;
};

// Corrects the p-values of several rows for their number, as `diff` does, because of many rows some
// look worse by chance (docs/metrics.md). A row that is no longer beyond noise is unclear, also one
// of samples so few that nothing can be told of a single row. What varies on neither side needs no
// correction.
void CorrectForRows(std::vector<JudgedRow>& rows);

// Sorts the worst rows first; of those that keep the bound those that are nearest to it.
void SortWorstFirst(std::vector<JudgedRow>& rows);

// "within the bound by 1.9%", of a row that is.
std::string WithinText(const JudgedRow& row);

// A name that is cut in its middle if it is long, as those of C++ kernels are: `row` has all of it.
std::string NameInReason(std::string_view name);

// How many rows were judged, and which fail, of sorted rows: "2 of 60 rows fail: a (12 us, bound
// 10 us), b (7 us, bound 6 us)".
std::string DescribeRows(const std::vector<JudgedRow>& rows);

}  // namespace profiler

#endif  // PROFILER_COMPARE_CHECK_ROW_VERDICTS_H_
