// LaunchChecker on synthetic Kineto traces.
#include <cstdint>
#include <string>

#include "profiler/analysis/accelerators/late_launches.h"
#include "profiler/analysis/accelerators/work/op_waits.h"
#include "tests/unit/advise/advise_kineto.h"
#include "tests/unit/advise/advise_profile.h"

namespace profiler {
namespace {

using Catch::Matchers::Contains;

TEST_CASE("launches: small kernels that are launched one by one bind the device to the host") {
  const Advice bound("LaunchChecker", Launches(true));
  CHECK_THAT(
      bound.Of("launch_bound"),
      Contains("warning: launch bound: /device:GPU:0 is idle 83% of the time until the "
               "host launches the next work, before 20 of 21 kernels, copies and memsets; "
               "a kernel takes 4 us in the mean, its launch 8 us, and 100% of the kernels take "
               "less than their launch; aten::mm launches most kernels (20 of 21)"));
  CHECK(bound.Evidence("launch_bound", "/device:GPU:0", "short_gaps") == 20);
  CHECK_FALSE(Advice("LaunchChecker", Launches(true), {{"LaunchChecker.waiting", 0.85}}).Warns());
  CHECK_FALSE(Advice("LaunchChecker", Launches(true), {{"LaunchChecker.gaps", 0.96}}).Warns());
  const Advice busy("LaunchChecker", Launches(false));
  CHECK_THAT(busy.Of("launches"),
             Contains("info: /device:GPU:0 hardly ever waits until the host launches"));
}

TEST_CASE("launches: those that wait for their kernels are no sign of too many launches") {
  const auto launches = [](int64_t every, int64_t call, int64_t kernel, int64_t time) {
    Kineto trace;
    trace.Step(1, 0, 2200);
    for (int64_t i = 1; i <= 20; ++i) trace.Launch(every * i, call, every * i + kernel, time);
    return trace.Read();
  };
  const Advice waiting("LaunchChecker", launches(100, 60, 10, 45));
  CHECK_THAT(
      waiting.Of("blocking_launches"),
      Contains("warning: launches wait for their kernels: on /device:GPU:0 100% of 20 "
               "kernels end before the call that launched them (cudaLaunchKernel) returns") &&
          Contains("the device is idle 54% of the time") && Contains("unset CUDA_LAUNCH_BLOCKING"));
  CHECK(waiting.Saves("blocking_launches") == 1020);
  CHECK(waiting.Evidence("blocking_launches", "/device:GPU:0", "waited_for") == 20);
  CHECK_FALSE(waiting.Has("launch_bound"));
  const Advice ahead("LaunchChecker", launches(100, 8, 10, 45));
  CHECK_FALSE(ahead.Has("blocking_launches"));
  CHECK(ahead.Has("launch_bound"));
  // A kernel this short may end before its launch returns.
  CHECK_FALSE(Advice("LaunchChecker", launches(100, 15, 5, 4)).Has("blocking_launches"));
  // The calls of a slow host outlast kernels that they do not wait for.
  CHECK_FALSE(Advice("LaunchChecker", launches(100, 95, 10, 25)).Has("blocking_launches"));
}

TEST_CASE("launches: calls that take long while a hundred are queued say not what one costs") {
  const auto launches = [](bool is_ahead) {
    Kineto trace;
    trace.Step(1, 0, 130'000);
    int64_t now = 0;
    for (int64_t i = 0; i < 120; ++i) {
      const int64_t call = i < 105 ? 5 : 500;
      trace.Launch(now, call, is_ahead ? 10 + 1000 * i : now + 4, is_ahead ? 1000 : 2,
                   i < 105 ? "aten::mm" : "aten::add");
      now += call + 10;
    }
    return trace.Read();
  };
  const Profile ahead = launches(true), late = launches(false);
  CHECK_THAT(Advice("LaunchChecker", ahead).Of("launches"),
             Contains("its launch 5 us (without 15 of 120 that take long while a hundred or more "
                      "are queued), and 0% of the other kernels take less"));
  CHECK_FALSE(Contains("without").match(Advice("LaunchChecker", late).Of("launch_bound")));
  RunContext context;
  const auto waits = WaitsOfOps(AllOf(ahead), context);
  REQUIRE(waits.ok());
  REQUIRE(waits->size() == 1);
  CHECK(ahead.strings[waits->begin()->first] == "aten::add");
  CHECK(waits->begin()->second == 15 * 500 * kPicosPerMicro);
  CHECK(WaitsOfOps(AllOf(late), context)->empty());
}

TEST_CASE("launches: waits for sizes that depend on values rule out CUDA graphs") {
  for (const bool waits : {true, false}) {
    Kineto trace;
    trace.Step(1, 0, 2200);
    for (int64_t i = 1; i <= 20; ++i) trace.Launch(100 * i, 8, 100 * i + 10, 4);
    trace.Add(Slice("cpu_op", waits ? "aten::nonzero" : "aten::item", 2105, 60));
    trace.Call("cudaStreamSynchronize", 2110, 40);
    const Advice advice("LaunchChecker", trace.Read());
    CHECK(Contains("rules out CUDA graphs").match(advice.Of("launch_bound")) == waits);
    CHECK(Contains("reduce-overhead").match(advice.Of("launch_bound")) != waits);
  }
}

TEST_CASE("launches: long gaps are the host's own, and the op behind them is named") {
  Kineto trace;
  trace.Step(1, 0, 20'000);
  trace.Launch(10, 8, 30, 100);
  trace.Launch(9'000, 8, 9'010, 100, "aten::relu");
  trace.Launch(9'020, 8, 9'110, 100);
  const Profile profile = trace.Read();
  const Advice advice("LaunchChecker", profile);
  CHECK_FALSE(advice.Has("launch_bound"));
  CHECK_THAT(advice.Of("host_bound"), Contains("/device:GPU:0 is idle 97% of the time") &&
                                          Contains("in 1 gap of 8.87 ms") &&
                                          Contains("before aten::relu"));
  CHECK_FALSE(Advice("LaunchChecker", profile, {{"LaunchChecker.longest_gap_us", 10'000}})
                  .Has("host_bound"));
}

TEST_CASE("launches: the largest part is not called most, and what the host runs is named") {
  Kineto trace;
  trace.Step(1, 0, 20'000);
  trace.Launch(10, 8, 30, 100);
  trace.Add(Slice("user_annotation", "plan", 200, 7'000));
  trace.Add(Slice("cpu_op", "aten::sort", 300, 6'000));
  const char* ops[] = {"aten::a", "aten::b", "aten::c"};
  for (int64_t i = 0; i < 3; ++i) {
    trace.Launch(3'000 * (i + 1), 8, 3'000 * (i + 1) + 10, 100 + i, ops[i]);
  }
  const Advice advice("LaunchChecker", trace.Read());
  CHECK_THAT(advice.Of("host_bound"),
             Contains("; the largest part of that before one op, 33%, is before aten::b"));
  CHECK_THAT(advice.Of("host_bound"), Contains("% of it the host is in aten::sort itself"));
  CHECK(advice.Command("host_bound") ==
        "trace -show_name_regexes '.*aten::sort' -order_by self_us -top 10");
}

TEST_CASE("launches: where another thread launches, what the thread of the steps does is named") {
  Kineto trace;
  for (int64_t step = 0; step < 2; ++step) {
    const int64_t begin = 10'000 * step;
    trace.Step(step, begin, 10'000);
    trace.Add(Slice("cpu_op", "aten::save", begin, 6'000));
    const std::string id = std::to_string(step + 1);
    trace.Add(R"({"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":2,"ts":)" +
              std::to_string(begin + 6'020) + R"(,"dur":5,"args":{"correlation":)" + id + "}}");
    trace.Add(R"({"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":)" +
              std::to_string(begin + 6'030) +
              R"(,"dur":3900,"args":{"device":0,"stream":7,"correlation":)" + id + "}}");
  }
  CHECK_THAT(Advice("LaunchChecker", trace.Read()).Of("host_bound"),
             Contains("% of it the host is in aten::save itself"));
}

TEST_CASE("launches: work of steps that are not selected fills their gaps") {
  Kineto trace;
  for (int64_t step = 0; step < 3; ++step) {
    const int64_t begin = 10'000 * step;
    trace.Step(step, begin, 10'000);
    trace.Launch(begin + 10, 8, begin + 30, 4'900);
    trace.Launch(begin + 20, 8, begin + 4'930, 5'090);
  }
  const Profile profile = trace.Read();
  Query query;
  query.compat_tfprof = false;
  query.selection.steps = *StepSelection::Parse("0,2");
  RunContext context;
  const auto late = LateLaunchesOf({profile, query.selection}, 1000 * kPicosPerMicro, context);
  REQUIRE(late.ok());
  REQUIRE(late->size() == 1);
  CHECK(late->at(0).work == 4);
  CHECK(late->at(0).long_gaps.count == 0);
  CHECK(late->at(0).idle < 100 * kPicosPerMicro);
}

}  // namespace
}  // namespace profiler
