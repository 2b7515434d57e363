#include "profiler/compare/page/samples.h"

#include <catch2/catch.hpp>
#include <vector>

namespace profiler {
namespace {

std::vector<StepTimings> RunsOfSteps(const std::vector<std::vector<double>>& totals) {
  std::vector<StepTimings> runs(totals.size());
  for (size_t i = 0; i < totals.size(); ++i) runs[i].totals = totals[i];
  return runs;
}

}  // namespace

TEST_CASE("Samples of one run are its steps, of several on both sides their medians") {
  const Profile profile;
  Samples one(profile, RunsOfSteps({{1, 2, 9}}));
  Samples two(profile, RunsOfSteps({{1, 2, 9}, {4, 6}}));
  Samples three(profile, RunsOfSteps({{1}, {2}, {3, 5, 100}}));
  std::vector<double> room;
  const std::vector<double> values = {1, 2, 9, 4, 6};

  ChooseSamples(one, two);
  CHECK_FALSE(two.are_runs());
  CHECK(two.size() == 5);
  const auto steps = two.Of(values, room);
  CHECK(std::vector<double>(steps.begin(), steps.end()) == values);

  ChooseSamples(two, three);
  CHECK(two.are_runs());
  CHECK(three.size() == 3);
  const auto medians = two.Of(values, room);
  CHECK(std::vector<double>(medians.begin(), medians.end()) == std::vector<double>{2, 5});
}

TEST_CASE("Nothing recorded is no run") {
  CHECK(Samples(Profile(), RunsOfSteps({{}})).runs() == 0);
}

TEST_CASE("Processes that recorded the same step are one sample, their mean") {
  Profile profile;
  std::vector<StepTimings> runs = RunsOfSteps({{1, 2, 5, 4, 9}});
  for (const int64_t number : {7, 8, 7, 8, 9}) {
    StepRow row;
    row.number = number;
    runs[0].ids.emplace_back(profile.steps.size());
    profile.steps.push_back(row);
  }
  const Samples samples(profile, runs);
  CHECK(samples.steps() == 2);  // without step 9, which one of the two lacks
  std::vector<double> room;
  const auto means = samples.Of(runs[0].totals, room);
  CHECK(std::vector<double>(means.begin(), means.end()) == std::vector<double>{3, 3});
  CHECK(samples.ProcessesOf(1).size() == 2);
}

TEST_CASE("Steps of one number in successive epochs are samples of their own") {
  const int64_t length = GENERATE(100, 150);
  Profile profile;
  std::vector<StepTimings> runs = RunsOfSteps({{9, 2, 8, 2, 7, 2}});
  for (const int64_t number : {0, 1, 0, 1, 0, 1}) {
    StepRow row;
    row.source = SourceId(0);
    row.number = number;
    row.begin = 100 * static_cast<int64_t>(profile.steps.size());
    row.end = row.begin + length;
    runs[0].ids.emplace_back(profile.steps.size());
    profile.steps.push_back(row);
  }
  const bool do_overlap = length > 100;  // as where several processes take steps
  CHECK(Samples(profile, runs).steps() == (do_overlap ? 2 : 6));
}

}  // namespace profiler
