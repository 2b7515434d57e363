#ifndef PROFILER_ANALYSIS_INPUT_PIPELINES_ITERATOR_REMEDY_H_
#define PROFILER_ANALYSIS_INPUT_PIPELINES_ITERATOR_REMEDY_H_

#include <cstdint>
#include <string_view>
#include <vector>

#include "profiler/analysis/input/pipelines/iterator_tree.h"

namespace profiler {

// Whether Python takes most of what a map's function limits.
bool IsLimitedByPython(const PipelineIterator& iterator);

// What makes the iterator faster, e.g. "map(..., num_parallel_calls=tf.data.AUTOTUNE)".
std::string_view RemedyOf(const std::vector<PipelineIterator>& iterators, int32_t at);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_INPUT_PIPELINES_ITERATOR_REMEDY_H_
