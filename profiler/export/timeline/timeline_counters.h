#ifndef PROFILER_EXPORT_TIMELINE_TIMELINE_COUNTERS_H_
#define PROFILER_EXPORT_TIMELINE_TIMELINE_COUNTERS_H_

#include <cstdint>
#include <map>
#include <string>
#include <utility>

#include "profiler/export/timeline/graph/timeline_groups.h"
#include "profiler/export/timeline/timeline_clock.h"
#include "profiler/export/timeline/timeline_processes.h"
#include "profiler/export/timeline/timeline_writer.h"

namespace profiler {

// Draws values of metrics over time, grouped by device or host. The reader of Chrome traces can
// restore the series: the process name is the device or host, the category is the metric's kind,
// and the argument's key is the unit.
class CounterDrawer {
 public:
  CounterDrawer(const Profile& profile, const TimelineClock& clock, const TimelineGroups& groups,
                TraceWriter& writer, TimelineProcesses& processes)
      : profile_(profile), clock_(clock), groups_(groups), writer_(writer), processes_(processes) {}

  // Skips values that are not finite.
  void Draw(const Series& series, uint64_t row);

 private:
  int64_t ProcessOf(const Series& series);

  const Profile& profile_;
  const TimelineClock& clock_;
  const TimelineGroups& groups_;
  TraceWriter& writer_;
  TimelineProcesses& processes_;
  std::map<std::pair<std::string, DeviceId>, int64_t> pids_;  // by name and device
};

}  // namespace profiler

#endif  // PROFILER_EXPORT_TIMELINE_TIMELINE_COUNTERS_H_
