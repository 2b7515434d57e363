#ifndef TESTS_BENCH_BARE_WALK_H_
#define TESTS_BENCH_BARE_WALK_H_

#include <cstdint>
#include <string_view>

namespace profiler::bench {

// Iterates over all fields of a ProfileProto with protozero, and sums its numbers and the lengths
// of its texts: a lower bound for the time of reading it. Throws protozero's exceptions.
uint64_t BareWalk(std::string_view profile);

}  // namespace profiler::bench

#endif  // TESTS_BENCH_BARE_WALK_H_
