// CaptureChecker, CopyChecker and InputChecker on synthetic Kineto traces.
#include <cstdint>
#include <string>

#include "tests/unit/advise/advise_kineto.h"
#include "tests/unit/advise/advise_profile.h"
#include "tests/unit/common/ask.h"

namespace profiler {
namespace {

using Catch::Matchers::Contains;

TEST_CASE("capture: a window cuts launches off, so it is not judged") {
  Query query;
  query.compat_tfprof = false;
  query.advice.checkers = {"CaptureChecker"};
  query.selection.from = *TimeBound::Parse("100us");
  RunContext context;
  const Profile launches = Launches(true);
  const auto report = Ask(launches, "advise", query, context);
  REQUIRE(report.ok());
  CHECK(report->sections[0].findings.empty());
  CHECK_THAT(report->sections[0].notes.at(0).text, Contains("ask without them"));
}

TEST_CASE("capture: work without its launch and launches without their kernels are told") {
  Kineto whole, without_calls, without_work;
  for (Kineto* trace : {&whole, &without_calls, &without_work}) {
    trace->Step(1, 0, 1000);
    for (int64_t i = 1; i <= 9; ++i) trace->Launch(20 * i, 8, 300 + 20 * i, 10);
  }
  without_calls.WorkWithoutCall(600, 60);
  without_work.Call("cudaLaunchKernel", 250, 8);
  without_work.Call("cudaStreamWaitEvent", 270, 8);  // launches nothing
  CHECK_FALSE(Advice("CaptureChecker", whole.Read()).Warns());
  const Advice calls("CaptureChecker", without_calls.Read());
  CHECK_THAT(calls.Of("work_without_call"),
             Contains("of 40% of GPU time the call that started it was not recorded (1 of 10"));
  CHECK_FALSE(calls.Has("calls_without_work"));
  CHECK_FALSE(
      Advice("CaptureChecker", without_calls.Read(), {{"CaptureChecker.work_without_call", 0.5}})
          .Warns());
  // 1 of 10 is not above the threshold.
  CHECK_FALSE(Advice("CaptureChecker", without_work.Read()).Warns());
  const Advice work("CaptureChecker", without_work.Read(),
                    {{"CaptureChecker.calls_without_work", 0.05}});
  CHECK_THAT(work.Of("calls_without_work"), Contains("the kernels of 1 of the 10 launches (10%)"));
}

TEST_CASE("capture: work that was launched before the recording is not lost") {
  Kineto trace;
  trace.WorkWithoutCall(-300, 350);
  trace.Step(1, 0, 100);
  trace.Launch(20, 8, 50, 150);
  const Profile profile = trace.Read();
  const Advice advice("CaptureChecker", profile);
  CHECK_FALSE(advice.Warns());
  CHECK_THAT(advice.Of("work_before"),
             Contains("1 kernels and copies (350 us of GPU time) were launched before the "
                      "recording began"));
  REQUIRE(profile.steps.size() == 1);
  const StepRow& step = profile.steps[StepId(0)];  // begins when the earlier step's work has ended
  CHECK(step.partial);
  CHECK(step.end - step.begin == 150 * kPicosPerMicro);
}

TEST_CASE("input: of a recording without steps, little is told as a part of the recording") {
  Kineto trace;
  trace.Call("cudaMemcpyAsync", 0, 5);
  trace.Work("gpu_memcpy", "Memcpy HtoD (Pinned -> Device)", 10, 20, R"(,"bytes":1000000)");
  trace.Call("cudaLaunchKernel", 6, 4);
  trace.Work("kernel", "gemm", 30, 99970);
  CHECK_THAT(Advice("InputChecker", trace.Read()).Of("not_input_bound"),
             Contains("copying input to devices takes less than 0.1% of the recording"));
}

TEST_CASE("copies: from pageable memory they are told with their op and line") {
  const auto make = [](const std::string& kind) {
    Kineto trace;
    trace.Step(1, 0, 1000);
    trace.Launch(20, 8, 40, 10);
    trace.Copy("Memcpy HtoD (" + kind + " -> Device)", 100, 300, 3'000'000);
    trace.Copy("Memcpy HtoD (Pinned -> Device)", 500, 100, 3'000'000);
    return trace.Read();
  };
  const Advice advice("CopyChecker", make("Pageable"));
  CHECK_THAT(advice.Of("pageable_copies"),
             Contains("warning: 1 of 2 copies to devices (3 MB) come from memory that is not "
                      "pinned: they take 300 us") &&
                 Contains("10 GB/s; most of it in aten::to at train.py:7") &&
                 Contains("pin_memory=True"));
  CHECK(advice.Evidence("pageable_copies", "from pinned memory", "bytes") == 3'000'000);
  CHECK_FALSE(Advice("CopyChecker", make("Pageable"), {{"CopyChecker.share", 0.6}}).Warns());
  CHECK_FALSE(Advice("CopyChecker", make("Pageable"), {{"CopyChecker.least_bytes", 4e6}}).Warns());
  const Advice pinned("CopyChecker", make("Pinned"));
  CHECK_FALSE(pinned.Has("pageable_copies"));
  CHECK(pinned.Lacks().empty());
}

TEST_CASE("rules of accelerators say what they lack of a host alone") {
  Kineto trace;
  trace.Step(1, 0, 100);
  trace.Add(Slice("cpu_op", "aten::mm", 10, 20));
  const Profile profile = trace.Read();
  for (const char* rule :
       {"CaptureChecker", "LaunchChecker", "SynchronizationChecker", "CopyChecker"}) {
    INFO(rule);
    CHECK_FALSE(Advice(rule, profile).Lacks().empty());
    CHECK_FALSE(Advice(rule, profile).Warns());
  }
}

TEST_CASE("input: PyTorch's DataLoader is waited for, and the advice is PyTorch's") {
  const auto make = [](const std::string& name) {
    Kineto trace;
    trace.Step(1, 0, 100);
    trace.Add(Slice("user_annotation", name, 0, 60));
    trace.Add(Slice("cpu_op", "aten::mm", 70, 20));
    return trace.Read();
  };
  const std::string start = "enumerate(DataLoader)#";
  const Advice alone("InputChecker", make(start + "_SingleProcessDataLoaderIter.__next__"));
  CHECK_THAT(alone.Of("highly_input_bound"),
             Contains("60.0% of the step (60 us)") && Contains("give it workers (num_workers)"));
  CHECK(alone.Saves("highly_input_bound") == 60);
  const Advice workers("InputChecker", make(start + "_MultiProcessingDataLoaderIter.__next__"));
  CHECK_THAT(workers.Of("highly_input_bound"), Contains("more batches ahead (prefetch_factor)"));
  CHECK_FALSE(Advice("InputChecker", make("forward")).Warns());
}

}  // namespace
}  // namespace profiler
