#include "profiler/analysis/input/pipelines/pipeline_wait.h"

#include <iterator>

namespace profiler {
namespace {

// The index behind the root's last iterator.
int32_t EndOfPipeline(const std::vector<PipelineIterator>& iterators, int32_t root) {
  int32_t end = root + 1;
  while (end < std::ssize(iterators) && iterators[end].parent >= 0) ++end;
  return end;
}

}  // namespace

PipelineWait WaitOf(const std::vector<PipelineIterator>& iterators, int32_t root) {
  PipelineWait wait;
  for (int32_t at = root, end = EndOfPipeline(iterators, root); at < end; ++at) {
    wait.all += iterators[at].limits;
    wait.unseen += iterators[at].unseen;
  }
  return wait;
}

int32_t BottleneckOf(const std::vector<PipelineIterator>& iterators, int32_t root) {
  int32_t most = -1;
  Int128 of_most = 0, unseen = 0;
  for (int32_t at = root, end = EndOfPipeline(iterators, root); at < end; ++at) {
    const Int128 known = iterators[at].limits - iterators[at].unseen;
    unseen += iterators[at].unseen;
    if (known <= of_most) continue;
    of_most = known;
    most = at;
  }
  return of_most >= unseen ? most : -1;
}

int32_t FillingShuffleOf(const std::vector<PipelineIterator>& iterators, int32_t root) {
  const PipelineWait wait = WaitOf(iterators, root);
  for (int32_t at = root, end = EndOfPipeline(iterators, root); at < end; ++at) {
    const Int128 fills = iterators[at].fills;
    if (fills > 0 && 2 * fills >= wait.all - wait.unseen) return at;
  }
  return -1;
}

}  // namespace profiler
