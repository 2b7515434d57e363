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

// What one file of a timeline holds: the facts of one step, or of all that are selected.
struct TimelinePart {
  TimelinePart(std::string added, Selected picked)
      : suffix(std::move(added)), selected(std::move(picked)) {}

  std::string suffix;  // what its file's name adds
  Selected selected;   // its steps
  std::vector<EventId> events;
  std::vector<uint32_t> unplaced, allocations, outputs;  // row numbers
  struct CounterAt {
    uint32_t series;
    uint64_t row;
  };
  std::vector<CounterAt> counters;
  std::vector<uint32_t> flows;  // whose ends are both in this file
  std::vector<SnapshotId> snapshots;
};

struct TimelineParts {
  std::vector<TimelinePart> files;
  int64_t flows_between_files = 0;
};

// A part for each number of the selected steps, in that order, and a last one for what ran outside
// every step where there is such; or, merged, one part of it all. Only what ran in the selected
// places is in them.
absl::StatusOr<TimelineParts> SplitTimeline(const Selected& selected, bool merge_steps);

}  // namespace profiler

#endif  // PROFILER_EXPORT_TIMELINE_GRAPH_TIMELINE_PARTS_H_
