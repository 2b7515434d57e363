// The rows that ops are counted in: by name and type, by scope, and by line of code.
#ifndef PROFILER_ANALYSIS_SAMPLES_GROUPED_OPS_H_
#define PROFILER_ANALYSIS_SAMPLES_GROUPED_OPS_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "profiler/analysis/samples/work_in_steps.h"
#include "profiler/store/profile.h"

namespace profiler {

// The groups of ops that a table has as rows, and the group of each op.
struct GroupedOps {
  static constexpr uint32_t kNoGroup = UINT32_MAX;

  WorkInSteps work;  // has no times before MakeRoom()
  std::vector<uint32_t> of_op;
  std::vector<double> beside;  // by item: the time of ops that run beside the steps, in picoseconds
  bool any_known = false;

  uint32_t AddItem(WorkInSteps::Item item);
  // If any is known. Once, as what grows is copied and touches twice the memory.
  void MakeRoom();
  // Marks the items of which most time is that of ops beside the steps.
  void MarkBeside();
};

// The op that the user wrote, of each op; invalid for what is no op of the user.
std::vector<OpId> WrittenOps(const Profile& profile);

// `written` is WrittenOps(), and `python` is PythonOps() (own_time.h).
GroupedOps OpsByNameAndType(const Profile& profile, const std::vector<OpId>& written, size_t steps);
// With `has_own_time`, scopes also have what marks and Python take in them beside ops.
GroupedOps OpsByScope(const Profile& profile, const std::vector<OpId>& written,
                      const std::vector<char>& python, size_t steps, bool has_own_time);
GroupedOps OpsByLine(const Profile& profile, const std::vector<OpId>& written,
                     const std::vector<char>& python, size_t steps);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_SAMPLES_GROUPED_OPS_H_
