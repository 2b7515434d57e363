#ifndef PROFILER_STORE_DERIVE_LAUNCHED_WORK_H_
#define PROFILER_STORE_DERIVE_LAUNCHED_WORK_H_

#include <cstdint>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "profiler/store/profile.h"

namespace profiler::derive {

// The work that steps launched on devices and on the threads of a host that execute compiled
// programs (XLA's executors on a CPU). Must be made before device work is assigned to steps by
// time.
class LaunchedWork {
 public:
  explicit LaunchedWork(const Profile& profile);

  // The end of the last work that the step launched; kUnknown if it launched none.
  int64_t Until(StepId step) const { return until_[step.row()]; }

  // What works past the begin of the step's mark for what was launched before the mark, or before
  // the recording.
  struct Older {
    bool is_any = false;                // a device or an executor
    int64_t devices_until = INT64_MIN;  // when devices have done it
    // When executors have done the tasks that were launched before the recording. Their work is not
    // told from that of the steps that wait for them, so such steps are not measured.
    int64_t executors_until = INT64_MIN;
  };
  Older OlderWork(StepId step) const;

  // Whether work of the step, the last of its series, is missing: nothing ran in it, although
  // something ran in each of the other steps, or its last launches have no work.
  bool IsCut(const std::vector<StepId>& series) const;

 private:
  // The usual result of an op's calls: whether the work that they launch was recorded.
  struct Calls {
    uint32_t all = 0, linked = 0;
  };

  void AddLaunches();
  void AddHostTracks();
  void AddExecutor(TrackId track);
  void AddTasksFromBefore();
  bool LeadsToWork(OpId op) const;
  bool HasUnlinkedEnd(StepId step) const;

  const Profile& profile_;
  std::vector<int64_t> until_;                // by step
  std::vector<uint32_t> ran_;                 // by step: ops that are known to belong to it
  std::vector<char> is_executor_;             // by track
  std::vector<std::vector<bool>> is_linked_;  // by track and event: it launched recorded work
  std::vector<Calls> calls_;                  // by op
  std::vector<bool> trusts_time_;             // by source: it records no hand-over
  // By source, the begin and the end of the executors' work that was launched before the recording.
  std::vector<int64_t> before_from_, before_until_;
  // By step and track, the begin of the first work that the step launched there.
  absl::flat_hash_map<std::pair<StepId, TrackId>, int64_t> first_;
};

}  // namespace profiler::derive

#endif  // PROFILER_STORE_DERIVE_LAUNCHED_WORK_H_
