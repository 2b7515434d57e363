#include "profiler/readers/metric_table/gpu_column.h"

#include <algorithm>
#include <charconv>

#include "profiler/readers/metric_table/fields.h"
#include "profiler/readers/metric_table/known_metrics.h"

namespace profiler::metric_table {
namespace {

constexpr int64_t kMostGpus = 256;  // of a host

std::string Joined(const std::vector<std::string_view>& cells, const std::vector<size_t>& columns) {
  std::string joined;
  for (const size_t column : columns) joined.append(cells[column]).push_back('\0');
  return joined;
}

bool IsUse(const MetricName& name) {
  return name.dimension == "GPUUtilization" && name.ordinal == kUnknown;
}

}  // namespace

GpuColumn::GpuColumn(const std::vector<ColumnText>& columns) {
  const Header header = MakeHeader(columns, false);
  for (size_t i = 0; i < columns.size(); ++i) {
    const ColumnRole role = header.columns[i].role;
    if (role == ColumnRole::kTime || role == ColumnRole::kDate) times_.push_back(i);
    if (role == ColumnRole::kNode || role == ColumnRole::kRank) nodes_.push_back(i);
    if (role != ColumnRole::kMetric) continue;
    if (Normal(columns[i].name) == "gpu") {
      column_ = i;
    } else {
      has_use_ = has_use_ || IsUse(MetricOfGpu(columns[i].name));
      names_use_ = names_use_ || IsUse(NameMetric(columns[i].name, columns[i].group));
    }
  }
  times_.insert(times_.end(), nodes_.begin(), nodes_.end());
}

void GpuColumn::Add(const std::vector<std::string_view>& cells) {
  const std::string_view cell = cells[*column_];
  if (cell.empty()) return;
  DeviceKind kind = DeviceKind::kOther;
  int64_t number = 0;
  if (!ParseDevice(cell, kind, number) || kind != DeviceKind::kGpu) {
    are_names_ = false;
    const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), number);
    are_numbers_ = are_numbers_ && error == std::errc() && end == cell.data() + cell.size();
  }
  are_numbers_ = are_numbers_ && number >= 0 && number < kMostGpus;
  if (!are_numbers_) return;
  ++of_node_[Joined(cells, nodes_)][number];
  has_repeats_ = ++of_time_[Joined(cells, times_)][number] > 1 || has_repeats_;
}

bool GpuColumn::AreEven(const Counts& counts) {
  int64_t least = INT64_MAX, most = 0;
  for (const auto& [number, count] : counts) {
    least = std::min(least, count);
    most = std::max(most, count);
  }
  const int64_t range = counts.rbegin()->first - counts.begin()->first + 1;
  // The first and the last time may be cut, and some samples may be missing.
  return range == static_cast<int64_t>(counts.size()) && most - least <= 1 + most / 10;
}

bool GpuColumn::HasNumbers() const {
  constexpr int64_t kLeastTimes = 8;
  if (!are_numbers_ || of_node_.empty()) return false;
  if (are_names_) return true;
  for (const auto& [node, counts] : of_node_) {
    if (!AreEven(counts)) return false;
    if (!names_use_ && counts.size() < 2) return false;
  }
  if (has_use_) return true;
  const auto has_several = [](const auto& time) { return time.second.size() > 1; };
  return !has_repeats_ &&
         std::count_if(of_time_.begin(), of_time_.end(), has_several) >= kLeastTimes;
}

}  // namespace profiler::metric_table
