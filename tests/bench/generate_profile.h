#ifndef TESTS_BENCH_GENERATE_PROFILE_H_
#define TESTS_BENCH_GENERATE_PROFILE_H_

#include <cstdint>

#include "tests/bench/sink.h"

namespace profiler::bench {

struct ProfileSize {
  int64_t nodes = 50'000;
  int64_t steps = 20;
  uint64_t seed = 1;
  uint64_t run = 1;  // another run of the same job has other times and memory
};

// A ProfileProto like that of a training job on two workers and a parameter server: towers of ops
// in scopes, gradients named after their forward ops, a stack of 14 frames for every five ops, and
// for each op and step an execution with memory. The same size gives the same bytes.
void GenerateProfile(const ProfileSize& size, const Sink& sink);

}  // namespace profiler::bench

#endif  // TESTS_BENCH_GENERATE_PROFILE_H_
