// StepChecker and its analysis.
#include <string>
#include <vector>

#include "profiler/analysis/steps/step_patterns.h"
#include "profiler/analysis/steps/step_times.h"
#include "tests/unit/advise/advise_profile.h"

namespace profiler {
namespace {

using Catch::Matchers::Contains;

constexpr char kCpu[] = "/device:cpu:0";

// Steps 0, 1, 2 ... with these durations in microseconds, in which MatMul takes half of the last
// one's time; in the steps in `saves` SaveV2 runs as well.
Profile Make(const std::vector<int64_t>& micros, const std::vector<int64_t>& saves = {}) {
  ProfileMaker make;
  const OpId work = make.Op("work", "MatMul", kCpu), save = make.Op("save", "SaveV2", kCpu);
  const OpId end = make.Op("end", "NoOp", kCpu);
  int64_t begin = 1000;
  for (size_t i = 0; i < micros.size(); ++i) {
    const StepId step = make.Step(static_cast<int64_t>(i));
    make.Run(kCpu, work, step, begin, micros.back() / 2);
    make.Run(kCpu, end, step, begin + micros[i] - 1, 1);
    if (i < saves.size() && saves[i] > 0) make.Run(kCpu, save, step, begin + 1, saves[i]);
    begin += micros[i] + 10;
  }
  return make.builder.Build();
}

TEST_CASE("The center of times is not drawn away by a few") {
  const Center center = CenterOf({10, 12, 8, 11, 1000});
  CHECK(center.median == 11);
  CHECK(center.deviation == Approx(1.4826));  // distances 1, 1, 3, 0, 989
  CHECK(CenterOf({4, 8}).median == 6);
  CHECK(VariationOf({1, 1, 1}) == 0);
  CHECK(VariationOf({8, 12}) == Approx(2.8284 / 10).epsilon(0.001));
  CHECK(VariationOf({5}) == 0);
}

TEST_CASE("Warm-up is at the start and never most of the steps") {
  CHECK(WarmUpSteps({90, 20, 10, 10, 10, 10}, 1.3) == 2);
  CHECK(WarmUpSteps({10, 90, 10, 10, 10, 10}, 1.3) == 0);
  CHECK(WarmUpSteps({90, 90, 90, 10}, 1.3) == 0);  // the median is one of them
  CHECK(WarmUpSteps({12, 10, 10, 10}, 1.3) == 0);
  CHECK(WarmUpSteps({}, 1.3) == 0);
}

TEST_CASE("Slow steps pass both limits") {
  const std::vector<double> steady = {10, 10, 10, 10, 10, 11};
  CHECK(SlowSteps(steady, 3, 1.2).empty());  // many deviations, but little time
  CHECK(SlowSteps(steady, 3, 1.05) == std::vector<size_t>{5});
  const std::vector<double> wide = {5, 10, 15, 20, 10, 24};
  CHECK(SlowSteps(wide, 3, 1.2).empty());  // much time, but all vary
  CHECK(SlowSteps(wide, 1, 1.2) == std::vector<size_t>{3, 5});
}

TEST_CASE("A period is found by step numbers, with holes and an odd one") {
  std::vector<int64_t> numbers;
  for (int64_t i = 100; i < 140; ++i) numbers.push_back(i);
  const auto period = FindPeriod(numbers, {3, 13, 23, 33});
  REQUIRE(period);
  CHECK(period->every == 10);
  CHECK(period->first == 3);
  CHECK(period->steps == std::vector<size_t>{3, 13, 23, 33});
  // One outside of the period, and one in it that was not slow.
  CHECK(FindPeriod(numbers, {3, 8, 18, 28, 38})->every == 10);
  CHECK(FindPeriod(numbers, {3, 8, 18, 28, 38})->steps == std::vector<size_t>{8, 18, 28, 38});
  CHECK_FALSE(FindPeriod(numbers, {3, 13}));
  CHECK_FALSE(FindPeriod(numbers, {3, 4, 9, 20, 37}));
  CHECK_FALSE(FindPeriod(numbers, {}));
  // Missing steps do not contradict a period.
  CHECK(FindPeriod({0, 50, 99, 100, 150, 199, 200, 201}, {0, 3, 6})->every == 100);
}

TEST_CASE("Step times: walls, sums, and what selections leave of them") {
  ProfileMaker make;
  const OpId op = make.Op("op", "MatMul");
  const StepId step = make.Step(7);
  make.Run(kCpu, op, step, 100, 50);
  make.Run("/device:cpu:1", op, step, 200, 30);
  const StepId cut = make.Step(8);
  make.builder.step(cut).partial = true;
  make.Run(kCpu, op, cut, 300, 50);
  make.Step(9);  // nothing ran
  const Profile profile = make.builder.Build();
  const auto times = StepTimes(AllOf(profile), RunsOf(profile));
  REQUIRE(times.size() == 1);
  CHECK(times[0].number == 7);
  CHECK(times[0].wall == 130 * kPicosPerMicro);
  CHECK(times[0].summed == 80 * kPicosPerMicro);
  Query query;
  query.selection.devices = *RegexSet::Compile({".*cpu:1"});
  const auto there = StepTimes({profile, query.selection}, RunsOf(profile));
  REQUIRE(there.size() == 1);
  CHECK(there[0].wall == 30 * kPicosPerMicro);
}

TEST_CASE("StepChecker is quiet on steady steps") {
  const Advice advice("StepChecker", Make({100, 104, 98, 101, 99, 100, 102, 100}));
  CHECK_FALSE(advice.Warns());
  CHECK_THAT(advice.Of("step_time"), Contains("a step takes 100 us"));
  CHECK(advice.Lacks().empty());
}

TEST_CASE("StepChecker tells warm-up, and the steps to choose") {
  const std::vector<int64_t> micros = {1000, 150, 100, 100, 100, 100, 100, 100, 100, 100};
  const Advice advice("StepChecker", Make(micros));
  CHECK_THAT(advice.Of("warm_up"),
             Contains("warning: step 0 warms up, with 1 ms (and step 1, with 150 us)"));
  CHECK_THAT(advice.Of("warm_up"), Contains("the mean step takes 100 us, not 195 us (-49%)"));
  CHECK(advice.Command("warm_up") == "op -step 2..9 -order_by micros");
  CHECK(advice.Saves("warm_up") == -1);
  CHECK(advice.Evidence("warm_up", "step 0", "step_us") == 1000 * kPicosPerMicro);
  CHECK_FALSE(advice.Has("slow_steps"));
  const Advice other("StepChecker", Make(micros), {{"StepChecker.warm_up", 2}});
  CHECK_THAT(other.Of("warm_up"), Contains("step 0 warms up"));
}

// Epochs of steps 0, 1, 2 ... with these durations in microseconds, one after the other.
Profile MakeEpochs(const std::vector<std::vector<int64_t>>& epochs) {
  ProfileMaker make;
  const OpId work = make.Op("work", "MatMul", kCpu);
  const TrackId track = make.Track(kCpu, TrackKind::kThread, make.source);
  int64_t begin = 0;
  for (const std::vector<int64_t>& epoch : epochs) {
    for (size_t number = 0; number < epoch.size(); ++number) {
      StepRow step;
      step.source = make.source;
      step.number = static_cast<int64_t>(number);
      step.listed = true;
      step.begin = begin * kPicosPerMicro;
      step.end = (begin + epoch[number]) * kPicosPerMicro;
      make.Run(track, work, make.builder.AddStep(step), begin, epoch[number]);
      begin += epoch[number];
    }
  }
  return make.builder.Build();
}

TEST_CASE("StepChecker takes the slow first step of each epoch for no warm-up") {
  const std::vector<int64_t> slow = {900, 100, 102, 100, 101}, even = {100, 101, 100, 102, 100};
  const Advice advice("StepChecker", MakeEpochs({slow, slow, slow}));
  CHECK_FALSE(advice.Has("warm_up"));
  CHECK_THAT(advice.Of("slow_steps"),
             Contains("step 0 of each of 3 epochs (numbers begin again) is far slower than"));
  const Advice first("StepChecker", MakeEpochs({slow, even, even}));
  CHECK(first.Has("warm_up"));
  CHECK_FALSE(first.Has("slow_steps"));
}

TEST_CASE("StepChecker tells steps that stand out, and in what") {
  const Profile profile = Make({100, 100, 100, 400, 100, 100, 100, 100, 100, 100}, {0, 0, 0, 250});
  const Advice advice("StepChecker", profile);
  CHECK_THAT(advice.Of("slow_steps"), Contains("warning: step 3 is far slower than the other 9 "));
  CHECK_THAT(advice.Of("slow_steps"), Contains("(400 us; their median is 100 us)"));
  CHECK_THAT(advice.Of("slow_steps"), Contains("SaveV2 takes 250 us in it, 0 us in the others"));
  CHECK(advice.Saves("slow_steps") == 30);  // 300 us every ten steps
  CHECK_FALSE(advice.Has("periodic_slow_steps"));
  CHECK_FALSE(Advice("StepChecker", profile, {{"StepChecker.slow", 5}}).Has("slow_steps"));
}

TEST_CASE("StepChecker says when no op accounts for slow steps") {
  const Advice advice("StepChecker", Make({100, 100, 400, 100, 100, 100, 100, 100}));
  CHECK_THAT(advice.Of("slow_steps"), Contains("no type of op accounts for it"));
}

TEST_CASE("StepChecker tells slow steps at regular intervals apart from others") {
  std::vector<int64_t> micros(40, 100), saves(40, 0);
  for (size_t i = 5; i < 40; i += 10) micros[i] = 300, saves[i] = 200;
  micros[22] = 900;
  const Advice advice("StepChecker", Make(micros, saves));
  CHECK_THAT(advice.Of("periodic_slow_steps"),
             Contains("one step in every 10 is slow (5, 15, 25, 35): 300 us, others 100 us"));
  CHECK_THAT(advice.Of("periodic_slow_steps"), Contains("SaveV2 takes 200 us"));
  CHECK(advice.Saves("periodic_slow_steps") == 20);
  CHECK_THAT(advice.Of("slow_steps"), Contains("step 22 is far slower than the 35 ordinary ones"));
}

TEST_CASE("StepChecker tells steps that vary all over") {
  const Advice advice("StepChecker", Make({100, 60, 140, 80, 30, 120, 160, 50, 90, 110}));
  CHECK_THAT(advice.Of("unsteady_steps"), Contains("warning: a step takes"));
}

TEST_CASE("StepChecker tells that steps vary after what has a cause") {
  const Advice advice("StepChecker", Make({900, 100, 60, 140, 80, 30, 120, 160, 50, 90, 110}));
  CHECK(advice.Ids() == std::vector<std::string>{"warm_up", "unsteady_steps"});
}

TEST_CASE("StepChecker does not compare steps of different runs") {
  ProfileMaker make;
  const SourceId other = make.Source("b.pb");
  const OpId here = make.Op("here", "MatMul"), there = make.Op("there", "MatMul");
  const TrackId lane = make.Track(kCpu, TrackKind::kLane, other);
  for (int64_t i = 0; i < 9; ++i) {
    make.Run(kCpu, here, make.Step(i), 10'000 * i, 100);
    make.Run(lane, there, make.Step(i, other), 10'000 * i, 1000 + (i == 4 ? 900 : 0));
  }
  make.builder.source(other).run_group = make.builder.op(there).run_group = 1;
  const Advice advice("StepChecker", make.builder.Build());
  CHECK_THAT(advice.Of("step_time", "a.pb"), Contains("a.pb: a step takes 100 us"));
  CHECK_THAT(advice.Of("step_time", "b.pb"), Contains("a step takes 1 ms"));
  CHECK(advice.Of("slow_steps", "a.pb").empty());
  CHECK_THAT(advice.Of("slow_steps", "b.pb"),
             Contains("step 4 is far slower than the other 8 (1.9 ms; their median is 1 ms)"));
}

TEST_CASE("StepChecker says what it lacks") {
  CHECK_THAT(Advice("StepChecker", Make({100, 900, 100})).Lacks(),
             Contains("3 steps of known length: it takes 4"));
  const Advice few("StepChecker", Make({100, 100, 100, 100, 300}));
  CHECK_THAT(few.Lacks(),
             Contains("at least 8 are needed to find slow steps at regular intervals"));
  CHECK(few.Has("slow_steps"));
}

}  // namespace
}  // namespace profiler
