#include "profiler/readers/common/system_part.h"

#include <algorithm>
#include <charconv>
#include <string_view>

#include "profiler/base/int128.h"
#include "profiler/readers/common/recorder_sources.h"

namespace profiler::sagemaker {
namespace {

struct DimensionUnit {
  std::string_view dimension, unit;
};
constexpr DimensionUnit kDimensionUnits[] = {
    {"CPUUtilization", "percent"},
    {"GPUUtilization", "percent"},
    {"GPUMemoryUtilization", "percent"},
    {"I/OWaitPercentage", "percent"},
    {"MemoryUsedPercent", "percent"},
    {"Algorithm", "bytes"},
    {"Platform", "bytes"},
};

// Parses "gpu3", the device of a metric.
bool ParseDevice(std::string_view name, DeviceKind& kind, int64_t& ordinal) {
  if (!name.starts_with("cpu") && !name.starts_with("gpu")) return false;
  kind = name[0] == 'c' ? DeviceKind::kCpu : DeviceKind::kGpu;
  const std::string_view digits = name.substr(3);
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), ordinal);
  return error == std::errc() && end == digits.data() + digits.size() && ordinal >= 0;
}

// The series for a column's values.
Series& SeriesFor(const SystemPart::Column& column, SourceId source, ProfileBuilder& builder) {
  DeviceId device;
  DeviceKind kind = DeviceKind::kOther;
  int64_t ordinal = kUnknown;
  const bool is_device = ParseDevice(column.name, kind, ordinal);
  if (is_device) device = DeviceOf(column.node, kind, ordinal, builder);
  MetricRow row;
  row.name = builder.Intern(is_device || column.name.empty() ? column.dimension : column.name);
  row.unit = builder.Intern(UnitOf(column.dimension));
  row.kind = builder.Intern(column.type);
  row.dimension = builder.Intern(column.dimension);
  return builder.SeriesOf(builder.Metric(row), source, device);
}

// Converts times since 1970 to times of a source; kUnknown if months away from its time zero.
class SourceTimes {
 public:
  // Fast if columns that share their times come one after the other.
  const std::vector<int64_t>& Of(const SampleTimes& wall_ns, int64_t epoch_ns) {
    if (wall_ns.begin() == first_ && wall_ns.size() == times_.size() && epoch_ns == epoch_ns_) {
      return times_;
    }
    first_ = wall_ns.begin();
    epoch_ns_ = epoch_ns;
    times_.clear();
    for (const int64_t wall : wall_ns) {
      int64_t time = 0;
      const bool fits = epoch_ns != kUnknown && !__builtin_sub_overflow(wall, epoch_ns, &time) &&
                        !__builtin_mul_overflow(time, static_cast<int64_t>(kPicosPerNano), &time) &&
                        time > kUnknown;
      times_.push_back(fits ? time : kUnknown);
    }
    return times_;
  }

 private:
  const int64_t* first_ = nullptr;
  int64_t epoch_ns_ = kUnknown;
  std::vector<int64_t> times_;
};

// Returns the times of the metric with the most values, or null if there are no metrics.
const SampleTimes* LongestTimes(const std::vector<SystemPart::Column>& columns) {
  const auto most = std::max_element(
      columns.begin(), columns.end(),
      [](const auto& a, const auto& b) { return a.value.size() < b.value.size(); });
  return most == columns.end() ? nullptr : &most->wall_ns;
}

// Returns a typical time of the file, in ps since 1970, to be used for time zero. The first time
// may be wrong, because clocks are sometimes set late.
Int128 UsualTime(const SampleTimes* longest) {
  return longest == nullptr ? Int128{0}
                            : static_cast<Int128>((*longest)[longest->size() / 2]) * kPicosPerNano;
}

// Whether the time in the file's name is far from the times of its samples.
bool IsElsewhere(const SampleTimes* longest, int64_t begin_s) {
  constexpr Int128 kNanosPerSecond = 1'000'000'000, kHalfDay = 43'200 * kNanosPerSecond;
  if (longest == nullptr || begin_s == kUnknown) return false;
  const auto is_far = [begin = begin_s * kNanosPerSecond](int64_t wall_ns) {
    return wall_ns < begin - kHalfDay || wall_ns > begin + kHalfDay;
  };
  return is_far((*longest)[0]) && is_far((*longest)[longest->size() / 2]);
}

// The number of dropped values, and the metric of the first.
struct LeftOut {
  int64_t count = 0;
  std::string_view first;

  void Add(const SystemPart::Column& column) {
    if (count++ == 0) first = column.name;
  }
};

}  // namespace

std::string_view UnitOf(std::string_view dimension) {
  for (const DimensionUnit& unit : kDimensionUnits) {
    if (unit.dimension == dimension) return unit.unit;
  }
  return "";
}

bool MayBeNegative(std::string_view unit) {
  return unit != "percent" && unit != "bytes" && unit != "bytes/s";
}

void SystemPart::AddTo(const Format& format, ProfileBuilder& builder, ImportReport& report) const {
  SourceTimes source_times;
  LeftOut of_wrong_clock, negative;
  const SampleTimes* const longest = LongestTimes(columns);
  const Int128 usual = UsualTime(longest);
  const bool is_elsewhere = IsElsewhere(longest, name.begin_s);
  int64_t placed = 0;
  for (const Column& column : columns) {
    const SourceId source = SourceOf(name, column.node, format, builder);
    // Sets the time zero if no file's name has a time.
    if (IsWallClock(usual)) TimeIn(source, usual, builder);
    const std::vector<int64_t>& times =
        source_times.Of(column.wall_ns, builder.source(source).epoch_ns);
    const bool may_be_negative = MayBeNegative(UnitOf(column.dimension));
    Series* series = nullptr;  // null until it has a value
    for (size_t i = 0; i < times.size(); ++i) {
      if (times[i] == kUnknown) {
        of_wrong_clock.Add(column);
      } else if (column.value[i] < 0 && !may_be_negative) {
        negative.Add(column);
      } else {
        if (series == nullptr) series = &SeriesFor(column, source, builder);
        series->Append(times[i], column.value[i]);
        ++placed;
      }
    }
  }
  report.CountWhole(ImportProblem::kWrongClock, path, of_wrong_clock.count, of_wrong_clock.first);
  if (is_elsewhere) report.CountWhole(ImportProblem::kClockJump, path, placed);
  report.CountWhole(ImportProblem::kNegativeValue, path, negative.count, negative.first);
}

}  // namespace profiler::sagemaker
