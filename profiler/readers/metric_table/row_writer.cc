#include "profiler/readers/metric_table/row_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "profiler/base/int128.h"
#include "profiler/readers/common/recorder_sources.h"
#include "profiler/readers/common/system_part.h"
#include "profiler/readers/metric_table/fields.h"
#include "profiler/readers/metric_table/metric_table.h"
#include "profiler/readers/metric_table/number_cell.h"
#include "profiler/readers/metric_table/row_cells.h"

namespace profiler::metric_table {

void RowWriter::SetHeader(Header header) {
  header_ = std::move(header);
  states_.assign(header_.columns.size(), {});
  values_.assign(header_.columns.size(), std::nullopt);
  places_.clear();
}

void RowWriter::Write(const std::vector<std::string_view>& cells, std::string_view at) {
  const std::optional<TableTime> read = ReadTime(cells);
  if (!read) return place_.Count(ImportProblem::kBadRowTime, at, at.substr(0, at.find('\n')));
  const bool has_wall_clock = read->clock != TableTime::Clock::kNone;
  if (has_wall_clock_.value_or(has_wall_clock) != has_wall_clock) {
    return place_.Count(ImportProblem::kBadRowTime, at, "a time of another clock");
  }
  if (!has_wall_clock && !has_wall_clock_) place_.Count(ImportProblem::kClocklessTimes, at);
  has_wall_clock_ = has_wall_clock;
  Labels labels = ReadLabels(cells);
  labels.is_zoneless = read->clock == TableTime::Clock::kZoneless;
  RowPlace& place = PlaceOf(labels);
  const std::optional<int64_t> time = PlaceInTime(*read, place.source);
  if (!time) return place_.Count(ImportProblem::kFarRowTime, at);
  for (size_t i = 0; i < cells.size(); ++i) {
    const ColumnRole role = header_.columns[i].role;
    if (role != ColumnRole::kMetric && role != ColumnRole::kValue) continue;
    const double scale = role == ColumnRole::kValue ? place.scale : header_.columns[i].metric.scale;
    values_[i] = Value(i, cells[i], scale, at);
    if (!values_[i]) continue;
    const Target& target = TargetOf(i, labels, place);
    if (*values_[i] < 0 && !target.may_be_negative) {
      place_.Count(ImportProblem::kNegativeValue, at, cells[i]);
      values_[i].reset();
    } else {
      WriteValue(target, place.source, *time, *values_[i]);
    }
  }
  for (size_t i = 0; i < header_.derived.size(); ++i) {
    const std::optional<double> value = Compute(header_.derived[i], values_);
    if (!value) continue;
    std::optional<Target>& target = place.of_derived[i];
    if (!target) target = MakeTarget(header_.derived[i].metric, labels);
    WriteValue(*target, place.source, *time, *value);
  }
}

RowWriter::Target& RowWriter::TargetOf(size_t column, const Labels& labels, RowPlace& place) {
  std::optional<Target>& target = place.of_column[column];
  const Column& of = header_.columns[column];
  if (!target) {
    target = MakeTarget(of.role == ColumnRole::kValue ? NameOfRow(labels) : of.metric, labels);
  }
  return *target;
}

void RowWriter::SetTimeZero(const std::optional<TableTime>& usual) {
  if (!usual || usual->clock == TableTime::Clock::kNone || !sagemaker::IsWallClock(usual->ps)) {
    return;
  }
  builder_.ShareEpoch(static_cast<int64_t>(usual->ps / kPicosPerSecond) * 1'000'000'000);
}

// Returns nullopt if the time is out of the range of a source's times.
std::optional<int64_t> RowWriter::PlaceInTime(const TableTime& read, SourceId source) {
  if (read.clock != TableTime::Clock::kNone) return sagemaker::TimeIn(source, read.ps, builder_);
  if (read.ps > std::numeric_limits<int64_t>::max()) return std::nullopt;
  return static_cast<int64_t>(read.ps);
}

std::optional<TableTime> RowWriter::ReadTime(const std::vector<std::string_view>& cells) {
  std::string_view time, date;
  TimeUnit unit = TimeUnit::kUntold;
  for (size_t i = 0; i < cells.size(); ++i) {
    if (header_.columns[i].role == ColumnRole::kTime) {
      time = cells[i];
      unit = header_.columns[i].unit;
    }
    if (header_.columns[i].role == ColumnRole::kDate) date = cells[i];
  }
  if (date.empty()) return clock_.Read(time, unit);
  return clock_.Read(std::string(date) + " " + std::string(time));
}

RowWriter::Labels RowWriter::ReadLabels(const std::vector<std::string_view>& cells) const {
  Labels labels;
  labels.node = node_;
  for (size_t i = 0; i < cells.size(); ++i) {
    switch (header_.columns[i].role) {
      case ColumnRole::kNode:
        if (!cells[i].empty()) labels.node = cells[i];
        break;
      case ColumnRole::kKind:
        labels.kind = cells[i];
        break;
      case ColumnRole::kName:
        labels.name = cells[i];
        break;
      case ColumnRole::kDimension:
        labels.dimension = cells[i];
        break;
      case ColumnRole::kUnit:
        labels.unit = cells[i];
        break;
      case ColumnRole::kDevice:
        // Of several columns, as `gpu` and `device` of dcgm-exporter ("3", "nvidia3"), one that has
        // the number counts.
        if (DeviceKind kind{}; labels.device.empty() || DeviceNumber(cells[i], kind)) {
          labels.device = cells[i];
        }
        break;
      case ColumnRole::kPart:
        labels.part = cells[i];
        break;
      case ColumnRole::kRank:
        if (labels.rank.empty()) labels.rank = cells[i];
        break;
      case ColumnRole::kLocalRank:
        labels.local_rank = cells[i];
        break;
      default:
        break;
    }
  }
  return labels;
}

RowWriter::RowPlace& RowWriter::PlaceOf(const Labels& labels) {
  key_.assign(1, labels.is_zoneless ? '1' : '0');
  for (const std::string_view label :
       {labels.node, labels.kind, labels.name, labels.dimension, labels.unit, labels.device,
        labels.part, labels.rank, labels.local_rank}) {
    key_.append(label).push_back('\0');
  }
  const auto [it, is_new] = places_.try_emplace(key_);
  if (is_new) {
    it->second.source = SourceOf(labels);
    it->second.of_column.resize(header_.columns.size());
    it->second.of_derived.resize(header_.derived.size());
    it->second.scale = UnitOf(labels.unit).scale;
  }
  return it->second;
}

SourceId RowWriter::SourceOf(const Labels& labels) {
  const auto [it, is_new] =
      sources_.try_emplace({std::string(labels.node), labels.is_zoneless}, SourceId());
  if (!is_new) return it->second;
  SourceRow row = NewSource(kMetricTableFormat, place_.path, builder_);
  row.host = builder_.Intern(labels.node);
  row.resolution_ps = 1'000'000;
  if (labels.is_zoneless) {
    row.clock_offset_found_by = builder_.Intern(kZoneless);
    place_.report.CountWhole(ImportProblem::kZonelessTimes, place_.path, 1);
  }
  if (has_wall_clock_.value_or(false)) row.epoch_ns = builder_.shared_epoch_ns();
  it->second = builder_.AddSource(row);
  return it->second;
}

// Returns the metric of a row that names its metric: by the row's dimension or name or, if the name
// is that of a device, by the row's kind.
MetricName RowWriter::NameOfRow(const Labels& labels) const {
  DeviceKind kind = DeviceKind::kOther;
  int64_t ordinal = kUnknown;
  const bool is_device = ParseDevice(labels.name, kind, ordinal);
  const std::string_view recorded = !labels.dimension.empty()           ? labels.dimension
                                    : is_device && !labels.kind.empty() ? labels.kind
                                                                        : labels.name;
  MetricName name = NameMetric(recorded, "");
  if (is_device) {
    name.device = kind;
    name.ordinal = ordinal;
  }
  if (!labels.kind.empty()) name.kind = labels.kind;
  if (!labels.unit.empty()) name.unit = UnitOf(labels.unit).unit;
  return name;
}

// The number of the GPU of a row without one: a tool that does not number devices has one, or one
// of each rank.
int64_t RowWriter::OrdinalOfRank(const Labels& labels) const {
  DeviceKind kind = DeviceKind::kGpu;
  if (!labels.local_rank.empty()) return DeviceNumber(labels.local_rank, kind).value_or(0);
  return is_of_one_rank_ ? 0 : DeviceNumber(labels.rank, kind).value_or(0);
}

RowWriter::Target RowWriter::MakeTarget(const MetricName& name, const Labels& labels) {
  Target target;
  DeviceKind device = name.device;
  int64_t ordinal = name.ordinal;
  std::string_view kind = name.kind;
  // Beside the numbers of GPUs, what is of CPUs is of the node, unless the row names a CPU.
  const bool is_of_node = header_.is_of_gpus && device == DeviceKind::kCpu && !IsCpu(labels.device);
  if (!labels.device.empty() && !is_of_node) {
    const std::optional<int64_t> number = DeviceNumber(labels.device, device);
    if (number) ordinal = *number;
    const bool is_unknown = number && device == DeviceKind::kOther && kind.empty();
    if (is_unknown && header_.is_of_gpus) {  // in a row that names its metric
      device = DeviceKind::kGpu;
      kind = "gpu";
    }
  } else if (device == DeviceKind::kGpu && ordinal == kUnknown) {
    ordinal = OrdinalOfRank(labels);
  }
  const bool is_device = device != DeviceKind::kOther && ordinal != kUnknown;
  if (is_device) target.device = sagemaker::DeviceOf(labels.node, device, ordinal, builder_);
  // The part of the row, or its name besides the dimension: "eth0", "sda", "Algorithm"; of a row of
  // a rank "rank 3".
  const bool has_own_name = !is_device && !labels.name.empty() && !labels.dimension.empty();
  std::string part(!labels.part.empty() ? labels.part
                   : has_own_name       ? labels.name
                                        : std::string_view(name.dimension));
  const std::string_view rank = labels.rank.empty() ? labels.local_rank : labels.rank;
  if (!rank.empty()) {
    const bool is_rank_alone = labels.part.empty() && !has_own_name;
    part = fmt::format("{}rank {}", is_rank_alone ? "" : part + ", ", rank);
  }
  MetricRow row;
  row.name = builder_.Intern(is_device ? std::string_view(name.dimension) : part);
  row.unit = builder_.Intern(name.unit);
  row.kind = builder_.Intern(kind);
  row.dimension = builder_.Intern(name.dimension);
  target.metric = builder_.Metric(row);
  target.may_be_negative = sagemaker::MayBeNegative(name.unit);
  return target;
}

void RowWriter::WriteValue(const Target& target, SourceId source, int64_t time, double value) {
  builder_.AddCounter({target.metric, source, target.device, time, value});
}

// A column that starts with texts, such as a device's model, is not a metric; a text after numbers
// is a bad cell.
std::optional<double> RowWriter::Value(size_t column, std::string_view cell, double scale,
                                       std::string_view at) {
  constexpr int64_t kMostTexts = 2;  // that may be bad cells
  ColumnState& state = states_[column];
  const NumberCell number = ReadNumber(cell);
  if (number.what == NumberCell::What::kUnknown || state.texts > kMostTexts) return std::nullopt;
  if (number.what == NumberCell::What::kNoFinite) {
    place_.Count(ImportProblem::kBadNumber, at, cell);
    return std::nullopt;
  }
  if (number.what == NumberCell::What::kText) {
    const bool is_metric = header_.is_long || state.has_numbers;
    if (is_metric) {
      place_.Count(ImportProblem::kBadNumber, at, cell);
    } else if (state.texts++ == 0) {
      place_.Count(ImportProblem::kCounterText, at, cell);
    }
    return std::nullopt;
  }
  if (state.texts > 0)
    place_.report.CountWhole(ImportProblem::kBadNumber, place_.path, state.texts);
  state = {0, true};
  return number.value * (number.unit.empty() ? scale : UnitOf(number.unit).scale);
}

}  // namespace profiler::metric_table
