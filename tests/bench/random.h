#ifndef TESTS_BENCH_RANDOM_H_
#define TESTS_BENCH_RANDOM_H_

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <random>

namespace profiler::bench {

// Random numbers that depend on the seed only: the distributions of the standard library differ
// between libraries.
class Random {
 public:
  explicit Random(uint64_t seed) : engine_(seed) {}

  // From 0 to `end` - 1.
  uint64_t Below(uint64_t end) { return engine_() % end; }
  // From `least` to `most`.
  int64_t Between(int64_t least, int64_t most) {
    return least + static_cast<int64_t>(Below(static_cast<uint64_t>(most - least + 1)));
  }
  // From 0 to 1.
  double Fraction() { return static_cast<double>(engine_() >> 11) * 0x1p-53; }
  double Uniform(double least, double most) { return least + (most - least) * Fraction(); }
  double Exponential(double mean) { return -mean * std::log1p(-Fraction()); }
  template <typename List>
  const auto& Pick(const List& list) {
    return list[Below(std::size(list))];
  }

 private:
  std::mt19937_64 engine_;
};

}  // namespace profiler::bench

#endif  // TESTS_BENCH_RANDOM_H_
