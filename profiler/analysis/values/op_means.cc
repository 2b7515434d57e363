#include "profiler/analysis/values/op_means.h"

namespace profiler {
namespace {

// Whether the memory of executions was recorded.
bool RecordsMemory(const Profile& profile) {
  bool records = profile.has_memory();
  profile.kept_execs.ForEachOf([&](int64_t bytes) { records |= bytes != kUnknown; },
                               &KeptExecRow::requested_bytes);
  return records;
}

}  // namespace

OpMeans::OpMeans(const Profile& profile, const Quirks& quirks, bool misses_accelerator)
    : quirks_(quirks),
      has_times_(profile.execs().row.size() > 0),
      records_memory_(RecordsMemory(profile)),
      misses_accelerator_(misses_accelerator) {}

Values OpMeans::Of(const OpSums& sums) const {
  Values values = Values::Absent();
  const auto mean = [&](const KnownSum& sum, bool was_recorded) -> Value {
    if (sums.steps == 0) return was_recorded ? 0 : kAbsent;
    return sum.is_known ? quirks_.Mean(sum.sum, sums.steps) : kAbsent;
  };
  const auto mean_time = [&](const KnownSum& sum, bool was_recorded) -> Value {
    if (sums.steps == 0) return was_recorded ? 0 : kAbsent;
    return sum.is_known ? quirks_.MeanTime(sum.sum, sums.steps) : kAbsent;
  };
  values[Measure::kOccurrence] = mean(sums.runs, has_times_);
  values[Measure::kCpuMicros] = mean_time(sums.cpu, has_times_);
  // If accelerator times are missing, an op without accelerator time may be one whose time is
  // missing.
  const bool has_accelerator = has_times_ && !misses_accelerator_;
  values[Measure::kAcceleratorMicros] = mean_time(sums.accelerator, has_accelerator);
  KnownSum both = sums.cpu;
  both.Add(sums.accelerator);
  values[Measure::kMicros] = mean_time(both, has_times_);
  for (size_t b = 0; b < sums.bytes.size(); ++b) {
    values.by_measure[b] = mean(sums.bytes[b], records_memory_);
  }
  return values;
}

}  // namespace profiler
