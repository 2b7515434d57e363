#ifndef PROFILER_ANALYSIS_INPUT_PIPELINES_ITERATOR_TREE_H_
#define PROFILER_ANALYSIS_INPUT_PIPELINES_ITERATOR_TREE_H_

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
// ("Interleave[0]", "Interleave[1]") are one, but for the branches of a zip.
struct PipelineIterator {
  std::string path;  // "Iterator::Root::Prefetch::Map", "Iterator::Root::Zip[1]::Map"
  StringId host;
  int32_t parent = -1;  // index of the iterator that asks this one
  int32_t depth = 0;
  int64_t calls = 0;
  Int128 total = 0;  // of its calls, summed over threads
  // The part of the time of the root's calls in which this iterator ran, and none below it: what
  // the consumer of the batches waited for.
  Int128 limits = 0;
  Int128 python = 0;  // the part of it in which its function calls Python (PyFunc)
  // The part of it in calls of a prefetch during which no iterator below ran, where the recording
  // lacks calls of these: what they did then is unknown.
  Int128 unseen = 0;
  // The part of the time of the root's calls in which a shuffle filled its buffer, what the
  // iterators below it took included.
  Int128 fills = 0;
  int64_t parallelism = kUnknown, buffer_size = kUnknown;  // the greatest that were recorded

  bool is_autotuned = false;      // TensorFlow sets its parallelism
  int64_t cpu_budget = kUnknown;  // of a root: the cores that its iterators may use
  bool decodes_elements = false;  // ops that take one image or sound ran on its host

  // "Map"
  std::string_view name() const;
  // The same; of what a zip asks with the branch: "Zip[1]::Map".
  std::string_view label() const;
  // Whether it is none of the user's: tf.distribute hands batches to a device with it.
  bool hands_to_device() const;
};

// The pipelines of all hosts, in depth-first order, roots first. Roots' calls are those of the
// selected steps; what runs ahead of them counts whenever it ran.
absl::StatusOr<std::vector<PipelineIterator>> PipelineIterators(const Selected& selected,
                                                                RunContext& context);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_INPUT_PIPELINES_ITERATOR_TREE_H_
