#ifndef PROFILER_ANALYSIS_INPUT_PIPELINES_PIPELINE_FUNCTIONS_H_
#define PROFILER_ANALYSIS_INPUT_PIPELINES_PIPELINE_FUNCTIONS_H_

#include <cstdint>
#include <string_view>
#include <vector>

#include "profiler/analysis/input/pipelines/iterator_tree.h"
#include "profiler/base/int128.h"
#include "profiler/store/profile.h"

namespace profiler {

// The functions that the pipelines' iterators call, as those given to map(), on all threads.
struct PipelineFunctions {
  int64_t calls = 0;
  Int128 time = 0;       // in which their ops ran, and the executor around these
  bool has_ops = false;  // these were recorded for most calls
  // The type of op that takes most of the time that ops take on the threads of pipelines.
  std::string_view top_type;
  double top_share = 0;
};
PipelineFunctions PipelineFunctionsOf(const Profile& profile);

// Whether the iterator is a map whose function takes next to none of the time of its calls: that is
// spent on handing over single elements.
bool HandsOverElements(const PipelineIterator& iterator, const PipelineFunctions& functions);

// The iterators of the root's pipeline that hand over single elements, many for each batch, where
// these and the batch() that asks for them limit the pipeline most, and not what functions of the
// pipeline or files take. Empty elsewhere.
struct SingleElements {
  std::vector<int32_t> iterators;
  Int128 limits = 0;    // of these and of the one that asks for the elements
  int64_t a_batch = 0;  // calls of the one that is called most
};

SingleElements SingleElementsOf(const std::vector<PipelineIterator>& iterators, int32_t root,
                                int32_t bottleneck);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_INPUT_PIPELINES_PIPELINE_FUNCTIONS_H_
