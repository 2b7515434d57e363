#include "profiler/compare/stats/shuffle_test.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <numeric>
#include <vector>

namespace profiler {
namespace {

using Values = std::vector<double>;

double Mean(Values& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double Most(Values& values) { return *std::max_element(values.begin(), values.end()); }

const Values kTen = {20.0, 20.1, 20.2, 20.0, 20.1, 20.2, 20.0, 20.1, 20.2, 20.1};
const Values kFourSlow = {20.0, 30.1, 20.0, 30.0, 20.0, 30.2, 20.0, 30.1, 20.0, 20.0};

TEST_CASE("Four slow values of ten are as rare as all four among one half of twenty") {
  // (16 over 6) of (20 over 10)
  CHECK(ShuffleTest(kTen, kFourSlow, 1, Mean) == Approx(0.0433).margin(0.005));
  CHECK(ShuffleTest(kTen, kFourSlow, 1, Mean) == ShuffleTest(kTen, kFourSlow, 1, Mean));
}

TEST_CASE("A difference the other way is no evidence") {
  CHECK(ShuffleTest(kFourSlow, kTen, 1, Mean) > 0.95);
  CHECK(ShuffleTest(kTen, kTen, 1, Mean) > 0.4);
}

TEST_CASE("One extreme value of ten may be in either half") {
  Values one = kTen;
  one[3] = 40;
  CHECK(ShuffleTest(kTen, one, 1, Most) == Approx(0.5).margin(0.02));
}

TEST_CASE("Slow values that follow each other are one block") {
  const Values flat(10, 20.0);
  Values slow = flat;
  std::fill(slow.begin() + 6, slow.begin() + 8, 30.0);
  const double alone = ShuffleTest(flat, slow, 1, Mean), blocks = ShuffleTest(flat, slow, 2, Mean);
  CHECK(alone == Approx(0.24).margin(0.03));  // (18 over 8) of (20 over 10)
  CHECK(blocks == Approx(0.5).margin(0.03));
}

TEST_CASE("Without values there is no evidence") {
  CHECK(ShuffleTest({}, kTen, 1, Mean) == 1);
  CHECK(ShuffleTest(kTen, {}, 1, Mean) == 1);
  CHECK(ShuffleTest(kTen, kFourSlow, 0, Mean) < 0.05);  // as blocks of one
}

}  // namespace
}  // namespace profiler
