// XSpace: which events are steps, and when steps begin and end.
#include "tests/unit/xspace/xspace_files.h"

namespace profiler {
namespace {

TEST_CASE("xspace: a host's marks are steps of what nests in them") {
  xp::XSpace space;
  MadePlane task(space, "Task Environment",
                 {{"profile_start_time", int64_t{1000}}, {"profile_stop_time", int64_t{1300}}});
  MadePlane host(space, "/host:CPU");
  xp::XLine* line = host.Line("python");
  const auto mark = [&](int64_t begin, int64_t number) {
    host.Event(line, "train", begin, 100'000,
               {{"_r", int64_t{1}}, {"step_num", static_cast<uint64_t>(number)}});
  };
  mark(0, 4);
  mark(100'000, 5);
  mark(200'000, 6);
  host.Event(line, "a:A", 110'000, 10);
  host.Event(line, "b:B", 400'000, 10);
  const ReadRun run = ReadMade(space);
  REQUIRE(run.profile.steps.size() == 3);
  const StepRow& step = run.profile.steps[StepId(1)];
  CHECK(step.number == 5);
  CHECK(run.Text(step.name) == "train 5");
  CHECK(step.begin == 100'000);
  CHECK(step.end == 200'000);
  CHECK(step.listed);
  // The recording began and ended in the first and the last.
  CHECK(run.profile.steps[StepId(0)].partial);
  CHECK_FALSE(step.partial);
  CHECK(run.profile.steps[StepId(2)].partial);
  const Events& events = EventsOf(run, "python (1)");
  CHECK(StepName(run, events.step[2]) == "train 5");
  CHECK(StepName(run, events.step[4]) == "none");
}

TEST_CASE("xspace: each core has its own steps on its own clock") {
  xp::XSpace space;
  MadePlane host(space, "/host:CPU");
  host.Event(host.Line("main"), "train", 0, 1000, {{"_r", int64_t{1}}, {"step_num", int64_t{1}}});
  for (const int core : {0, 1}) {
    MadePlane tpu(space, "/device:TPU:" + std::to_string(core));
    xp::XLine* ops = tpu.Line("XLA Ops");  // comes before the steps it needs
    xp::XLine* steps = tpu.Line("Steps");
    const auto at = [](int64_t begin, int64_t duration) {
      return MadeStats{{"device_offset_ps", begin}, {"device_duration_ps", duration}};
    };
    const int64_t first = 5000 + 40 * core;  // the cores' steps overlap each other's
    tpu.Event(steps, "train 1", 2000 + 40 * core, 1, at(first, 100 + core));
    tpu.Event(steps, "train 2", 2101 + 40 * core, 1, at(first + 101, 100));
    tpu.Event(ops, "dot.1", 2010 + 40 * core, 1, at(first + 10, 20));
    tpu.Event(ops, "dot.1", 2190 + 40 * core, 1, at(first + 190, 10));
  }
  const ReadRun run = ReadMade(space);
  REQUIRE(run.profile.steps.size() == 2);
  const StepRow& one = run.profile.steps[StepId(0)];
  CHECK(one.number == 1);
  // The span of the longest core, core 1, shifted to the file's clock, and not the host's 0 to
  // 1000.
  CHECK(one.begin == 2040);
  CHECK(one.end == 2141);
  for (uint32_t t = 0; t < run.profile.tracks.size(); ++t) {
    const Events& events = run.profile.events[TrackId(t)];
    if (run.Text(run.profile.tracks[TrackId(t)].name) != "XLA Ops") continue;
    REQUIRE(events.size() == 2);
    CHECK(events.duration == std::vector<int64_t>{20, 10});
    CHECK(StepName(run, events.step[0]) == "train 1");
    CHECK(StepName(run, events.step[1]) == "train 2");
  }
}

TEST_CASE("xspace: events with a step's number mark steps where nothing else does") {
  xp::XSpace space;
  MadePlane host(space, "/host:CPU");
  xp::XLine* main = host.Line("main");
  for (const int64_t step : {7, 8}) {
    host.Event(main, "Profiled batch", 100 * step, 90, {{"step_num", step}});
    host.Event(main, "inner", 100 * step + 10, 50, {{"step_num", int64_t{1}}});
  }
  host.Event(main, "other", 1000, 20, {{"step_num", int64_t{3}}});
  const ReadRun run = ReadMade(space);
  const Events& events = EventsOf(run, "main (1)");
  REQUIRE(events.size() == 5);
  for (const uint32_t row : {0, 1}) CHECK(StepName(run, events.step[row]) == "Profiled batch 7");
  for (const uint32_t row : {2, 3}) CHECK(StepName(run, events.step[row]) == "Profiled batch 8");
  CHECK(StepName(run, events.step[4]) == "none");
  host.Event(main, "train", 2000, 20, {{"_r", int64_t{1}}, {"step_num", int64_t{3}}});
  const ReadRun marked = ReadMade(space);
  CHECK(StepName(marked, EventsOf(marked, "main (1)").step[0]) == "none");
}

TEST_CASE(
    "xspace: of marks inside each other the outer ones are steps, but few around many are not") {
  xp::XSpace space;
  MadePlane host(space, "/host:CPU");
  xp::XLine* main = host.Line("main");
  const auto mark = [&](const std::string& name, int64_t begin, int64_t length, int64_t number) {
    host.Event(main, name, begin, length, {{"_r", int64_t{1}}, {"step_num", number}});
  };
  for (int64_t step = 0; step < 6; ++step) mark("train", 1000 * step, 900, step);
  for (int64_t i = 0; i < 4; ++i) mark("eval", 5100 + 100 * i, 90, i);
  const ReadRun nested = ReadMade(space);
  CHECK(nested.profile.steps.size() == 6);
  for (const StepId step : EventsOf(nested, "main (1)").step) {
    CHECK(nested.Text(nested.profile.steps[step].name).starts_with("train"));
  }

  xp::XLine* other = host.Line("other");
  const auto in_epoch = [&](const std::string& name, int64_t begin, int64_t length,
                            int64_t number) {
    host.Event(other, name, begin, length, {{"_r", int64_t{1}}, {"step_num", number}});
  };
  in_epoch("fit", 10'000, 100, 20);  // of an epoch that began before the recording
  in_epoch("epoch", 11'000, 1000, 1);
  for (int64_t i = 0; i < 9; ++i) in_epoch("fit", 11'000 + 110 * i, 100, 21 + i);
  const ReadRun epochs = ReadMade(space);
  CHECK(epochs.profile.steps.size() == 16);

  xp::XSpace begun_late;  // in an epoch, of which as many steps as epochs would be few of are left
  MadePlane late(begun_late, "/host:CPU");
  xp::XLine* line = late.Line("main");
  const auto add = [&](const std::string& name, int64_t begin, int64_t length, int64_t number) {
    late.Event(line, name, begin, length, {{"_r", int64_t{1}}, {"step_num", number}});
  };
  for (int64_t i = 0; i < 8; ++i) add("fit", 110 * i, 100, i);
  add("epoch", 1000, 4400, 1);
  for (int64_t i = 0; i < 40; ++i) add("fit", 1000 + 110 * i, 100, 8 + i);
  CHECK(ReadMade(begun_late).profile.steps.size() == 48);
}

TEST_CASE("xspace: the first and the last step are whole unless something of them is missing") {
  xp::XSpace space;
  MadePlane host(space, "/host:CPU");
  xp::XLine* line = host.Line("main");
  for (int64_t step = 0; step < 6; ++step) {
    host.Event(line, "train", 100 * step, 100, {{"_r", int64_t{1}}, {"step_num", step}});
  }
  const ReadRun run = ReadMade(space);
  REQUIRE(run.profile.steps.size() == 6);
  for (const StepRow& step : run.profile.steps.values()) {
    CHECK_FALSE(step.partial);
    CHECK(step.mark == 100);
  }
}

TEST_CASE("xspace: a step lasts until what it launched has ended, and the next begins then") {
  xp::XSpace space;
  MadePlane host(space, "/host:CPU");
  xp::XLine* line = host.Line("python");
  MadePlane gpu(space, "/device:GPU:0");
  xp::XLine* stream = gpu.Line("Stream #1(Compute)");
  for (const int64_t step : {0, 1, 2}) {
    host.Event(line, "train", 10 * step, 10, {{"_r", int64_t{1}}, {"step_num", step}});
    host.Event(line, "cuLaunchKernel", 10 * step + 1, 2, {{"correlation_id", step + 1}});
    gpu.Event(stream, "kernel", 5 + 100 * step, 100, {{"correlation_id", step + 1}});
  }
  // Its host waits for it.
  host.Event(line, "train", 400, 100, {{"_r", int64_t{1}}, {"step_num", int64_t{3}}});
  host.Event(line, "cuLaunchKernel", 401, 2, {{"correlation_id", int64_t{9}}});
  gpu.Event(stream, "kernel", 410, 50, {{"correlation_id", int64_t{9}}});
  const ReadRun run = ReadMade(space);
  REQUIRE(run.profile.steps.size() == 4);
  const std::pair<int64_t, int64_t> expected[] = {{0, 105}, {105, 205}, {205, 305}, {400, 500}};
  for (uint32_t i = 0; i < 4; ++i) {
    CHECK(run.profile.steps[StepId(i)].begin == expected[i].first);
    CHECK(run.profile.steps[StepId(i)].end == expected[i].second);
  }
}

}  // namespace
}  // namespace profiler
