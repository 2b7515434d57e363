#ifndef PROFILER_ANALYSIS_INPUT_ITERATOR_TREE_H_
#define PROFILER_ANALYSIS_INPUT_ITERATOR_TREE_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/base/run_context.h"
#include "profiler/base/value.h"
#include "profiler/store/profile.h"

namespace profiler {

// An iterator of tf.data. Those of one transformation whose names differ only in indexes
// ("Interleave[0]", "Interleave[1]") are one.
struct PipelineIterator {
  std::string path;  // "Iterator::Root::Prefetch::Map"
  StringId host;
  int32_t parent = -1;  // index of the iterator that asks this one
  int32_t depth = 0;
  int64_t calls = 0;
  Int128 total = 0;  // of its calls, summed over threads
  // The part of the time of the root's calls in which this iterator ran, and none below it: what
  // the consumer of the batches waited for.
  Int128 limits = 0;
  Int128 python = 0;  // the part of it in which its function calls Python (PyFunc)
  int64_t parallelism = kUnknown, buffer_size = kUnknown;  // the greatest that were recorded

  bool is_autotuned = false;      // TensorFlow sets its parallelism
  int64_t cpu_budget = kUnknown;  // of a root: the cores that its iterators may use
  bool decodes_elements = false;  // ops that take one image or sound ran on its host

  // "Map"
  std::string_view name() const;
  // Whether it is none of the user's: tf.distribute hands batches to a device with it.
  bool hands_to_device() const;
};

// The pipelines of all hosts, in depth-first order, roots first. Roots' calls are those of the
// selected steps; what runs ahead of them counts whenever it ran.
absl::StatusOr<std::vector<PipelineIterator>> PipelineIterators(const Selected& selected,
                                                                RunContext& context);

// The iterator of the root's pipeline that limits it most; -1 if none does.
int32_t BottleneckOf(const std::vector<PipelineIterator>& iterators, int32_t root);

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

// Whether Python takes most of what a map's function limits.
bool IsLimitedByPython(const PipelineIterator& iterator);

// What makes the iterator faster, e.g. "map(..., num_parallel_calls=tf.data.AUTOTUNE)".
std::string_view RemedyOf(const std::vector<PipelineIterator>& iterators, int32_t at);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_INPUT_ITERATOR_TREE_H_
