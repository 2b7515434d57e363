#include "profiler/compare/stats/change_points.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <random>
#include <utility>
#include <vector>

#include "profiler/compare/trend/trend_changes.h"

namespace profiler {
namespace {

// Levels, each for a number of runs, with noise.
std::vector<double> Made(const std::vector<std::pair<int, double>>& levels, double noise,
                         uint32_t seed) {
  std::mt19937 random(seed);
  std::normal_distribution<double> normal;
  std::vector<double> values;
  for (const auto& [runs, level] : levels) {
    for (int i = 0; i < runs; ++i) values.push_back(level * (1 + noise * normal(random)));
  }
  return values;
}

std::vector<size_t> Firsts(const std::vector<double>& values) {
  std::vector<size_t> firsts;
  for (const TrendChange& change : ChangesOf(values)) firsts.push_back(change.run);
  return firsts;
}

TEST_CASE("The fewest values that can show a change") {
  static_assert(kLeastValuesForChange == 8);
  CHECK(Firsts({1, 1, 1, 2, 2, 2, 2}).empty());
  CHECK(Firsts({1, 1, 1, 1, 2, 2, 2, 2}) == std::vector<size_t>{4});
}

TEST_CASE("noise alone is no change") {
  int found = 0;
  for (uint32_t seed = 0; seed < 100; ++seed) {
    found += ChangesOf(Made({{30, 20}}, 0.01, seed)).empty() ? 0 : 1;
  }
  CHECK(found <= 10);
  CHECK(Firsts(std::vector<double>(50, 20.0)).empty());
  CHECK(Firsts({}).empty());
  CHECK(Firsts({1, 2, 3, 4, 5}).empty());  // too few runs
}

TEST_CASE("an episode is two changes") {
  // The search of the part after the first of them alone would not find the second.
  const std::vector<TrendChange> changes =
      ChangesOf({3774, 3742, 3734, 3775, 4663, 3785, 5094, 5057, 5049, 5092, 3745, 3745, 3788, 3772,
                 3748, 3761});
  REQUIRE(changes.size() == 2);
  CHECK(changes[0].run == 6);
  CHECK(changes[0].before == 3774.5);
  CHECK(changes[0].after == 5074.5);
  CHECK(changes[1].run == 10);
  CHECK(changes[1].after == 3754.5);
  int found = 0;
  for (uint32_t seed = 0; seed < 50; ++seed) {
    found += Firsts(Made({{6, 20}, {4, 22}, {6, 20}}, 0.01, seed)) == std::vector<size_t>{6, 10};
  }
  CHECK(found >= 38);
}

TEST_CASE("one change is found where it is") {
  for (uint32_t seed = 0; seed < 20; ++seed) {
    CAPTURE(seed);
    const std::vector<TrendChange> changes = ChangesOf(Made({{13, 20}, {17, 21.2}}, 0.005, seed));
    REQUIRE(changes.size() == 1);
    CHECK(changes[0].run == 13);
    CHECK(changes[0].p_value <= 0.005);
    CHECK(changes[0].ratio() == Approx(1.06).margin(0.01));
    CHECK(changes[0].before == Approx(20).epsilon(0.01));
  }
  CHECK(Describe({13, 20, 21.22, 0.005}, Unit::kMicros) == "6.1 % slower");
  CHECK(Describe({13, 20, 15, 0.005}, Unit::kMicros) == "25 % faster");
  CHECK(Describe({13, 20, 21.22, 0.005}, Unit::kBytes) == "6.1 % more");
  CHECK(Describe({13, 0, 4, 0.005}, Unit::kBytes) == "more");
}

TEST_CASE("two changes are found, also back to what was before") {
  for (uint32_t seed = 0; seed < 20; ++seed) {
    CAPTURE(seed);
    CHECK(Firsts(Made({{15, 20}, {15, 21}, {15, 19}}, 0.005, seed)) == std::vector<size_t>{15, 30});
    CHECK(Firsts(Made({{12, 20}, {12, 22}, {12, 20}}, 0.005, seed)) == std::vector<size_t>{12, 24});
  }
}

TEST_CASE("an outlier alone is no change") {
  for (const size_t runs : {10, 30, 200}) {
    for (const size_t at : {size_t{0}, runs / 2, runs - 1}) {
      CAPTURE(runs, at);
      std::vector<double> values(runs, 20.0);
      values[at] = 40;
      CHECK(Firsts(values).empty());
    }
  }
}

TEST_CASE("runs without a value are passed over, and small changes left out") {
  std::vector<double> values = Made({{10, 20}, {10, 22}}, 0.002, 1);
  values[3] = std::nan("");
  values.insert(values.begin() + 10, std::nan(""));
  CHECK(Firsts(values) == std::vector<size_t>{11});
  CHECK(Firsts(Made({{20, 20}, {20, 20.1}}, 0.0005, 1)).empty());  // 0.5 %
  CHECK(FindChangePoints(Made({{20, 20}, {20, 20.1}}, 0.0005, 1)).size() == 1);
}

}  // namespace
}  // namespace profiler
