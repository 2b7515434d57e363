#include "profiler/compare/stats/rank_test.h"

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdint>
#include <fstream>
#include <limits>
#include <span>
#include <sstream>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "profiler/compare/stats/blocks.h"
#include "profiler/compare/stats/differences.h"
#include "profiler/compare/stats/false_discovery.h"
#include "profiler/compare/stats/sort_values.h"

namespace profiler {
namespace {

std::vector<double> NumbersIn(const std::string& text) {
  std::istringstream words(text);
  std::vector<double> numbers;
  for (double number = 0; words >> number;) numbers.push_back(number);
  return numbers;
}

RankComparison Compared(std::vector<double> base, std::vector<double> next) {
  return RankTest(base.size(), next.size()).Compare(base, next);
}

}  // namespace

TEST_CASE("p-values, shifts and corrected p-values are scipy's") {
  std::ifstream file("tests/unit/compare/rank_golden.txt");
  std::vector<double> p_values;
  std::string line;
  while (std::getline(file, line) && line.find('|') != std::string::npos) {
    std::istringstream fields(line);
    std::string base, next, p, shift;
    std::getline(fields, base, '|');
    std::getline(fields, next, '|');
    std::getline(fields, p, '|');
    std::getline(fields, shift, '|');
    const RankComparison compared = Compared(NumbersIn(base), NumbersIn(next));
    INFO(line);
    CHECK(compared.p_value == Approx(NumbersIn(p)[0]).epsilon(1e-9));
    CHECK(compared.shift == Approx(NumbersIn(shift)[0]).margin(1e-9));
    p_values.push_back(NumbersIn(p)[0]);
  }
  REQUIRE(p_values.size() == 200);
  const std::vector<double> expected = NumbersIn(line), corrected = CorrectForAll(p_values);
  REQUIRE(expected.size() == corrected.size());
  for (size_t i = 0; i < expected.size(); ++i) CHECK(corrected[i] == Approx(expected[i]));
}

TEST_CASE("Rows that are compared at once have the shifts and p-values of each alone") {
  uint32_t random = 1;
  const auto number = [&] {
    random = random * 1664525 + 1013904223;
    return static_cast<double>(random >> 26);  // few values, so that many are equal
  };
  for (const auto& [base_size, new_size] :
       {std::pair(50, 50), std::pair(7, 5), std::pair(90, 31)}) {
    const RankTest test(base_size, new_size);
    for (int round = 0; round < 30; ++round) {
      std::array<std::vector<double>, 3> base, next;
      for (size_t i = 0; i < 3; ++i) {
        const double scale = i == 1 ? 1e-3 : 1;
        for (int k = 0; k < base_size; ++k) base[i].push_back(i == 2 ? 5 : number() * scale);
        for (int k = 0; k < new_size; ++k) next[i].push_back(number() * scale + round % 4);
      }
      const std::array at_once =
          test.CompareShifts({{{&base[0], &next[0]}, {&base[1], &next[1]}, {&base[2], &next[2]}}});
      for (size_t i = 0; i < 3; ++i) {
        const RankComparison alone = test.Compare(base[i], next[i]);
        CHECK(at_once[i].shift == alone.shift);
        CHECK(at_once[i].p_value == alone.p_value);
      }
    }
  }
}

TEST_CASE("Equal constants do not differ") {
  const RankComparison compared = Compared({5, 5, 5, 5, 5}, {5, 5, 5, 5});
  CHECK(compared.p_value == 1);
  CHECK(compared.shift == 0);
  CHECK(compared.low == 0);
  CHECK(compared.high == 0);
}

TEST_CASE("The other way round everything is negated") {
  const std::vector<double> a = {1, 4.5, 2, 8, 3, 3.25}, b = {2, 7, 9, 4, 6};
  const RankComparison there = Compared(a, b), back = Compared(b, a);
  CHECK(there.shift == -back.shift);
  CHECK(there.low == -back.high);
  CHECK(there.high == -back.low);
  CHECK(there.p_value == back.p_value);
}

TEST_CASE("Three values against three cannot have a 95 % interval, four can") {
  CHECK_FALSE(RankTest(3, 3).has_interval());
  CHECK_FALSE(RankTest(1, 10).has_interval());
  REQUIRE(RankTest(4, 4).has_interval());
  const RankComparison compared = Compared({1, 2, 3, 4}, {11, 12, 13, 14});
  CHECK(compared.low == 7);
  CHECK(compared.high == 13);
}

TEST_CASE("A difference at a rank is that of the sorted list") {
  // Few, many without equals, many of which most are equal, and some far away from all others.
  uint64_t random = 1;
  const auto draw = [&](uint64_t of) {
    random = random * 6364136223846793005 + 1442695040888963407;
    return static_cast<double>((random >> 33) % of);
  };
  for (const auto& [of, base_size, new_size, far] :
       std::vector<std::tuple<uint64_t, size_t, size_t, size_t>>{{10, 6, 7, 0},
                                                                 {1'000'000, 50, 60, 0},
                                                                 {2, 41, 50, 0},
                                                                 {1, 30, 30, 0},
                                                                 {20, 3, 200, 0},
                                                                 {10, 1, 1, 0},
                                                                 {1'000, 70, 71, 20},
                                                                 {1'000'000, 300, 90, 60}}) {
    std::vector<double> base(base_size), next(new_size), all;
    for (std::vector<double>* const sample : {&base, &next}) {
      for (double& value : *sample) value = draw(of);
      for (size_t i = 0; i < far; ++i) (*sample)[i] *= std::pow(10, i / 4);
      std::sort(sample->begin(), sample->end());
    }
    for (const double b : base) {
      for (const double n : next) all.push_back(n - b);
    }
    std::sort(all.begin(), all.end());
    const Differences differences(base, next);
    REQUIRE(differences.size() == all.size());
    const size_t half = all.size() / 2;
    const double median = all.size() % 2 == 1 ? all[half] : (all[half] + all[half - 1]) / 2;
    for (size_t outside = 0; outside < all.size(); outside += 1 + all.size() / 100) {
      const Differences::Middle found = differences.Find(outside);
      CHECK(found.low == all[outside]);
      CHECK(found.median == median);
      CHECK(found.high == all[all.size() - 1 - outside]);
    }
  }
}

TEST_CASE("Values are sorted, however many") {
  for (size_t size = 0; size < 300; ++size) {
    std::vector<double> values(size);
    for (size_t i = 0; i < size; ++i) values[i] = static_cast<double>(i * 7919 % 101);
    std::vector<double> sorted = values;
    std::sort(sorted.begin(), sorted.end());
    SortValues(values);
    CHECK(values == sorted);
  }
}

TEST_CASE("Samples are sorted side by side, whatever their number and sizes") {
  const std::vector<std::vector<size_t>> sizes_of_cases = {{},
                                                           {0},
                                                           {50},
                                                           {0, 0},
                                                           {0, 5},
                                                           {50, 50},
                                                           {64, 13},
                                                           {1, 128},
                                                           {129, 7},
                                                           {200, 300},
                                                           {3, 0, 64},
                                                           {50, 50, 50},
                                                           {128, 1, 127},
                                                           {0, 0, 0, 0},
                                                           {1, 2, 3, 4},
                                                           {50, 51, 49, 50},
                                                           {7, 129, 0, 128}};
  for (const std::vector<size_t>& sizes : sizes_of_cases) {
    std::vector<std::vector<double>> samples;
    for (const size_t size : sizes) {
      std::vector<double>& sample = samples.emplace_back(size);
      const auto sign = samples.size() % 2 == 0 ? -1 : 1;
      for (size_t i = 0; i < size; ++i) {
        sample[i] = static_cast<double>(i * 7919 % (95 + samples.size())) * sign;
      }
    }
    std::vector<std::vector<double>> sorted = samples;
    for (std::vector<double>& sample : sorted) std::sort(sample.begin(), sample.end());
    const std::vector<std::span<double>> spans(samples.begin(), samples.end());
    SortEach(spans);
    CHECK(samples == sorted);
  }
}

TEST_CASE("Infinite differences have no shift") {
  const double infinite = std::numeric_limits<double>::infinity();
  const RankComparison compared = Compared({1, 2, infinite}, {1, 2, 3});
  CHECK(std::isnan(compared.shift));
  CHECK(compared.p_value == 1);
}

TEST_CASE("Steps that depend on each other are compared in blocks") {
  std::vector<double> slow_drift, alternating, warm_up(20, 10);
  for (int i = 0; i < 40; ++i) slow_drift.push_back(100 + i / 10);
  for (int i = 0; i < 40; ++i) alternating.push_back(i % 2);
  warm_up[0] = 30;
  CHECK(BlockLength(slow_drift) == 10);
  CHECK(BlockLength(alternating) == 1);
  CHECK(BlockLength(warm_up) == 1);
  CHECK(BlockLength({1, 1, 2, 2}) == 1);
  CHECK(BlockMeans({1, 3, 5, 7, 12}, 2) == std::vector<double>{2, 8});
  CHECK(BlockMeans({1, 3}, 1) == std::vector<double>{1, 3});
}

}  // namespace profiler
