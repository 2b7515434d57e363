// Whether a worsening beyond a bound of the base is more than noise.
#include "profiler/compare/check/noise.h"

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
  CHECK(better.reason ==
        "no more than noise between steps: in half of all pairs of a new and a base step, or more, "
        "the "
        "new one is within the bound; 10 steps against "
        "10; one run of each, so noise between runs is unknown");
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
  CHECK(verdict.reason.find("blocks of steps") != std::string::npos);
}

}  // namespace
}  // namespace profiler
