// Work that changes from step to step on ranks, as that of samples of many lengths does.
#ifndef PROFILER_ANALYSIS_STEPS_RANKS_VARYING_WORK_H_
#define PROFILER_ANALYSIS_STEPS_RANKS_VARYING_WORK_H_

#include <optional>
#include <vector>

#include "profiler/analysis/selection/selected.h"
#include "profiler/store/profile.h"

namespace profiler {

struct VaryingWork {
  // Ops take so many times as long in a rank's longest step as in its shortest, with as many calls:
  // of all ranks the most.
  double most = 0;
  // The op that takes most of those whose inputs differ between steps, and its inputs in the
  // shortest and in the longest step of all; invalid if shapes show no difference.
  StringId op, few, many;
};

// Of whole steps, without communication. nullopt unless work changes on most of `ranks`: shapes
// show it, or where PyTorch's shapes were not recorded the ops of devices, as many in each step,
// take much longer in many steps than in as many others.
std::optional<VaryingWork> FindVaryingWork(const Selected& selected,
                                           const std::vector<SourceId>& ranks);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_STEPS_RANKS_VARYING_WORK_H_
