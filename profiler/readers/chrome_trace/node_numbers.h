#ifndef PROFILER_READERS_CHROME_TRACE_NODE_NUMBERS_H_
#define PROFILER_READERS_CHROME_TRACE_NODE_NUMBERS_H_

#include <algorithm>
#include <cstdint>
#include <limits>

#include "profiler/readers/trace_events/slices.h"
#include "profiler/store/builder.h"

namespace profiler::chrome_trace {

// Counts the nodes that the forward ops of a thread add to graphs of gradients. Each thread numbers
// its nodes, and an op notes the number of the next one where gradients are on.
class NodeNumbers {
 public:
  void Add(const Facts& facts) {
    if (facts.sequence == kUnknown || facts.forward_thread > 0) return;
    least_ = std::min(least_, facts.sequence);
    most_ = std::max(most_, facts.sequence);
  }
  void AddTo(SourceRow& source) const {
    if (most_ < least_) return;
    const int64_t before = source.autograd_nodes == kUnknown ? 0 : source.autograd_nodes;
    int64_t sum = 0;
    if (!__builtin_add_overflow(before, most_ - least_, &sum)) source.autograd_nodes = sum;
  }

 private:
  // Numbers are never negative.
  int64_t least_ = std::numeric_limits<int64_t>::max(), most_ = -1;
};

}  // namespace profiler::chrome_trace

#endif  // PROFILER_READERS_CHROME_TRACE_NODE_NUMBERS_H_
