// Interval arithmetic: the step at a time, nesting, overlaps.
#include <algorithm>
#include <catch2/catch.hpp>
#include <random>
#include <vector>

#include "profiler/analysis/time/intervals.h"
#include "profiler/store/derive/steps/step_spans.h"

namespace profiler {
namespace {

struct Span {
  int64_t begin, end;
};

// A simple implementation of StepSpans::At.
StepId Covering(const std::vector<Span>& spans, int64_t time) {
  StepId last;
  for (uint32_t i = 0; i < spans.size(); ++i) {
    if (time < spans[i].begin || time >= spans[i].end) continue;
    if (!last.valid() || spans[i].begin >= spans[last.row()].begin) last = StepId(i);
  }
  return last;
}

TEST_CASE("of the steps that cover a moment it is the one that began last") {
  std::mt19937 random(7);
  const auto below = [&](uint32_t most) { return static_cast<int64_t>(random() % most); };
  int covered = 0;
  for (int round = 0; round < 300; ++round) {
    std::vector<Span> spans(static_cast<size_t>(below(9)));
    StepSpans steps;
    for (uint32_t i = 0; i < spans.size(); ++i) {
      spans[i].begin = below(20);
      spans[i].end = spans[i].begin + below(12) - 1;  // some are empty, or end before they begin
      steps.Add(spans[i].begin, spans[i].end, StepId(i));
    }
    steps.Finish();
    CHECK(steps.empty() == spans.empty());
    for (int64_t time = -1; time < 34; ++time) {
      const StepId want = Covering(spans, time);
      CAPTURE(round, time);
      REQUIRE(steps.At(time) == want);
      covered += want.valid() ? 1 : 0;
    }
  }
  CHECK(covered > 1000);
}

TEST_CASE("a step that lasts long does not make the search among many short ones long") {
  constexpr uint32_t kSteps = 400'000;
  StepSpans steps;
  steps.Add(0, INT64_MAX, StepId(0));
  for (uint32_t i = 1; i < kSteps; ++i) steps.Add(i * 10, i * 10 + 5, StepId(i));
  steps.Finish();
  uint32_t in_long = 0;
  for (uint32_t i = 1; i < kSteps; ++i) {
    in_long += steps.At(i * 10 + 7) == StepId(0) ? 1 : 0;  // after all that began before
  }
  CHECK(in_long == kSteps - 1);
}

std::vector<std::pair<int64_t, int64_t>> Pairs(const std::vector<Interval>& intervals) {
  std::vector<std::pair<int64_t, int64_t>> pairs;
  for (const Interval& one : intervals) pairs.emplace_back(one.begin, one.end);
  return pairs;
}

TEST_CASE("intervals are united, and holes are taken out of them") {
  using Want = std::vector<std::pair<int64_t, int64_t>>;
  CHECK(Pairs(United({{5, 9}, {1, 3}, {3, 4}, {6, 7}, {8, 12}, {20, 20}})) ==
        Want{{1, 4}, {5, 12}});
  CHECK(Pairs(Without({{0, 10}, {12, 20}}, {{2, 3}, {5, 14}, {18, 30}})) ==
        Want{{0, 2}, {3, 5}, {14, 18}});
  CHECK(Pairs(Without({{0, 10}, {12, 20}, {25, 30}}, {{-5, 40}})).empty());
  CHECK(Pairs(Without({{0, 10}}, {})) == Want{{0, 10}});
}

}  // namespace
}  // namespace profiler
