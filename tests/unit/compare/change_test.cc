#include "profiler/compare/change.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <cstdint>
#include <vector>

namespace profiler {
namespace {

Change Judged(const std::vector<double>& base, const std::vector<double>& next) {
  const Comparison comparison(base, next);
  Change change = comparison.Of(base, next);
  comparison.JudgeAll({&change});
  return change;
}

}  // namespace

TEST_CASE("Verdicts") {
  const std::vector<double> a = {100, 101, 99, 100.5, 98.5, 102};
  const std::vector<double> slow = {120, 121, 119, 120.5, 118.5, 122};
  const std::vector<double> close = {101, 99.5, 100.2, 99, 103, 100.1};
  CHECK(Judged(a, a).verdict == Verdict::kSame);
  CHECK(Judged(a, slow).verdict == Verdict::kSlower);
  CHECK(Judged(slow, a).verdict == Verdict::kFaster);
  CHECK(Judged(a, slow).delta == -Judged(slow, a).delta);
  CHECK(Judged(a, close).verdict == Verdict::kUnclear);
  CHECK(Judged(a, close).more_steps > 0);
  CHECK(Judged({5, 5, 5, 5}, {5, 5, 5, 5, 5}).verdict == Verdict::kSame);
}

TEST_CASE("One run differs from several only if by more than these do from each other") {
  // Steps vary by 1, runs by about 11, around 1075.
  const auto steps_of = [](const std::vector<double>& runs) {
    std::vector<double> steps;
    for (const double run : runs) {
      for (const double step : {-1, 0, 1, 0, 1, -1, 0, 1}) steps.push_back(run + step);
    }
    return steps;
  };
  const auto ends_of = [](size_t runs) {
    std::vector<size_t> ends;
    for (size_t i = 1; i <= runs; ++i) ends.push_back(8 * i);
    return ends;
  };
  const auto judged = [&](const std::vector<double>& base_runs,
                          const std::vector<double>& new_runs) {
    const std::vector<double> base = steps_of(base_runs), next = steps_of(new_runs);
    const Comparison comparison =
        Comparison(base, next).OfRuns(ends_of(base_runs.size()), ends_of(new_runs.size()));
    Change change = comparison.Of(base, next);
    comparison.JudgeAll({&change});
    return change;
  };
  const std::vector<double> runs = {1062, 1090, 1071, 1084, 1066};
  const Change as_far = judged(runs, {1092});
  CHECK(as_far.verdict == Verdict::kUnclear);
  CHECK(as_far.low < 0);
  CHECK(as_far.more_runs > 0);
  CHECK(std::isnan(as_far.more_steps));
  CHECK(judged({1092}, runs).verdict == Verdict::kUnclear);
  CHECK(judged(runs, {1075 * 1.06}).verdict == Verdict::kSlower);
  CHECK(judged({1075 * 1.06}, runs).verdict == Verdict::kFaster);
  // Times vary by parts of themselves: these differ by less than three runs may, though their
  // differences alone would not say so.
  const Change by_parts = judged({1000, 1450, 900}, {2700});
  CHECK(by_parts.verdict == Verdict::kUnclear);
  CHECK(by_parts.p_value > kSignificance);
  CHECK(by_parts.low < 0);
  // Two runs may be close together by chance: the steps decide, as of one against one.
  CHECK(judged({1062, 1064}, {1092}).verdict == Verdict::kSlower);
}

TEST_CASE("What is next to nothing of the step is no change of a part of it") {
  const auto judged = [](const std::vector<double>& base, const std::vector<double>& next,
                         double step) {
    const Comparison comparison = Comparison(base, next).OfPartsOf(step);
    Change change = comparison.Of(base, next);
    comparison.JudgeAll({&change});
    return change.verdict;
  };
  const std::vector<double> a = {40, 41, 39, 40.5, 38.5, 42};
  const std::vector<double> less = {33, 34, 32, 33.5, 31.5, 35};
  CHECK(judged(a, less, 0) == Verdict::kFaster);
  CHECK(judged(a, less, 1000) == Verdict::kFaster);
  CHECK(judged(a, less, 34'000) == Verdict::kSame);
  // Calls that run often now are a change, though they take little.
  const std::vector<double> few = {3, 3.1, 2.9, 3.2, 2.8, 3};
  const std::vector<double> many = {39, 39.1, 38.9, 39.2, 38.8, 39};
  CHECK(judged(few, many, 34'000) == Verdict::kSlower);
  const std::vector<double> bit = {0.3, 0.31, 0.29, 0.32, 0.28, 0.3};
  const std::vector<double> bits = {0.6, 0.61, 0.59, 0.62, 0.58, 0.6};
  CHECK(judged(bit, bits, 0) == Verdict::kSlower);
  CHECK(judged(bit, bits, 34'000) == Verdict::kSame);
}

TEST_CASE("The ratio beside a shift that the medians contradict is that of the shift") {
  Change change;
  change.base = 33'900;
  change.next = 33'800;
  change.delta = 116.6;
  CHECK(change.ratio() < 1);
  CHECK(change.shown_ratio() == Approx(1 + 116.6 / 33'900));
  change.delta = -100;
  CHECK(change.shown_ratio() == change.ratio());
}

TEST_CASE("The ratio is that of the medians") {
  const Change change = Judged({100, 100, 100, 101}, {110, 110, 150, 150});
  CHECK(change.next == 130);
  CHECK(change.delta < 30);
  CHECK(change.ratio() == 1.3);
}

// Successive steps are alike, and few are far longer than the median, as on a machine with other
// load.
std::vector<double> Skewed(uint32_t seed, double scale) {
  std::vector<double> times;
  double state = 0;
  for (int i = 0; i < 60; ++i) {
    seed = seed * 1664525 + 1013904223;
    state = 0.8 * state + static_cast<double>(seed >> 8) / (1 << 23) - 1;
    times.push_back(scale * std::exp(3 * state));
  }
  return times;
}

TEST_CASE("A time shrinks by no more than it took, and grows by no more than it takes") {
  bool are_blocks = false, is_beyond = false;
  for (uint32_t seed = 1; seed <= 20; ++seed) {
    const std::vector<double> base = Skewed(seed, 100), next = Skewed(seed + 100, 1);
    const Comparison comparison(base, next);
    are_blocks |= comparison.base_block() > 1;
    const Change less = comparison.Of(base, next), more = Comparison(next, base).Of(next, base);
    CHECK(less.delta >= -less.base);
    CHECK(more.delta <= more.next);
    CHECK(less.delta == -more.delta);
    is_beyond |= less.high < -less.base;  // as is the shift in the interval
  }
  CHECK(are_blocks);
  CHECK(is_beyond);
}

TEST_CASE("Few runs can be corrected for many rows") {
  const std::vector<double> base = {100, 101, 99, 100.5, 98.5}, slow = {140, 141, 139, 142, 138};
  const std::vector<double> alike = {100.2, 99.2, 101.3, 98.7, 100.1};
  const std::vector<double> wide = {101.1, 160, 150, 103, 102};  // in order, but far apart
  const Comparison comparison(base, slow, kDefaultTolerance, /*are_runs=*/true);
  std::vector<Change> changes(20, comparison.Of(base, alike));
  changes[0] = comparison.Of(base, slow);
  changes[1] = comparison.Of(base, wide);
  std::vector<Change*> rows;
  for (Change& change : changes) rows.push_back(&change);
  comparison.JudgeAll(rows);
  CHECK(changes[0].verdict == Verdict::kSlower);  // 20 rows x 2 / C(10, 5) is more than 0.05
  CHECK(changes[0].p_value >= 2.0 / 252);
  CHECK(changes[1].verdict == Verdict::kUnclear);
}

TEST_CASE("Counts that never vary are no noise") {
  CHECK(Judged({78, 78, 78}, {117, 117, 117}).verdict == Verdict::kSlower);
  CHECK(Judged({117, 117, 117}, {78, 78, 78}).verdict == Verdict::kFaster);
  CHECK(Judged({78, 78, 78}, {78, 78, 78}).verdict == Verdict::kSame);
  CHECK(Judged({78, 78}, {117, 117}).verdict == Verdict::kUnclear);  // may be chance
  CHECK(Judged({78, 78, 78}, {117, 116, 117}).verdict == Verdict::kUnclear);
}

TEST_CASE("The more values vary, the more are needed where there are too few for an interval") {
  CHECK(Judged({100, 101, 99}, {150, 151, 149}).more_steps == 1);
  CHECK(Judged({100, 200, 150}, {110, 190, 175}).more_steps > 10);
}

TEST_CASE("One step each: the change is known, whether it is real is not") {
  const Change change = Judged({100}, {150});
  CHECK(change.delta == 50);
  CHECK(change.verdict == Verdict::kUnclear);
  CHECK(change.more_steps == 3);
}

}  // namespace profiler
