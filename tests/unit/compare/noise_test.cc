// Whether a worsening beyond a bound of the base is more than noise.
#include "profiler/compare/check/noise/noise.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <string>
#include <vector>

namespace profiler {
namespace {

using Values = std::vector<double>;

NoiseVerdict Judged(const Values& base, const Values& next,
                    RequiredSign sign = RequiredSign::kLessEqual, double factor = 1,
                    double offset = 0) {
  return JudgeNoise({base, next}, sign, factor, offset);
}

const Values kTen = {100, 103, 98, 101, 99, 104, 97, 102, 96, 105};

Values Plus(const Values& values, double more) {
  Values moved = values;
  for (double& value : moved) value += more;
  return moved;
}

TEST_CASE("The fewest samples that can be significant") {
  CHECK_FALSE(CanBeSignificant(3, 3));  // 2 of 20 orders
  CHECK(CanBeSignificant(4, 4));        // 2 of 70
  CHECK(CanBeSignificant(3, 5));        // 2 of 56
  CHECK_FALSE(CanBeSignificant(2, 7));  // 2 of 36
  CHECK(CanBeSignificant(2, 8));        // 2 of 45
  CHECK_FALSE(CanBeSignificant(1, 39));
  CHECK(CanBeSignificant(1, 40));
  CHECK_FALSE(CanBeSignificant(0, 100));
  CHECK(CanBeSignificant(1000, 1000));
}

TEST_CASE("A clear worsening is broken, whichever way is worse") {
  CHECK(Judged(kTen, Plus(kTen, 50)).status == CheckStatus::kBroken);
  CHECK(Judged(kTen, Plus(kTen, -50), RequiredSign::kGreaterEqual).status == CheckStatus::kBroken);
  CHECK(Judged(kTen, Plus(kTen, -50), RequiredSign::kEqual).status == CheckStatus::kBroken);
  CHECK(Judged(kTen, Plus(kTen, 50)).p_value < 0.001);
}

TEST_CASE("A clear improvement never is") {
  const NoiseVerdict better = Judged(kTen, Plus(kTen, -50));
  CHECK(better.status == CheckStatus::kUnclear);
  CHECK(std::isnan(better.p_value));  // that of the improvement would mislead
  CHECK(
      better.reason ==
      "no more than noise between steps: the typical difference of a new and a base step is within "
      "the bound; 10 steps against 10; one run of each, so noise between runs is unknown");
  CHECK(Judged(kTen, Plus(kTen, 50), RequiredSign::kGreater).status == CheckStatus::kUnclear);
}

// As of a GPU that throttles from some step on: the base's steps are like the first ones.
TEST_CASE("A change of level in the middle of a run is judged by the median that it moves") {
  Values next = kTen;
  const Values slow = Plus(kTen, 40);
  next.insert(next.end(), slow.begin(), slow.end());
  next.insert(next.end(), {140, 140});
  Values base = kTen;
  base.insert(base.end(), kTen.begin(), kTen.end());
  const NoiseVerdict verdict = Judged(base, next, RequiredSign::kLessEqual, 1.05);
  CHECK(verdict.status == CheckStatus::kBroken);
  CHECK(verdict.reason.find("of the median itself") != std::string::npos);
}

TEST_CASE("A median that half of the steps move beyond all of the base is judged by itself") {
  Values base;
  for (int i = 0; i < 60; ++i) base.push_back(19 + 0.003 * (37 * i % 60));
  const Values next = {24.5, 19.1, 27.8, 24.7, 19.05, 26.1, 25.2, 19.12};
  const NoiseVerdict verdict = Judged(base, next, RequiredSign::kLessEqual, 1.02);
  CHECK(verdict.status == CheckStatus::kBroken);
  CHECK(verdict.p_value < 0.001);
  CHECK_THAT(verdict.reason, Catch::Contains("of the median itself, 8 steps against 60"));
  // Fewer than half leave it where it was.
  const Values few = {24.5, 19.1, 27.8, 24.7, 19.05, 19.11, 19.07, 19.12};
  CHECK(Judged(base, few, RequiredSign::kLessEqual, 1.02).status == CheckStatus::kUnclear);
}

TEST_CASE("Samples of the base are moved to the bound") {
  CHECK(Judged(kTen, Plus(kTen, 4), RequiredSign::kLessEqual, 1.05).status ==
        CheckStatus::kUnclear);
  CHECK(Judged(kTen, Plus(kTen, 15), RequiredSign::kLessEqual, 1.05).status ==
        CheckStatus::kBroken);
  CHECK(Judged(kTen, Plus(kTen, 15), RequiredSign::kLessEqual, 1, 14).status ==
        CheckStatus::kUnclear);
  CHECK(Judged(kTen, Plus(kTen, 15), RequiredSign::kLessEqual, 1, 5).status ==
        CheckStatus::kBroken);
}

TEST_CASE("Too few samples cannot tell, unless their ranges overlap") {
  const NoiseVerdict apart = Judged({1, 2, 3}, {4, 5, 6});
  CHECK(apart.status == CheckStatus::kCannotTell);
  CHECK(apart.reason ==
        "cannot tell, and it looks worse: 3 steps against 3 can never reach p < 0.05, and their "
        "ranges do not overlap; one run of each, so noise between runs is unknown");
  CHECK(Judged({1, 2, 3}, {3, 5, 6}).status == CheckStatus::kUnclear);
  CHECK(Judged({1}, {2}).status == CheckStatus::kCannotTell);
  CHECK(Judged({1}, {2}).reason.find("1 step against 1") != std::string::npos);
  CHECK(Judged({4, 5, 6}, {1, 2, 3}, RequiredSign::kGreaterEqual).status ==
        CheckStatus::kCannotTell);
  CHECK(Judged({}, {1}).status == CheckStatus::kUnclear);
}

TEST_CASE("Ranges of samples in any order") {
  const NoiseVerdict overlapping = Judged({12, 10, 11}, {11.5, 13, 12.5});
  CHECK(overlapping.status == CheckStatus::kUnclear);
  CHECK(overlapping.reason.find("their ranges overlap") != std::string::npos);
  CHECK(Judged({12, 10, 11}, {11.5, 13, 10.5}, RequiredSign::kGreaterEqual).status ==
        CheckStatus::kUnclear);
  CHECK(Judged({12, 10, 11}, {12.5, 14, 13}).status == CheckStatus::kCannotTell);
}

TEST_CASE("Counts have no noise") {
  const NoiseVerdict verdict =
      JudgeNoise({{57}, {61}, NoiseOf::kCount}, RequiredSign::kEqual, 1, 0);
  CHECK(verdict.status == CheckStatus::kBroken);
  CHECK(verdict.reason == "4 more; counts are compared exactly");
}

TEST_CASE("Bytes that never vary have no noise") {
  NoiseSamples samples{{1000}, {3000}, NoiseOf::kCount, NoiseOf::kRuns};
  samples.unit = Unit::kBytes;
  const NoiseVerdict verdict = JudgeNoise(samples, RequiredSign::kLessEqual, 1, 0);
  CHECK(verdict.status == CheckStatus::kBroken);
  CHECK(verdict.is_exact);
  CHECK(verdict.reason ==
        "2 KB more; each side has the same value in all its runs, so it has no noise");
}

// Steps of a run share what the machine did then.
NoiseSamples OneAgainst(const Values& base_runs, double new_run) {
  NoiseSamples samples;
  for (const double run : base_runs) {
    for (const double step : kTen) samples.base.push_back(run + step / 100);
  }
  for (const double step : kTen) samples.next.push_back(new_run + step / 100);
  samples.base_runs = base_runs.size();
  samples.base_in_runs = base_runs;
  samples.new_in_runs = {new_run};
  return samples;
}

TEST_CASE("One run is no worse than several if these differ as much") {
  const Values base = {1062, 1090, 1071, 1084, 1066};  // apart by 1.1 %, as one standard deviation
  const auto judged = [&](double run, double factor = 1) {
    return JudgeNoise(OneAgainst(base, run), RequiredSign::kLessEqual, factor, 0);
  };
  const NoiseVerdict as_far = judged(1092);
  CHECK(as_far.status == CheckStatus::kUnclear);
  CHECK(as_far.p_value > 0.1);
  CHECK_THAT(as_far.reason, Catch::StartsWith("no more than the 5 runs of the base differ: p = ") &&
                                Catch::EndsWith(", 1 run against 5"));
  const NoiseVerdict slower = judged(1075 * 1.05);
  CHECK(slower.status == CheckStatus::kBroken);
  CHECK_THAT(slower.reason, Catch::StartsWith("more than noise between steps: p = ") &&
                                Catch::Contains("; more than the 5 runs of the base differ: p = "));
  CHECK(slower.reason.find("unknown") == std::string::npos);
  CHECK(judged(1075 * 1.05, 1.04).status == CheckStatus::kUnclear);
  CHECK(judged(1075).status == CheckStatus::kUnclear);
}

TEST_CASE("Two runs of the base show no noise between runs") {
  const NoiseVerdict verdict =
      JudgeNoise(OneAgainst({1000, 1001}, 1100), RequiredSign::kLessEqual, 1, 0);
  CHECK(verdict.status == CheckStatus::kBroken);
  CHECK_THAT(verdict.reason, Catch::EndsWith("1 run against 2, so noise between runs is unknown"));
}

TEST_CASE("Several runs tell of one also where steps cannot") {
  NoiseSamples samples{{1000}, {1100}, NoiseOf::kNothing};
  samples.base_in_runs = {1000, 1002, 998, 1001, 999};
  samples.new_in_runs = {1100};
  CHECK(JudgeNoise(samples, RequiredSign::kLessEqual, 1, 0).status == CheckStatus::kBroken);
  samples.next = samples.new_in_runs = {1003};
  CHECK(JudgeNoise(samples, RequiredSign::kLessEqual, 1, 0).status == CheckStatus::kUnclear);
  samples.next = samples.new_in_runs = {1100};
  samples.base_in_runs = {1000, 1000, 1000, 1000, 1000};
  const NoiseVerdict constant = JudgeNoise(samples, RequiredSign::kLessEqual, 1, 0);
  CHECK(constant.status == CheckStatus::kBroken);
  CHECK(constant.reason ==
        "the 5 runs of the base do not differ, so there is no noise between "
        "runs, 1 run against 5");
  samples.new_in_runs.clear();
  CHECK(JudgeNoise(samples, RequiredSign::kLessEqual, 1, 0).status == CheckStatus::kCannotTell);
}

TEST_CASE("Equal constants are no worsening") {
  CHECK(Judged(Values(10, 5), Values(10, 5)).status == CheckStatus::kUnclear);
  CHECK(Judged(Values(10, 5), Values(10, 6)).status == CheckStatus::kBroken);
}

TEST_CASE("Steps that depend on each other count as fewer") {
  // Both wander slowly: 20 steps of each are worth a few.
  Values base, next;
  for (int i = 0; i < 20; ++i) {
    base.push_back(100 + i);
    next.push_back(104 + i);
  }
  const NoiseVerdict verdict = Judged(base, next);
  CHECK(verdict.status == CheckStatus::kUnclear);
  CHECK(verdict.reason.find("blocks of ") != std::string::npos);
}

}  // namespace
}  // namespace profiler
