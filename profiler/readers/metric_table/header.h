#ifndef PROFILER_READERS_METRIC_TABLE_HEADER_H_
#define PROFILER_READERS_METRIC_TABLE_HEADER_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "profiler/readers/metric_table/known_metrics.h"
#include "profiler/readers/metric_table/table_clock.h"

namespace profiler::metric_table {

// What the cells of a column are.
enum class ColumnRole {
  kIgnored,
  kTime,
  kDate,  // of a time without one
  kNode,
  kKind,
  kName,
  kDimension,
  kUnit,
  kValue,   // of the metric that the row names
  kDevice,  // "gpu3", or the number of a device whose kind the metrics tell; "all" is none
  kPart,    // what else the row is of: a network interface, a disk
  kMetric,  // of the metric that the column names
};

struct Column {
  ColumnRole role = ColumnRole::kIgnored;
  MetricName metric;
  TimeUnit unit = TimeUnit::kUntold;  // of times
};

// A metric that is computed from others of a row.
struct Derived {
  enum class Formula {
    kShare,  // 100 x the first / the second
    kBusy,   // 100 - the sum
    kPart,   // 100 x the first / the sum
  };
  MetricName metric;
  Formula formula = Formula::kShare;
  std::vector<size_t> of;  // columns
};

// What the head of a table says of its columns.
struct Header {
  std::vector<Column> columns;
  std::vector<Derived> derived;
  bool is_long = false;  // a row is one value, of the metric that it names
  bool has_time = false;

  bool HasValues() const;
};

struct ColumnText {
  std::string_view name;
  std::string_view group = "";  // the heading above several columns, where there is one
};

// `numbers_devices`: columns CPU and GPU tell which one a row is of, not how busy it was.
Header MakeHeader(const std::vector<ColumnText>& columns, bool numbers_devices);

}  // namespace profiler::metric_table

#endif  // PROFILER_READERS_METRIC_TABLE_HEADER_H_
