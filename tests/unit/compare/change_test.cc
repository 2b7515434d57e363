#include "profiler/compare/change.h"

#include <catch2/catch.hpp>
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

TEST_CASE("The ratio is that of the shift, not of the medians") {
  const Change change = Judged({100, 100, 100, 101}, {110, 110, 150, 150});
  CHECK(change.next == 130);
  CHECK(change.delta < 30);
  CHECK(change.ratio() == 1 + change.delta / change.base);
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
