#ifndef PROFILER_VIEWS_INPUT_BOTTLENECK_TEXT_H_
#define PROFILER_VIEWS_INPUT_BOTTLENECK_TEXT_H_

#include <cstdint>
#include <string>
#include <vector>

#include "profiler/analysis/input/pipelines/iterator_tree.h"
#include "profiler/analysis/input/pipelines/pipeline_functions.h"

namespace profiler {

struct PipelineFacts {
  bool limits_steps;  // false if steps are known not to wait for it
  PipelineFunctions functions = {};
};

// What limits a pipeline of tf.data, and what would make it faster. `root_at` and `at` are the
// iterator that the consumer asks and the one that limits it. Where steps do not wait for input, no
// remedy is due. Empty if `at` is -1 and nothing else is known.
std::string BottleneckText(const std::vector<PipelineIterator>& iterators, int32_t root_at,
                           int32_t at, const PipelineFacts& facts);

// In which part of the waits for the pipeline the recording lacks what is waited for; empty if that
// is little.
std::string UnseenText(const std::vector<PipelineIterator>& iterators, int32_t root_at);

}  // namespace profiler

#endif  // PROFILER_VIEWS_INPUT_BOTTLENECK_TEXT_H_
