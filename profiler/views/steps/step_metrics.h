#ifndef PROFILER_VIEWS_STEPS_STEP_METRICS_H_
#define PROFILER_VIEWS_STEPS_STEP_METRICS_H_

#include <cstdint>
#include <map>
#include <string_view>
#include <vector>

#include "profiler/analysis/selection/selected.h"
#include "profiler/query/query.h"
#include "profiler/report/report.h"
#include "profiler/store/profile.h"

namespace profiler {

// One for each metric that `steps` tells.
std::vector<ReportColumn> StepMetricColumns();

// How busy a node was while steps ran.
class StepMetrics {
 public:
  StepMetrics(const Selected& selected);

  // In the order of the columns, the mean over all devices of the step's host, or of all hosts
  // where nothing was recorded on it. NaN: the metric was not sampled in the step.
  std::vector<double> Of(StepId step) const;

 private:
  // Of series that were sampled together, the sums of their first values, so that any part of
  // these is two sums apart.
  struct Sums {
    const Series* longest = nullptr;  // which tells the times
    std::vector<double> sum, count;

    bool IsSampledWith(const Series& series) const;
    void Add(const Series& series);
    void AddUp();  // once, when all series are in
  };
  struct Mean {
    double sum = 0, count = 0;
  };

  void AddPart(const std::vector<Sums>& of, const StepRow& step, Mean& mean) const;

  const Profile& profile_;
  std::vector<std::map<std::string_view, std::vector<Sums>>> by_node_;  // by column
};

}  // namespace profiler

#endif  // PROFILER_VIEWS_STEPS_STEP_METRICS_H_
