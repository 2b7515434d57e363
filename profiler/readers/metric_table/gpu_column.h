#ifndef PROFILER_READERS_METRIC_TABLE_GPU_COLUMN_H_
#define PROFILER_READERS_METRIC_TABLE_GPU_COLUMN_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "profiler/readers/metric_table/header.h"

namespace profiler::metric_table {

// Judges by its cells what a column named "gpu" means: the use of the GPU, or which of several GPUs
// the row is of.
class GpuColumn {
 public:
  explicit GpuColumn(const std::vector<ColumnText>& columns);

  // Whether there is such a column.
  bool exists() const { return column_.has_value(); }
  size_t column() const { return *column_; }
  // Adds a row with as many cells as there are columns.
  void Add(const std::vector<std::string_view>& cells);
  // Whether the rows so far show that the column has the GPU's number: all numbers are about as
  // frequent, without gaps, and another column has the use, or each time has each number once. One
  // number alone may be the use of an idle GPU, unless another column says that it has that.
  bool HasNumbers() const;

 private:
  using Counts = std::map<int64_t, int64_t>;  // of rows, by number
  static bool AreEven(const Counts& counts);

  std::optional<size_t> column_;
  std::vector<size_t> times_, nodes_;  // columns
  bool has_use_ = false;               // in another column, beside numbers of GPUs
  bool names_use_ = false;             // that column says by itself that it is of GPUs
  bool are_numbers_ = true;            // all cells
  bool are_names_ = true;              // as "gpu3"
  bool has_repeats_ = false;           // a number twice at one time
  std::map<std::string, Counts> of_node_;
  std::map<std::string, Counts> of_time_;
};

}  // namespace profiler::metric_table

#endif  // PROFILER_READERS_METRIC_TABLE_GPU_COLUMN_H_
