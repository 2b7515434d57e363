// The rows of each allocator: what was recorded of memory, by whose memory it is.
#ifndef PROFILER_ANALYSIS_MEMORY_ALLOCATOR_ROWS_H_
#define PROFILER_ANALYSIS_MEMORY_ALLOCATOR_ROWS_H_

#include <cstdint>
#include <deque>
#include <map>
#include <tuple>
#include <vector>

#include "absl/status/status.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/base/run_context.h"
#include "profiler/store/profile.h"

namespace profiler {

using AllocationRows = std::vector<const AllocationRow*>;
// The key is (rank, source, the device's kind, ordinal and id, allocator, step): its order is that
// of the rows. The step is invalid unless the rows are of the step alone.
using AllocatorKey = std::tuple<int64_t, SourceId, DeviceKind, int64_t, DeviceId, StringId, StepId>;

// Whether the recorder counts each step's memory separately: it has no addresses and no totals.
inline bool IsOfStepAlone(const AllocationRow& row) {
  return row.address == 0 && row.total_allocated == kUnknown;
}

// The selected rows of each allocator, in the order of the recording. The rows that it gives out
// live as long as the object and the profile.
class AllocatorRows {
 public:
  explicit AllocatorRows(const Selected& selected)
      : profile_(selected.profile()),
        steps_(selected.steps()),
        source_filter_(selected.source_filter()) {}

  absl::Status Find(RunContext& context);

  std::map<AllocatorKey, AllocationRows>& groups() { return groups_; }
  // Rows left out, as they have no time and no step.
  int64_t untimed() const { return untimed_; }

 private:
  bool IsThere(SourceId source, DeviceId device) const;
  // For devices without recorded allocations, adds the memory in use that the allocator reported
  // after each op. Step statistics have 0 if the allocator does not report the value.
  void AddSnapshots();
  void AddMoment(const AllocationRow& moment);
  AllocationRows& GroupOf(const AllocationRow& row, SourceId source);

  const Profile& profile_;
  const SelectedSteps& steps_;
  const SourceFilter& source_filter_;
  std::map<AllocatorKey, AllocationRows> groups_;
  // Rows made from snapshots. A deque, as pointers to the rows must stay valid.
  std::deque<AllocationRow> moments_;
  int64_t untimed_ = 0;
  AllocationRows* last_ = nullptr;
  DeviceId last_device_;
  StringId last_allocator_;
  StepId last_step_;
  SourceId last_source_;
  bool last_is_of_step_ = false;
};

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_MEMORY_ALLOCATOR_ROWS_H_
