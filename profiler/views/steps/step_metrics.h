#ifndef PROFILER_VIEWS_STEPS_STEP_METRICS_H_
#define PROFILER_VIEWS_STEPS_STEP_METRICS_H_

#include <cstdint>
#include <map>
#include <string_view>
#include <vector>

#include "profiler/analysis/selection/selected.h"
#include "profiler/query/query.h"
#include "profiler/report/column.h"
#include "profiler/store/profile.h"

namespace profiler {

// One item per metric that `steps` shows: the mean over all devices of the step's host, or of all
// hosts if the step's host has no such metric. NaN if there are no samples in the step.
using StepMetricMeans = std::vector<double>;
std::vector<ColumnOf<StepMetricMeans>> StepMetricColumns();

// The means of metrics during steps.
class StepMetrics {
 public:
  StepMetrics(const Selected& selected);

  StepMetricMeans Of(StepId step) const;

 private:
  // Prefix sums over series with the same sample times, so that the sum of a range is the
  // difference of two items.
  struct Sums {
    const Series* longest = nullptr;  // the series whose sample times are used
    std::vector<double> sum, count;

    bool IsSampledWith(const Series& series) const;
    void Add(const Series& series);
    void AddUp();  // call once, after the last Add()
  };
  struct Mean {
    double sum = 0, count = 0;
  };

  void AddPart(const std::vector<Sums>& of, const StepRow& step, Mean& mean) const;

  const Profile& profile_;
  std::vector<std::map<std::string_view, std::vector<Sums>>> by_node_;  // indexed by metric
};

}  // namespace profiler

#endif  // PROFILER_VIEWS_STEPS_STEP_METRICS_H_
