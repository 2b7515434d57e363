#ifndef PROFILER_EXPORT_TIMELINE_GRAPH_TIMELINE_PARTS_H_
#define PROFILER_EXPORT_TIMELINE_GRAPH_TIMELINE_PARTS_H_

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/query/query.h"
#include "profiler/store/profile.h"

namespace profiler {

// The content of one timeline file: the facts of one step, or of all selected steps.
struct TimelinePart {
  TimelinePart(std::string added, Selected picked)
      : suffix(std::move(added)), selected(std::move(picked)) {}

  std::string suffix;  // the suffix of the file's name
  Selected selected;   // the steps of this part
  std::vector<EventId> events;
  std::vector<uint32_t> unplaced, allocations, outputs;  // row numbers
  struct CounterAt {
    uint32_t series;
    uint64_t row;
  };
  std::vector<CounterAt> counters;
  std::vector<uint32_t> flows;  // flows whose start and end are in this file
  std::vector<SnapshotId> snapshots;
};

struct TimelineParts {
  std::vector<TimelinePart> files;
  int64_t flows_between_files = 0;
};

// One part per number of the selected steps, in ascending order, then one for executions outside
// every step, if there are any. With `merge_steps`, a single part with everything. Only facts of
// the selected places are included.
absl::StatusOr<TimelineParts> SplitTimeline(const Selected& selected, bool merge_steps);

}  // namespace profiler

#endif  // PROFILER_EXPORT_TIMELINE_GRAPH_TIMELINE_PARTS_H_
