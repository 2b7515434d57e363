#include "profiler/analysis/input/pipelines/iterator_remedy.h"

#include <array>
#include <iterator>

#include "profiler/analysis/input/pipeline_end.h"

namespace profiler {
namespace {

// What transformations of tf.data take to be faster, by the begin of their name, the longest first.
struct Remedy {
  std::string_view name, text;
};
constexpr std::string_view kMapInParallel =
    "raise num_parallel_calls of map(), or do less in it: batch before map(), cache(), or prepare "
    "the data ahead of the job";
constexpr std::string_view kMapOfElements =
    "raise num_parallel_calls of map(), or do less in it: make elements smaller before what is "
    "expensive, cache(), or prepare the data ahead of the job";
constexpr std::string_view kMapIsTuned =
    "TensorFlow tunes num_parallel_calls of map() (AUTOTUNE), which is at the cores that it may "
    "use: do less in it: batch before map(), cache(), prepare the data ahead of the job, or give "
    "it more cores";
constexpr std::string_view kMapOfElementsIsTuned =
    "TensorFlow tunes num_parallel_calls of map() (AUTOTUNE), which is at the cores that it may "
    "use: do less in it: make elements smaller before what is expensive, cache(), prepare the data "
    "ahead of the job, or give it more cores";
constexpr std::string_view kReadInParallel =
    "read several files at a time: interleave(..., num_parallel_calls=tf.data.AUTOTUNE), and "
    "cache() what fits in memory";
constexpr auto kRemedies = std::to_array<Remedy>({
    {"Map", "map(..., num_parallel_calls=tf.data.AUTOTUNE)"},
    {"ParallelInterleave", "raise cycle_length and num_parallel_calls of interleave()"},
    {"Interleave", "interleave(..., num_parallel_calls=tf.data.AUTOTUNE)"},
    {"FlatMap", "replace flat_map() by interleave(..., num_parallel_calls=tf.data.AUTOTUNE)"},
    {"ParallelBatch", "use larger elements, or batch less at a time"},
    {"PaddedBatch", "pad less: bucket_by_sequence_length()"},
    {"Batch", "batch(..., num_parallel_calls=tf.data.AUTOTUNE)"},
    {"ParseExample", "raise num_parallel_calls of parse_example_dataset()"},
    {"Generator",
     "it makes one element at a time in Python: interleave() several of from_generator(), give a "
     "keras.utils.PyDataset workers and use_multiprocessing=True, or use TensorFlow's own ops"},
    {"Shuffle", "use a smaller buffer in shuffle(), or shuffle file names and cache()"},
    {"Filter", "filter before what is expensive, or ahead of the job"},
    {"TFRecord", kReadInParallel},
    {"TextLine", kReadInParallel},
    {"FixedLengthRecord", kReadInParallel},
    {"DataService", "add workers to the tf.data service"},
});

bool IsParallel(std::string_view name) {
  return name.starts_with("Parallel") || name.starts_with("MapAndBatch");
}

// Of iterators that are in no table: `prefetches` and `caches` tell what the pipeline has.
std::string_view OtherRemedy(bool prefetches, bool caches) {
  if (!prefetches && !caches) {
    return "end the pipeline with prefetch(tf.data.AUTOTUNE), and cache() what fits in memory";
  }
  if (!prefetches) return "end the pipeline with prefetch(tf.data.AUTOTUNE)";
  if (!caches) return "cache() what fits in memory, or prepare the data ahead of the job";
  return "the pipeline prefetches and caches already: use larger batches, or leave it more cores";
}

int32_t RootOf(const std::vector<PipelineIterator>& iterators, int32_t at) {
  while (iterators[at].parent >= 0) at = iterators[at].parent;
  return at;
}

// Of a map that runs in parallel, by what the recording rules out.
std::string_view MapRemedy(const std::vector<PipelineIterator>& iterators, int32_t at) {
  const PipelineIterator& map = iterators[at];
  const int64_t cores = iterators[RootOf(iterators, at)].cpu_budget;
  const bool is_tuned = map.is_autotuned && cores != kUnknown && map.parallelism >= cores;
  if (is_tuned) return map.decodes_elements ? kMapOfElementsIsTuned : kMapIsTuned;
  return map.decodes_elements ? kMapOfElements : kMapInParallel;
}

}  // namespace

bool IsLimitedByPython(const PipelineIterator& iterator) {
  return iterator.name().find("Map") != std::string_view::npos && iterator.python > 0 &&
         2 * iterator.python >= iterator.limits;
}

std::string_view RemedyOf(const std::vector<PipelineIterator>& iterators, int32_t at) {
  const PipelineIterator& iterator = iterators[at];
  // Python runs one call at a time, so parallel calls gain nothing.
  if (IsLimitedByPython(iterator)) {
    return "it calls Python (PyFunc), which runs one call at a time: use TensorFlow's own ops "
           "there";
  }
  if (iterator.hands_to_device()) {
    return "it is tf.distribute's own, which hands batches to a device, and no iterator of your "
           "pipeline runs meanwhile";
  }
  if (iterator.name() == kPrefetch) {
    return "no iterator below it runs meanwhile, so it waits for a thread to run: leave cores to "
           "the pipeline, or use larger batches";
  }
  const std::string_view last = LastStage(iterator.path);
  const bool is_last = last.data() == iterator.name().data();
  if (is_last && IsParallel(last)) {
    return "end the pipeline with prefetch(tf.data.AUTOTUNE), so that batches are made while the "
           "step runs; if it still limits the pipeline then, do less in it";
  }
  for (const std::string_view map : {"MapAndBatch", "ParallelMap"}) {
    if (iterator.name().starts_with(map)) return MapRemedy(iterators, at);
  }
  for (const Remedy& remedy : kRemedies) {
    if (iterator.name().starts_with(remedy.name)) return remedy.text;
  }
  const int32_t root = RootOf(iterators, at);
  bool prefetches = false, caches = false;
  for (int32_t i = root; i == root || (i < std::ssize(iterators) && iterators[i].parent >= 0);
       ++i) {
    prefetches = prefetches || LastStage(iterators[i].path).starts_with(kPrefetch);
    caches = caches || iterators[i].name().find("Cache") != std::string_view::npos;
  }
  return OtherRemedy(prefetches, caches);
}

}  // namespace profiler
