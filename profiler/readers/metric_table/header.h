#ifndef PROFILER_READERS_METRIC_TABLE_HEADER_H_
#define PROFILER_READERS_METRIC_TABLE_HEADER_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "profiler/readers/metric_table/known_metrics.h"
#include "profiler/readers/metric_table/table_clock.h"

namespace profiler::metric_table {

// The meaning of a column's cells.
enum class ColumnRole {
  kIgnored,
  kTime,
  kDate,  // the date, for times without one
  kNode,
  kKind,
  kName,
  kDimension,
  kUnit,
  kValue,   // the value of the metric that the row names
  kDevice,  // "gpu3", or the number of a device whose kind follows from the metrics; "all" names no
            // device
  kPart,    // another part that the row describes, e.g. a network interface or a disk
  kRank,    // the process of the job that the row describes
  kLocalRank,  // its number on its node
  kMetric,     // the value of the metric that the column names
};

struct Column {
  ColumnRole role = ColumnRole::kIgnored;
  MetricName metric;
  TimeUnit unit = TimeUnit::kUntold;  // for times
};

// A metric that is computed from other columns of the row.
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

// The meaning of a table's columns.
struct Header {
  std::vector<Column> columns;
  std::vector<Derived> derived;
  bool is_long = false;     // each row has one value and names its metric
  bool is_of_gpus = false;  // each row is of one GPU, whose number a column has
  bool has_time = false;

  bool HasValues() const;
};

struct ColumnText {
  std::string_view name;
  std::string_view group = "";  // the heading above several columns, if any
  bool numbers_gpus = false;    // its cells are the GPUs' numbers (GpuColumn), whatever its name
};

// The metric that a column of this name has in a table whose rows are each of one GPU: what is not
// known to be of something else is of the GPU.
MetricName MetricOfGpu(std::string_view name);

// `numbers_devices` means that columns named CPU and GPU contain the device's number, not its
// utilization.
Header MakeHeader(const std::vector<ColumnText>& columns, bool numbers_devices);

}  // namespace profiler::metric_table

#endif  // PROFILER_READERS_METRIC_TABLE_HEADER_H_
