#ifndef TESTS_BENCH_GENERATE_XSPACE_H_
#define TESTS_BENCH_GENERATE_XSPACE_H_

#include <cstdint>

#include "tests/bench/sink.h"

namespace profiler::bench {

struct XSpaceSize {
  int64_t steps = 1000;
  int64_t devices = 4;
  int64_t ops = 480;  // per step
  uint64_t seed = 1;
};

// An XSpace like TensorFlow's with CUPTI: each step has an input, copies to each GPU, ops that
// launch a kernel on each, a sum over all GPUs and copies back, and the allocator's events. It is
// kept in memory while it is made.
void GenerateXSpace(const XSpaceSize& size, const Sink& sink);

}  // namespace profiler::bench

#endif  // TESTS_BENCH_GENERATE_XSPACE_H_
