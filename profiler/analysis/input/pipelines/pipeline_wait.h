// What the wait for the batches of a pipeline goes to.
#ifndef PROFILER_ANALYSIS_INPUT_PIPELINES_PIPELINE_WAIT_H_
#define PROFILER_ANALYSIS_INPUT_PIPELINES_PIPELINE_WAIT_H_

#include <cstdint>
#include <vector>

#include "profiler/analysis/input/pipelines/iterator_tree.h"
#include "profiler/base/int128.h"

namespace profiler {

// The sum of `limits`, and of `unseen`, in the root's pipeline.
struct PipelineWait {
  Int128 all = 0, unseen = 0;
};
PipelineWait WaitOf(const std::vector<PipelineIterator>& iterators, int32_t root);

// The iterator of the root's pipeline that limits it most; -1 if none does, or if what is `unseen`
// may be more.
int32_t BottleneckOf(const std::vector<PipelineIterator>& iterators, int32_t root);

// The shuffle that fills its buffer in most of the known time in which the root's pipeline is
// waited for; -1 if none does.
int32_t FillingShuffleOf(const std::vector<PipelineIterator>& iterators, int32_t root);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_INPUT_PIPELINES_PIPELINE_WAIT_H_
