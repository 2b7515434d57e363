#include "profiler/export/stacks/stack_values.h"

#include <fmt/format.h>

#include <limits>
#include <string>
#include <utility>

#include "profiler/analysis/measures/asked_measures.h"
#include "profiler/analysis/values/op_values.h"
#include "profiler/base/int128.h"

namespace profiler {
namespace {

bool FitsInt64(Value value) {
  return value >= std::numeric_limits<int64_t>::min() &&
         value <= std::numeric_limits<int64_t>::max();
}

bool MeasuresTime(const StackMeasure& measure) { return IsTime(measure.measure); }

// Whether some time is not a whole microsecond, and all times fit 64 bits in nanoseconds.
bool NeedsNanos(const std::vector<Value>& values, const std::vector<StackMeasure>& measures) {
  bool is_finer = false;
  for (size_t m = 0; m < measures.size(); ++m) {
    if (!MeasuresTime(measures[m])) continue;
    Value sum = 0;
    for (size_t i = m; i < values.size(); i += measures.size()) {
      if (values[i] == kAbsent) continue;
      is_finer = is_finer || values[i] % kPicosPerMicro != 0;
      sum += values[i] < 0 ? -values[i] : values[i];
    }
    if (!FitsInt64(sum / kPicosPerNano)) return false;
  }
  return is_finer;
}

std::string_view UnitOf(const StackMeasure& measure, bool nanos) {
  if (MeasuresTime(measure)) return nanos ? "nanoseconds" : "microseconds";
  return Info(measure.measure).unit == Unit::kBytes ? "bytes" : "count";
}

}  // namespace

absl::StatusOr<std::vector<StackMeasure>> SelectMeasures(const Query& query, const Report& report) {
  std::vector<StackMeasure> measures;
  for (size_t m = 0; m < kMeasureCount; ++m) {
    const auto measure = static_cast<Measure>(m);
    if (!query.Selects(measure)) continue;
    for (const ReportColumn& column : report.columns) {
      const bool is_value = column.measure == measure && column.type == ColumnType::kNumber;
      if (!is_value || column.not_available) continue;
      measures.push_back({measure, column.name, Info(measure).description, std::string_view()});
      break;  // the number of ops in the sample
    }
  }
  if (!measures.empty()) return measures;
  std::vector<std::string_view> selected;
  for (const OpColumn& column : OpColumns()) {
    if (query.Selects(column.name)) selected.push_back(column.name);
  }
  return absl::InvalidArgumentError(
      fmt::format("-select {}: no number that the {} view has; select micros or another measure",
                  fmt::join(selected, ","), report.view));
}

absl::Status FillValues(const std::vector<Value>& values, Stacks& stacks) {
  const size_t width = stacks.measures.size();
  const bool nanos = NeedsNanos(values, stacks.measures);
  stacks.values.assign(values.size(), 0);
  for (size_t m = 0; m < width; ++m) {
    StackMeasure& measure = stacks.measures[m];
    measure.unit = UnitOf(measure, nanos);
    const Value picos = nanos ? kPicosPerNano : kPicosPerMicro;
    const Value divisor = MeasuresTime(measure) ? picos : 1;
    Value sum = 0, written = 0;
    bool is_recorded = values.empty();
    for (size_t i = m; i < values.size(); i += width) {
      if (values[i] == kAbsent) continue;
      is_recorded = true;
      sum += values[i];
      const Value value = sum / divisor - written;
      if (!FitsInt64(value)) {
        return absl::OutOfRangeError(
            fmt::format("the {} of '{}' does not fit the 64 bits of the "
                        "format",
                        measure.name, stacks.samples[i / width].op));
      }
      stacks.values[i] = static_cast<int64_t>(value);
      written += value;
    }
    if (!is_recorded) {
      stacks.notes.push_back(
          {"not_recorded", Severity::kInfo,
           fmt::format("{} was not recorded: it is 0 in the file", measure.name)});
    }
  }
  return absl::OkStatus();
}

}  // namespace profiler
