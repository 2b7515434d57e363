// SynchronizationChecker on synthetic Kineto traces.
#include <cstdint>

#include "profiler/analysis/accelerators/device_syncs.h"
#include "tests/unit/advise/advise_kineto.h"
#include "tests/unit/advise/advise_profile.h"

namespace profiler {
namespace {

using Catch::Matchers::Contains;

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

}  // namespace
}  // namespace profiler
