// Which values a trend shows of runs of which some have no whole steps.
#include "profiler/compare/trend/trend_values.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <string>
#include <vector>

namespace profiler {
namespace {

constexpr TrendValue kPerStep = {10, 100, /*is_per_step=*/true};
constexpr TrendValue kTotalOnly = {kAbsentReal, 150};
constexpr TrendValue kPerStepOnly = {10, kAbsentReal, /*is_per_step=*/true};
constexpr TrendValue kOutsideSteps = {0, 150, /*is_per_step=*/true, /*is_in_steps=*/false};

struct Chosen {
  std::vector<TrendMeasure> measures = {{"kernels: sum(total_us)"}};
  std::vector<TrendRun> runs;
  std::vector<Note> notes;

  explicit Chosen(const std::vector<TrendValue>& values) {
    for (const TrendValue& value : values) {
      TrendRun run;
      run.taken = {value};
      runs.push_back(run);
    }
    notes = ChooseTrendValues(measures, runs);
  }
};

TEST_CASE("Runs with steps are compared per step") {
  const Chosen chosen({kPerStep, kPerStep, kPerStep});
  CHECK(chosen.measures[0].basis == StepBasis::kPerStep);
  for (const TrendRun& run : chosen.runs) CHECK(run.values == std::vector<double>{10});
  CHECK(chosen.notes.empty());
}

TEST_CASE("A run without whole steps has no value beside values per step") {
  const Chosen chosen({kPerStep, kTotalOnly, kPerStep});
  CHECK(chosen.measures[0].basis == StepBasis::kPerStep);
  CHECK(std::isnan(chosen.runs[1].values[0]));
  CHECK_THAT(chosen.runs[1].problem, Catch::Contains("what one step has"));
  CHECK(chosen.runs[0].problem.empty());
}

TEST_CASE("Totals are shown if most runs have no whole steps, which a note says") {
  const Chosen chosen({kTotalOnly, kPerStep, kTotalOnly, kPerStepOnly, kTotalOnly});
  CHECK(chosen.measures[0].basis == StepBasis::kTotals);
  CHECK(chosen.runs[0].values[0] == 150);
  CHECK(chosen.runs[1].values[0] == 100);
  CHECK(std::isnan(chosen.runs[3].values[0]));
  CHECK_THAT(chosen.runs[3].problem, Catch::Contains("known per step only"));
  REQUIRE(chosen.notes.size() == 1);
  CHECK(chosen.notes[0].id == "trend_of_totals");
}

TEST_CASE("What no run has in its whole steps is shown as totals, else such a run has 0") {
  const Chosen outside({kOutsideSteps, kOutsideSteps});
  CHECK(outside.measures[0].basis == StepBasis::kTotals);
  CHECK(outside.runs[0].values[0] == 150);
  const Chosen mostly({kPerStep, kOutsideSteps});
  CHECK(mostly.measures[0].basis == StepBasis::kPerStep);
  CHECK(mostly.runs[1].values[0] == 0);
  CHECK(mostly.runs[1].problem.empty());
}

TEST_CASE("Values that do not grow with steps, and runs that could not be opened, stay so") {
  std::vector<TrendMeasure> measures = {{"steps: median(total_us)"}};
  std::vector<TrendRun> runs(2);
  runs[0].taken = {{7}};
  runs[1].problem = "cannot be read";
  CHECK(ChooseTrendValues(measures, runs).empty());
  CHECK(measures[0].basis == StepBasis::kNone);
  CHECK(runs[0].values == std::vector<double>{7});
  CHECK(runs[1].values.empty());
  CHECK(runs[1].problem == "cannot be read");
}

}  // namespace
}  // namespace profiler
