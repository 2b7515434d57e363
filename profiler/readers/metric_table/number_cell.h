#ifndef PROFILER_READERS_METRIC_TABLE_NUMBER_CELL_H_
#define PROFILER_READERS_METRIC_TABLE_NUMBER_CELL_H_

#include <string_view>

namespace profiler::metric_table {

struct NumberCell {
  enum class What { kNumber, kUnknown, kNoFinite, kText };
  What what = What::kText;
  double value = 0;            // finite
  std::string_view unit = "";  // written after the number, e.g. "%", "MiB"
};

// Parses cells like "45 %", "1024 MiB" and "3,5". The state is unknown for "", "N/A", "-", "null",
// "none", "[N/A]", "[Not Supported]" and the like, but not for "[GPU is lost]", a text. "Active",
// "Enabled" and "Yes" are 1, "Not Active", "Disabled" and "No" are 0. It is not finite for "nan",
// "inf" and on overflow.
NumberCell ReadNumber(std::string_view cell);

}  // namespace profiler::metric_table

#endif  // PROFILER_READERS_METRIC_TABLE_NUMBER_CELL_H_
