#ifndef PROFILER_ANALYSIS_METRICS_JOB_TIMES_H_
#define PROFILER_ANALYSIS_METRICS_JOB_TIMES_H_

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "profiler/analysis/metrics/metric_series.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/analysis/time/intervals.h"
#include "profiler/base/int128.h"
#include "profiler/query/query.h"
#include "profiler/store/profile.h"

namespace profiler {

// A time on the profile's axis, from its start.
struct JobSpan {
  Int128 begin = 0, end = 0;
  void Add(const JobSpan& other) {
    begin = std::min(begin, other.begin);
    end = std::max(end, other.end);
  }
};

// The same in 64 bits: times of damaged files may lie further apart.
Interval IntervalOf(const JobSpan& span);

// A step of the job, or the time before, between or after its steps.
struct JobPhase {
  std::string name;  // the kind of step; "Between X and Y"
  JobSpan span;
  bool is_step = false;
  int64_t number = kUnknown;  // of a step
};

// How a job's steps lie in its time. Nodes take a step together: what they call by one kind and
// number is one. A selection of places leaves out the sources that hold nothing of these; of a
// device's sources, all steps count, as they are of no device.
class JobTimes {
 public:
  explicit JobTimes(const Selected& selected);

  JobSpan On(SourceId source, Int128 begin, Int128 end) const;
  // The kind and the number. Steps without a number are apart, each with one less than 0.
  std::pair<std::string_view, int64_t> KeyOf(StepId step) const;

  // Of a selected step whose time is known.
  std::optional<JobSpan> SpanOf(StepId step) const;
  // From the first begin of a step to the last end.
  std::optional<JobSpan> Steps() const;
  // Of everything that has a time.
  std::optional<JobSpan> All() const;
  // When a step ran: apart, in order.
  std::vector<Interval> StepTimes() const;
  // By begin. Steps may overlap; with -step there are only these.
  std::vector<JobPhase> Phases() const;

 private:
  std::string_view KindOf(StepId step) const;
  std::vector<JobPhase> StepPhases() const;

  const Selected selected_;
  const Profile& profile_;
  const std::vector<char> has_source_;  // whether its steps count
  const std::vector<MetricSeries> series_;
};

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_METRICS_JOB_TIMES_H_
