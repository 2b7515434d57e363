// -step on profiles built by hand: the steps that an answer is of, and what is in none.
#include <catch2/catch.hpp>
#include <string>
#include <utility>

#include "profiler/store/builder.h"
#include "tests/unit/query/step_profiles.h"

namespace profiler {
namespace {

TEST_CASE("-step picks the steps that a statistic is of") {
  const Profile profile = FourSteps();
  const auto sum = [&](const std::string& step, const std::string& statistic = "sum") {
    return Total(Run("scope", profile, {{"step", step}, {"stat", statistic}}), "_TFProfRoot");
  };
  CHECK(sum("-1") == 200);
  CHECK(sum("1..2") == 130);
  CHECK(sum("2,4") == 160);
  CHECK(sum("1,3..9") == 80);
  CHECK(sum("last") == 40);
  CHECK(sum("3") == 30);
  CHECK(sum("1,3", "mean_all") == 20);
  CHECK(sum("1..2", "min") == 10);
  CHECK(sum("1..2", "mean") == 115);  // of the ops: 15 and 100
}

TEST_CASE("what -step takes, and what it does not") {
  const auto ranges = [](const std::string& text) {
    const absl::StatusOr<StepSelection> steps = StepSelection::Parse(text);
    REQUIRE(steps.ok());
    CHECK(steps->text() == text);
    std::string out = steps->all() ? "all" : steps->last() ? "last" : "";
    for (const StepSelection::Range& range : steps->ranges()) {
      out += std::to_string(range.first) + "-" + std::to_string(range.last) + " ";
    }
    return out;
  };
  CHECK(ranges("7") == "7-7 ");
  CHECK(ranges("0") == "0-0 ");
  CHECK(ranges("2..5") == "2-5 ");
  CHECK(ranges("1,3,8..9") == "1-1 3-3 8-9 ");
  CHECK(ranges("last") == "last");
  CHECK(ranges("-1") == "all");
  CHECK(ranges("-7") == "all");
  for (const char* text :
       {"", "x", "1,", ",1", "1..", "..2", "5..2", "1;2", "1.5", "last,1", "1,-2", "-2..5",
        "99999999999999999999", "1..99999999999999999999", " 1"}) {
    CAPTURE(text);
    CHECK_FALSE(StepSelection::Parse(text).ok());
  }
}

TEST_CASE("steps of several sources that count as one count once") {
  Maker m;
  const SourceId first = m.Source("a");
  const OpId op = m.Op("a", "A", {{1, 10}, {2, 20}});
  m.Source("b");
  m.Ran(op, {{1, 100, kUnknown, "/device:cpu:1"}, {3, 300, kUnknown, "/device:cpu:1"}});
  Profile profile = m.builder.Build();
  const auto sum = [&](const std::string& statistic, Given options = {}) {
    options.push_back({"stat", statistic});
    return Own(Run("op", profile, options), "A");
  };
  // Two runs: four steps of 10, 20, 100 and 300.
  CHECK(sum("mean_all") == 430 / 4.0);
  CHECK(sum("median") == 60);
  CHECK(sum("mean_all", {{"source", "a"}}) == 15);
  CHECK(sum("max", {{"source", "a"}}) == 20);
  CHECK(sum("mean", {{"step", "1"}}) == 110);
  CHECK(sum("max", {{"step", "1"}}) == 110);  // one number is one step, as in a mean
  // One run: step 1 took 110.
  for (uint32_t s = 0; s < profile.steps.size(); ++s) {
    StepRow& step = profile.steps[StepId(s)];
    if (step.number == 1 && step.source != first) step.counts_as = StepId(0);
  }
  REQUIRE(profile.steps[StepId(0)].number == 1);
  CHECK(sum("mean_all") == Approx(430 / 3.0));
  CHECK(sum("median") == 110);
  CHECK(sum("min") == 20);
  CHECK(sum("mean_all", {{"source", "b"}}) == 200);
  CHECK(sum("max", {{"source", "b"}}) == 300);
  // A device that is idle in a step counts with 0.
  CHECK(sum("mean_all", {{"device", ".*:1"}}) == Approx(400 / 3.0));
  CHECK(sum("min", {{"device", ".*:1"}}) == 100);
}

TEST_CASE("what ran outside every step adds to sums, and is no part of what is per step") {
  Maker m;
  m.Source("a");
  const OpId op = m.Op("a", "A", {{1, 10}, {2, 30}});
  m.Ran(op, {{-1, 1000}});
  const Profile profile = m.builder.Build();
  const auto of = [&](const std::string& statistic) {
    const Report report = Run("op", profile, {{"stat", statistic}, {"order_by", "micros"}});
    return std::pair(Own(report, "<outside steps>"), Micros(Find(report, "micros").grand_total));
  };
  CHECK(of("mean") == std::pair(1000.0, 20.0));
  CHECK(of("sum") == std::pair(1000.0, 1040.0));
  CHECK(of("mean_all") == std::pair(1000.0, 20.0));
  CHECK(of("median") == std::pair(1000.0, 20.0));
  CHECK(of("max") == std::pair(1000.0, 30.0));
}

}  // namespace
}  // namespace profiler
