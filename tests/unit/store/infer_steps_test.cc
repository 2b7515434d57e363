// Steps of an XSpace without marks, inferred from repeating work.
#include <algorithm>
#include <fstream>
#include <iterator>

#include "tests/unit/common/made_profile.h"
#include "tests/unit/xspace/xspace_files.h"

namespace profiler {
namespace {

MadeStats Hlo(const std::string& name) {
  return {{"hlo_op", name}, {"hlo_module", std::string("jit_train")}};
}

// Six periods that differ in length by up to a half; a loop in each runs `body` four times, and an
// input pipeline runs at its own pace. If irregular: the same work, grouped by op.
xp::XSpace SixPeriods(bool is_regular) {
  xp::XSpace space;
  MadePlane host(space, "/host:CPU");
  xp::XLine* line = host.Line("tf_XLAEigen/1");
  int64_t at = 1000;
  const auto add = [&](const std::string& name, int64_t duration) {
    host.Event(line, name, at, duration, Hlo(name));
    at += duration + 10;
  };
  const std::pair<std::string, int64_t> ops[] = {
      {"dot.1", 1}, {"add.2", 1}, {"copy.3", 1}, {"body", 4}};
  for (int64_t i = 0; i < (is_regular ? 6 : 1); ++i) {
    for (const auto& [name, runs] : ops) {
      for (int64_t k = 0; k < (is_regular ? runs : 6 * runs); ++k) add(name, 100 + 10 * i);
    }
    at += 30 * i;
  }
  xp::XLine* input = host.Line("tf_data/2");
  for (int64_t i = 0; i < 40; ++i) host.Event(input, "Iterator::Root::Map", 90 * i, 80);
  return space;
}

TEST_CASE("what repeats makes steps, from one first op to the next") {
  const ReadRun run = ReadMade(SixPeriods(true));
  const Profile& profile = run.profile;
  REQUIRE(profile.steps.size() == 6);
  const Events& events = EventsOf(run, "tf_XLAEigen/1 (1)");
  for (uint32_t i = 0; i < 6; ++i) {
    const StepRow& step = profile.steps[StepId(i)];
    CHECK(step.number == i);
    CHECK(step.found_by == StepFoundBy::kInferred);
    CHECK(step.confidence_percent == 100);
    CHECK_FALSE(step.partial);
    CHECK(step.mark == kUnknown);
    CHECK(step.begin == events.begin[7 * i]);
    CHECK(step.end == (i < 5 ? events.begin[7 * i + 7] : events.begin[41] + events.duration[41]));
    CHECK(events.step[7 * i + 6] == StepId(i));
  }
  CHECK(events.step_by_time.empty());  // an inferred step has no other facts than its time
  const Report report = Answer("steps", profile);
  CHECK(Word(report, "0", "found_by") == "inferred");
  CHECK((Cell(report, 0, "confidence_pct") == 100));
  REQUIRE(report.notes.size() == 1);
  CHECK(report.notes[0].id == "inferred_steps");
}

// Each call takes 100 ns and is named by a letter.
std::vector<StepRow> StepsOf(std::string_view calls) {
  xp::XSpace space;
  MadePlane host(space, "/host:CPU");
  xp::XLine* line = host.Line("main");
  for (size_t i = 0; i < calls.size(); ++i) {
    const auto at = static_cast<int64_t>(100 * i);
    host.Event(line, std::string(1, calls[i]), at, 100);
    host.Event(line, "nested", at + 10, 20);
    host.Event(line, "nested", at + 40, 20);
  }
  const auto read = ReadMade(space);
  const auto& steps = read.profile.steps.values();
  return {steps.begin(), steps.end()};
}

size_t InferredIn(std::string_view calls) {
  const std::vector<StepRow> steps = StepsOf(calls);
  REQUIRE_FALSE(steps.empty());
  return steps[0].found_by == StepFoundBy::kInferred ? steps.size() : 0;
}

TEST_CASE("a step is one run of two or more calls that repeat five times in 80 % of the time") {
  CHECK(InferredIn("ababababab") == 5);
  CHECK(InferredIn("abababab") == 0);
  CHECK(InferredIn("aaaaaaaaaa") == 0);  // one call
  CHECK(InferredIn("a") == 0);
  CHECK(InferredIn("xxababababab") == 5);
  CHECK(InferredIn("xyzababababab") == 0);  // 77 % of the time
  CHECK(InferredIn("xababababaBy") == 0);
  CHECK(InferredIn("abcabcdabcabcabcabc") == 0);  // not in a row
  const std::vector<StepRow> steps = StepsOf("xababababababay");
  REQUIRE(steps.size() == 6);
  CHECK(steps[0].begin == 100);
  CHECK(steps[0].end == 300);
  CHECK(steps[5].end == 1300);
  CHECK(steps[0].confidence_percent == 80);
}

TEST_CASE("calls that take next to no time do not hide that the others repeat") {
  xp::XSpace space;
  MadePlane host(space, "/host:CPU");
  xp::XLine* line = host.Line("main");
  for (int64_t i = 0; i < 5; ++i) {
    host.Event(line, "f", 10000 * i, 6000);
    for (int64_t k = 0; k < i % 3; ++k) host.Event(line, "free", 10000 * i + 6010 + 20 * k, 10);
    host.Event(line, "wait", 10000 * i + 6100, 3900);
  }
  const auto read = ReadMade(space);
  REQUIRE(read.profile.steps.size() == 5);
  CHECK(read.profile.steps[StepId(0)].found_by == StepFoundBy::kInferred);
}

// Returns how many steps are found where each iteration starts a program and gets two of its
// results.
size_t StepsOfLoop(int64_t iterations) {
  xp::XSpace space;
  MadePlane host(space, "/host:CPU");
  xp::XLine* line = host.Line("python");
  for (int64_t i = 0; i < iterations; ++i) {
    const int64_t at = 10000 * i;
    host.Event(line, "PjitFunction(epoch)", at, 20);
    for (int64_t k = 0; k < 2; ++k) {
      host.Event(line, "$indexing.py:1 get", at + 100 + 4000 * k, 1900);
      host.Event(line, "$array.py:2 __float__", at + 2100 + 4000 * k, 1900);
    }
    // Now and then something else runs.
    if (i % 2 == 0) host.Event(line, "free", at + 9000, 10);
  }
  const auto read = ReadMade(space);
  const auto& steps = read.profile.steps.values();
  return steps.front().found_by == StepFoundBy::kInferred ? steps.size() : 0;
}

TEST_CASE("what a step does with its results is no step, however short the call that starts it") {
  CHECK(StepsOfLoop(3) == 0);
  CHECK(StepsOfLoop(8) == 8);
}

TEST_CASE("calls that JAX compiled make steps, not the threads that share their work") {
  xp::XSpace space;
  MadePlane host(space, "/host:CPU");
  xp::XLine* python = host.Line("python");
  xp::XLine* workers[] = {host.Line("tf_XLAPjRtCpuClient/1"), host.Line("tf_XLAPjRtCpuClient/2")};
  for (int64_t i = 0; i < 12; ++i) {
    const int64_t at = 10000 * i;
    host.Event(python, "PjitFunction(f)", at, i == 3 ? 8000 : 100);
    for (int64_t k = 0; k <= i % 2; ++k) host.Event(python, "Await", at + 8100 + 20 * k, 5);
    xp::XLine* const worker = workers[i % 5 < 2 ? 1 : 0];
    host.Event(worker, "Execute", at + 50, 7000);
    host.Event(worker, "Wait", at + 7100, 500);
  }
  const auto read = ReadMade(space);
  REQUIRE(read.profile.steps.size() == 12);
  for (uint32_t i = 0; i < 12; ++i) {
    const StepRow& step = read.profile.steps[StepId(i)];
    CHECK(step.found_by == StepFoundBy::kInferred);
    CHECK(step.begin - read.profile.steps[StepId(0)].begin == 10'000 * int64_t{i});
  }
}

TEST_CASE("layers of a step are no steps") {
  std::string calls;
  for (int i = 0; i < 8; ++i) calls += "abababababablh";
  CHECK(InferredIn(calls) == 8);
  CHECK(InferredIn(calls.substr(0, 4 * 14)) == 0);
}

TEST_CASE("calls nested in one call of the program are no steps") {
  xp::XSpace space;
  MadePlane host(space, "/host:CPU");
  xp::XLine* line = host.Line("main");
  host.Event(line, "execute", 0, 10000);
  for (int64_t i = 0; i < 20; ++i) host.Event(line, i % 2 == 0 ? "a" : "b", 500 * i, 500);
  const ReadRun run = ReadMade(space);
  REQUIRE(run.profile.steps.size() == 1);
  CHECK(run.profile.steps[StepId(0)].found_by == StepFoundBy::kWhole);
}

TEST_CASE("without events of a host, modules of a device make steps") {
  xp::XSpace space;
  MadePlane device(space, "/device:GPU:0");
  xp::XLine* modules = device.Line("XLA Modules");
  xp::XLine* stream = device.Line("Stream #7(Compute)");
  for (int64_t i = 0; i < 6; ++i) {
    device.Event(modules, "jit_train(12)", 100 * i, 90);
    device.Event(stream, "fusion", 100 * i + 10, 50, Hlo("fusion.1"));
  }
  const ReadRun run = ReadMade(space);
  REQUIRE(run.profile.steps.size() == 6);
  CHECK(run.profile.steps[StepId(0)].found_by == StepFoundBy::kInferred);
}

TEST_CASE("what repeats without order makes none") {
  const ReadRun run = ReadMade(SixPeriods(false));
  REQUIRE(run.profile.steps.size() == 1);
  CHECK(run.profile.steps[StepId(0)].found_by == StepFoundBy::kWhole);
  for (const ReportColumn& column : Answer("steps", run.profile).columns) {
    CHECK(column.name != "confidence_pct");
  }
}

TEST_CASE("a recorded profile without its marks has the steps that repeat") {
  std::ifstream file("testdata/xspace/jax_bf16_scan/host0.xplane.pb", std::ios::binary);
  const std::string bytes((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  REQUIRE_FALSE(bytes.empty());
  const ReadRun marked = ReadXSpaceBytes(bytes);
  REQUIRE(marked.profile.steps.size() == 6);
  xp::XSpace space;
  REQUIRE(space.ParseFromString(bytes));
  for (xp::XPlane& plane : *space.mutable_planes()) {
    for (xp::XLine& line : *plane.mutable_lines()) {
      auto& events = *line.mutable_events();
      const auto is_mark = [&](const xp::XEvent& event) {
        return std::any_of(event.stats().begin(), event.stats().end(), [&](const xp::XStat& stat) {
          return plane.stat_metadata().at(stat.metadata_id()).name() == "_r";
        });
      };
      events.erase(std::remove_if(events.begin(), events.end(), is_mark), events.end());
    }
  }
  const ReadRun run = ReadMade(space);
  REQUIRE(run.profile.steps.size() == 6);
  for (uint32_t i = 0; i < 6; ++i) {
    const StepRow& step = run.profile.steps[StepId(i)];
    CHECK(step.found_by == StepFoundBy::kInferred);
    // A step begins with the calls that come before its mark, and holds the mark's work.
    const StepRow& mark = marked.profile.steps[StepId(i)];
    const int64_t middle = mark.begin + (mark.end - mark.begin) / 2;
    CHECK(step.begin <= middle);
    CHECK(step.end > middle);
    if (i > 0) CHECK(step.begin >= marked.profile.steps[StepId(i - 1)].end);
  }
}

TEST_CASE("steps that are marked are not looked for again") {
  xp::XSpace space = SixPeriods(true);
  MadePlane host(space, "/host:CPU");
  host.Event(host.Line("main"), "train", 0, 9000, {{"_r", int64_t{1}}, {"step_num", int64_t{1}}});
  const ReadRun run = ReadMade(space);
  REQUIRE(run.profile.steps.size() == 1);
  CHECK(run.profile.steps[StepId(0)].found_by == StepFoundBy::kRecorded);
}

}  // namespace
}  // namespace profiler
