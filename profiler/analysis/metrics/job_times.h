#ifndef PROFILER_ANALYSIS_METRICS_JOB_TIMES_H_
#define PROFILER_ANALYSIS_METRICS_JOB_TIMES_H_

#include <algorithm>
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "profiler/analysis/metrics/metric_series.h"
#include "profiler/analysis/selection/runs.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/analysis/time/intervals.h"
#include "profiler/base/int128.h"
#include "profiler/query/query.h"
#include "profiler/store/profile.h"

namespace profiler {

// A time range from the profile's start.
struct JobSpan {
  Int128 begin = 0, end = 0;
  void Add(const JobSpan& other) {
    begin = std::min(begin, other.begin);
    end = std::max(end, other.end);
  }
};

// Clamped to 64 bits, as times in damaged files may be further apart.
Interval IntervalOf(const JobSpan& span);

// A step of the job. Each step without a number gets its own negative number.
struct StepKey {
  uint32_t run = 0;  // index in Runs
  std::string_view kind;
  int64_t number = 0;
  // NOLINTNEXTLINE(modernize-use-nullptr): of the code that the compiler makes
  friend auto operator<=>(const StepKey&, const StepKey&) = default;
};

// A step of the job, or the time before, between or after its steps.
struct JobPhase {
  std::string name;  // the kind of step, or e.g. "Between X and Y"
  JobSpan span;
  bool is_step = false;
  int64_t number = kUnknown;  // the number of a step; kUnknown for other phases
  uint32_t run = 0;           // index in Runs; between two steps that of the later one
};

// The times of a job's steps. Steps of the same run, kind and number on several nodes are one step
// of the job. If places are selected, only sources that have a selected place count. If devices are
// selected, all steps of their sources count, as steps have no device.
class JobTimes {
 public:
  explicit JobTimes(const Selected& selected);

  JobSpan On(SourceId source, Int128 begin, Int128 end) const;
  StepKey KeyOf(StepId step) const;

  // nullopt if the step is not selected or has no time.
  std::optional<JobSpan> SpanOf(StepId step) const;
  // From the start of the first step to the end of the last.
  std::optional<JobSpan> Steps() const;
  // From the first to the last recorded time.
  std::optional<JobSpan> All() const;
  // The same without the series of sources that recorded no event, such as metrics that another
  // program recorded: only while events were recorded would a step have been seen.
  std::optional<JobSpan> Recorded() const;
  // All(), of what Recorded() said.
  JobSpan WithAllSeries(const JobSpan& recorded) const;
  // The union of the times of all steps, sorted.
  std::vector<Interval> StepTimes() const;
  // Sorted by start. Steps may overlap. With -step only the selected steps are included.
  std::vector<JobPhase> Phases() const;

 private:
  std::string_view KindOf(StepId step) const;
  void AddSeries(bool of_all_sources, std::optional<JobSpan>& all) const;
  std::vector<JobPhase> StepPhases() const;

  const Selected selected_;
  const Profile& profile_;
  const Runs runs_;
  const std::vector<char> has_source_;  // by source: whether its steps count
  const std::vector<MetricSeries> series_;
};

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_METRICS_JOB_TIMES_H_
