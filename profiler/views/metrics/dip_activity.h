#ifndef PROFILER_VIEWS_METRICS_DIP_ACTIVITY_H_
#define PROFILER_VIEWS_METRICS_DIP_ACTIVITY_H_

#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "profiler/analysis/metrics/dip_search.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/base/int128.h"
#include "profiler/base/run_context.h"
#include "profiler/base/value.h"
#include "profiler/query/query.h"
#include "profiler/report/report.h"
#include "profiler/store/profile.h"

namespace profiler {

// The name of rows for the idle time of a node or device.
inline constexpr std::string_view kNothingRuns = "(nothing)";

struct TimeInDips {
  Int128 inside = 0, outside = 0;
};

// The work with one name in one place, inside and outside of dips.
struct DipActivity {
  std::string name;
  std::string_view node, device, track;
  TimeInDips times;
  TimeInDips most;  // the maximum possible values of `times`

  double share() const { return ShareOf(times.inside, most.inside); }
  double outside_share() const { return ShareOf(times.outside, most.outside); }
  double difference() const {
    return (most.inside > 0 ? share() : 0) - (most.outside > 0 ? outside_share() : 0);
  }
};

// The work of each thread, stream and phase, inside and outside of its node's dips, in descending
// order of the difference.
absl::StatusOr<std::vector<DipActivity>> FindDipActivity(const Selected& selected,
                                                         const DipSearch& search,
                                                         RunContext& context);
Report DipActivityTable(const std::vector<DipActivity>& rows);

}  // namespace profiler

#endif  // PROFILER_VIEWS_METRICS_DIP_ACTIVITY_H_
