#ifndef TESTS_BENCH_GENERATE_KINETO_H_
#define TESTS_BENCH_GENERATE_KINETO_H_

#include <cstdint>

#include "tests/bench/sink.h"

namespace profiler::bench {

struct KinetoSize {
  int64_t steps = 200;
  int64_t ops = 250;  // layers per step, each with a forward and a backward op
  uint64_t seed = 1;
};

// JSON like torch.profiler's for one rank of a job with a GPU: steps, ops on two threads with the
// calls inside, kernels, copies, a collective, and arrows.
void GenerateKineto(const KinetoSize& size, const Sink& sink);

}  // namespace profiler::bench

#endif  // TESTS_BENCH_GENERATE_KINETO_H_
