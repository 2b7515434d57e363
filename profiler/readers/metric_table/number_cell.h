#ifndef PROFILER_READERS_METRIC_TABLE_NUMBER_CELL_H_
#define PROFILER_READERS_METRIC_TABLE_NUMBER_CELL_H_

#include <string_view>

namespace profiler::metric_table {

struct NumberCell {
  enum class What { kNumber, kUnknown, kNoFinite, kText };
  What what = What::kText;
  double value = 0;            // finite
  std::string_view unit = "";  // what is written behind it: "%", "MiB"
};

// "45 %", "1024 MiB", "3,5"; unknown are "", "N/A", "[Not Supported]" and whatever else stands in
// brackets, "-", "null" and "none"; no finite ones "nan", "inf" and what no double holds.
NumberCell ReadNumber(std::string_view cell);

}  // namespace profiler::metric_table

#endif  // PROFILER_READERS_METRIC_TABLE_NUMBER_CELL_H_
