// CaptureChecker, LaunchChecker, SynchronizationChecker and CopyChecker on synthetic Kineto traces.
#include <string>
#include <vector>

#include "profiler/analysis/accelerators/device_syncs.h"
#include "profiler/analysis/accelerators/late_launches.h"
#include "tests/unit/advise/advise_profile.h"
#include "tests/unit/chrome_trace/chrome_trace_files.h"
#include "tests/unit/common/ask.h"

namespace profiler {
namespace {

using Catch::Matchers::Contains;

// Steps in which one thread launches work for stream 7 of GPU 0. Times are in microseconds.
class Kineto {
 public:
  void Add(const std::string& event) { text_ += (text_.empty() ? "" : ",\n") + event; }
  void Step(int64_t number, int64_t begin, int64_t time) {
    Add(Slice("user_annotation", "ProfilerStep#" + std::to_string(number), begin, time));
  }
  // An aten::mm of 8 us with a launch of `call` us in it, whose kernel begins at `kernel`.
  void Launch(int64_t begin, int64_t call, int64_t kernel, int64_t time,
              const std::string& op = "aten::mm") {
    Add(Slice("cpu_op", op, begin, call + 3));
    Call("cudaLaunchKernel", begin + 1, call);
    Work("kernel", "gemm", kernel, time);
  }
  // A call that launches the next Work().
  void Call(const std::string& name, int64_t begin, int64_t time) {
    Add(Slice("cuda_runtime", name, begin, time,
              R"(,"args":{"correlation":)" + std::to_string(++correlation_) + "}"));
  }
  void Work(const std::string& category, const std::string& name, int64_t begin, int64_t time,
            const std::string& args = "") {
    Add(R"({"ph":"X","cat":")" + category + R"(","name":")" + name + R"(","pid":0,"tid":7,"ts":)" +
        std::to_string(begin) + R"(,"dur":)" + std::to_string(time) +
        R"(,"args":{"device":0,"stream":7,"correlation":)" + std::to_string(correlation_) + args +
        "}}");
  }
  void WorkWithoutCall(int64_t begin, int64_t time) {
    ++correlation_;
    Work("kernel", "gemm", begin, time);
  }
  void Copy(const std::string& name, int64_t begin, int64_t time, int64_t bytes) {
    Add(Slice("python_function", "train.py(7): step", begin - 3, 12));
    Add(Slice("cpu_op", "aten::to", begin - 2, 8));
    Add(Slice("cpu_op", "aten::copy_", begin - 1, 6));
    Call("cudaMemcpyAsync", begin, 4);
    Work("gpu_memcpy", name, begin + 5, time, R"(,"bytes":)" + std::to_string(bytes));
  }
  Profile Read() const {
    ReadRun run = ReadTrace("{\"traceEvents\":[" + text_ + "]}");
    REQUIRE(run.status.ok());
    return std::move(run.profile);
  }

 private:
  std::string text_;
  int64_t correlation_ = 0;
};

// A kernel every 20 us: the host launches one when the last has ended, or well before.
Profile Launches(bool late) {
  Kineto trace;
  trace.Step(1, 0, 1000);
  for (int64_t i = 1; i <= 20; ++i) {
    trace.Launch(20 * i, 8, late ? 20 * i + 10 : 100 + 20 * i, late ? 4 : 20);
  }
  trace.Launch(500, 8, 510, 4, "aten::relu");
  return trace.Read();
}

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

TEST_CASE("synchronisation: what waits of a step cost together comes back in later gaps") {
  Kineto trace;
  trace.Step(1, 0, 1100);
  trace.Launch(0, 8, 10, 490);
  trace.Call("cudaStreamSynchronize", 50, 460);  // leaves the device idle for 20 us
  for (int64_t begin = 519; begin < 1000; begin += 50) {
    trace.Launch(begin, 5, begin + 1, 10);
    trace.Call("cudaStreamSynchronize", begin + 8, 4);
  }
  const Advice advice("SynchronizationChecker", trace.Read());
  // Of 20 + 9 * 40 us of gaps each: without the first wait the host would be 460 us ahead.
  CHECK(advice.Saves("synchronizes") == 380);
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

TEST_CASE("synchronisation: waits after the first launch of a step count, at its end, too") {
  Kineto trace;
  for (int64_t step = 1; step <= 2; ++step) {
    const int64_t begin = 1000 * step;
    trace.Step(step, begin, 900);
    trace.Call("cudaDeviceSynchronize", begin + 5, 10);
    trace.Launch(begin + 20, 8, begin + 40, 160);
    trace.Add(Slice("python_function", "train.py(12): step", begin + 90, 300));
    trace.Add(Slice("python_function", "torch/_tensor.py(30): item", begin + 95, 290));
    trace.Add(Slice("cpu_op", "aten::item", begin + 100, 200));
    trace.Add(Slice("cpu_op", "aten::_local_scalar_dense", begin + 110, 180));
    trace.Call("cudaStreamSynchronize", begin + 120, 90);
    trace.Launch(begin + 500, 8, begin + 540, 10);
    trace.Call("cudaStreamSynchronize", begin + 600, 200);
  }
  const Profile profile = trace.Read();
  const Advice advice("SynchronizationChecker", profile);
  CHECK_THAT(
      advice.Of("synchronizes"),
      Contains("warning: 2.0 times per step the host waits for a device before it "
               "launches more, for 290 us; as nothing is launched ahead meanwhile, devices run "
               "empty after these waits, for 38% of the time (340 us)") &&
          Contains("after a wait in cudaStreamSynchronize by aten::item at train.py:12"));
  CHECK(advice.Evidence("synchronizes", "aten::item", "waits") == 2);
  CHECK(advice.Command("synchronizes") ==
        "trace -show_name_regexes '.*cudaStreamSynchronize' -order_by self_us -top 10");
  const Advice info("SynchronizationChecker", profile, {{"SynchronizationChecker.share", 0.5}});
  CHECK_FALSE(info.Warns());
  CHECK(info.Has("synchronizations"));
}

TEST_CASE("synchronisation: a wait costs nothing while the device has work queued") {
  Kineto trace;
  trace.Step(1, 0, 1000);
  trace.Launch(20, 8, 40, 100);
  trace.Launch(50, 8, 140, 400);
  trace.Call("cudaEventSynchronize", 100, 45);  // for the first kernel
  trace.Launch(300, 8, 540, 10);
  const Advice advice("SynchronizationChecker", trace.Read());
  CHECK_FALSE(advice.Warns());
  CHECK_THAT(advice.Of("synchronizations"),
             Contains("for 45 us; no device is idle because of that: it has more work queued"));
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

TEST_CASE("synchronisation: a partial step does not count beside whole ones") {
  Kineto trace;
  for (int64_t step = 0; step < 3; ++step) {
    const int64_t begin = 1000 * step;
    if (step == 0) trace.WorkWithoutCall(-200, 250);
    trace.Step(step, begin, 1000);
    trace.Launch(begin + 20, 8, begin + 60, 10);
    trace.Call("cudaStreamSynchronize", begin + 100, step == 0 ? 600 : 10);
    trace.Launch(begin + 800, 8, begin + 840, 10);
  }
  Query query;
  RunContext context;
  const auto syncs = DeviceSyncsOf({trace.Read(), query.selection}, context);
  REQUIRE(syncs.ok());
  CHECK(syncs->steps == 2);
  CHECK(syncs->time == 20 * kPicosPerMicro);
}

TEST_CASE("synchronisation: a copy to pageable memory stops the host, whatever it is named") {
  for (const bool waits : {true, false}) {
    Kineto trace;
    trace.Step(1, 0, 1000);
    trace.Launch(20, 8, 40, 500);
    trace.Add(Slice("cpu_op", "aten::copy_", 90, 460));
    trace.Call("cudaMemcpyAsync", 100, 445);
    trace.Work("gpu_memcpy",
               waits ? "Memcpy DtoH (Device -> Pageable)" : "Memcpy DtoH (Device -> Pinned)", 541,
               2, R"(,"bytes":8)");
    trace.Launch(700, 8, 720, 10);
    const Profile profile = trace.Read();
    const Advice advice("SynchronizationChecker", profile);
    CHECK(advice.Has("synchronizes") == waits);
    if (!waits) continue;
    CHECK_THAT(advice.Of("synchronizes"),
               Contains("once per step the host waits for a device before it launches more, for "
                        "445 us; as nothing is launched "
                        "ahead meanwhile, devices run empty after these waits, for 18% of the "
                        "time (177 us)") &&
                   Contains("in cudaMemcpyAsync (from or to memory that is not pinned) by "
                            "aten::copy_"));
  }
}

TEST_CASE("synchronisation: a copy from pageable memory counts where its call is mostly waiting") {
  const auto syncs = [](int64_t call, int64_t copy) {
    Kineto trace;
    trace.Step(1, 0, 1000);
    trace.Launch(20, 8, 40, 100);
    trace.Call("cudaMemcpyAsync", 100, call);
    trace.Work("gpu_memcpy", "Memcpy HtoD (Pageable -> Device)", 110, copy, R"(,"bytes":8)");
    trace.Launch(700, 8, 720, 10);
    Query query;
    RunContext context;
    return DeviceSyncsOf({trace.Read(), query.selection}, context)->waits;
  };
  CHECK(syncs(300, 20) == 1);
  CHECK(syncs(300, 200) == 1);  // it returns when the copy is done
  CHECK(syncs(30, 200) == 0);   // it returns while the copy runs
  CHECK(syncs(15, 2) == 0);     // it only submits
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
