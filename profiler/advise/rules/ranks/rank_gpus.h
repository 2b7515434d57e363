#ifndef PROFILER_ADVISE_RULES_RANKS_RANK_GPUS_H_
#define PROFILER_ADVISE_RULES_RANKS_RANK_GPUS_H_

#include "profiler/advise/rules/common/gpu_differences.h"
#include "profiler/advise/rules/ranks/stragglers.h"
#include "profiler/analysis/selection/selected.h"

namespace profiler {

// In what the sampled metrics of the slow ranks' GPUs differ from those of the others. A rank's GPU
// is the one of its number on its host. Nothing is known where ranks of a host have GPUs of one
// number, as each counts from its own CUDA_VISIBLE_DEVICES then.
GpuDifferences DifferencesOfGpus(const Selected& selected, const RanksOfRun& slow,
                                 const RanksOfRun& others);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_RANKS_RANK_GPUS_H_
