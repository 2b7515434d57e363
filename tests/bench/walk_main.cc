// Measures the minimum time to read a ProfileProto: `walk FILE` prints milliseconds, with a warm
// page cache.
#include <chrono>
#include <cstdio>
#include <exception>

#include "profiler/io/input.h"
#include "tests/bench/bare_walk.h"

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  const auto input = profiler::Input::Map(argv[1]);
  if (!input.ok()) {
    std::fprintf(stderr, "walk: %s\n", input.status().ToString().c_str());
    return 1;
  }
  try {
    profiler::bench::BareWalk(input->bytes());
    const auto start = std::chrono::steady_clock::now();
    const uint64_t sum = profiler::bench::BareWalk(input->bytes());
    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
    std::printf("%.1f ms (sum %llu)\n", took.count(), static_cast<unsigned long long>(sum));
  } catch (const std::exception& error) {
    std::fprintf(stderr, "walk: '%s' is no whole ProfileProto: %s\n", argv[1], error.what());
    return 1;
  }
}
