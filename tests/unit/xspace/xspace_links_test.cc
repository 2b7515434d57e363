// XSpace: relations of events that lead to their step: launches and hand-overs.
#include <algorithm>

#include "tests/unit/xspace/xspace_files.h"

namespace profiler {
namespace {

TEST_CASE("xspace: a kernel is of the op and the step that launched it") {
  xp::XSpace space;
  MadePlane host(space, "/host:CPU");
  xp::XLine* line = host.Line("python");
  host.Event(line, "train", 0, 100, {{"_r", int64_t{1}}, {"step_num", int64_t{1}}});
  host.Event(line, "m/MatMul:MatMul", 10, 50, {{"_pt", int64_t{9}}, {"_p", int64_t{4}}});
  host.Event(line, "cuLaunchKernel", 20, 5, {{"correlation_id", int64_t{77}}});
  host.Event(line, "train", 100, 100, {{"_r", int64_t{1}}, {"step_num", int64_t{2}}});
  xp::XLine* pool = host.Line("pool");
  host.Event(pool, "task", 30, 5, {{"_ct", uint64_t{9}}, {"_c", uint64_t{4}}});
  host.Event(pool, "lost", 40, 5, {{"_ct", uint64_t{9}}, {"_c", uint64_t{5}}});
  MadePlane gpu(space, "/device:GPU:3");
  xp::XLine* stream = gpu.Line("Stream #1");
  gpu.Event(stream, "sgemm", 150, 30,
            {{"correlation_id", uint64_t{77}}, {"kernel_details", std::string("regs:32")}});
  gpu.Event(stream, "orphan", 190, 5, {{"correlation_id", uint64_t{78}}});
  const ReadRun run = ReadMade(space);
  const Events& kernels = EventsOf(run, "Stream #1");
  REQUIRE(kernels.size() == 2);
  CHECK(run.Text(kernels.label[0]) == "sgemm");
  CHECK(run.Text(kernels.detail[0]) == "regs:32");
  CHECK(StepName(run, kernels.step[0]) == "train 1");  // not 2, during which it ran
  CHECK(StepName(run, kernels.step[1]) == "train 2");
  CHECK(run.Text(run.profile.ops.row[kernels.op[1]].name) == "<unattributed>");
  size_t launches = 0, handovers = 0;
  for (const FlowRow& flow : run.profile.flows.values()) {
    ++(flow.kind == FlowKind::kLaunch ? launches : handovers);
  }
  CHECK(launches == 1);
  CHECK(handovers == 1);
  CHECK(run.Count(ImportProblem::kUnmatchedCorrelation) == 1);
  CHECK(run.Count(ImportProblem::kUnmatchedProducer) == 1);
}

TEST_CASE("xspace: a program on a CPU is of the step that called it, however late it runs") {
  xp::XSpace space;
  MadePlane host(space, "/host:CPU");
  xp::XLine* main = host.Line("python");
  xp::XLine* client = host.Line("client");
  const auto run_program = [&](int64_t run, int64_t begin) {
    for (int64_t i : {0, 1}) {
      host.Event(client, "dot.1", begin + 400 * i, 300,
                 {{"hlo_op", std::string("dot.1")}, {"run_id", run}});
    }
  };
  for (const int64_t step : {1, 2, 3}) {
    const int64_t begin = 100 * step;
    host.Event(main, "train", begin, 80, {{"_r", int64_t{1}}, {"step_num", step}});
    host.Event(main, "LoadedExecutable::ExecuteHelperOnSingleDevice", begin + 10, 20);
    run_program(70 + step, 1000 * step);  // after all three marks
  }
  const auto steps_of = [](const ReadRun& run) {
    const Events& events = EventsOf(run, "client (2)");
    std::vector<std::string> steps;
    for (uint32_t e = 0; e < events.size(); ++e) steps.push_back(StepName(run, events.step[e]));
    return steps;
  };
  const ReadRun run = ReadMade(space);
  CHECK(steps_of(run) ==
        std::vector<std::string>{"train 1", "train 1", "train 2", "train 2", "train 3", "train 3"});
  // Each step lasts from the end of the program before it to the end of its own.
  const StepRow& second = run.profile.steps[StepId(1)];
  CHECK(second.begin == 1700);
  CHECK(second.end == 2700);
  // Of one more run the call was not recorded: nothing tells which it is.
  run_program(80, 5000);
  CHECK(steps_of(ReadMade(space)) == std::vector<std::string>(8, "none"));
}

TEST_CASE("xspace: a program on several CPU devices is of the step that called it by its run") {
  xp::XSpace space;
  MadePlane host(space, "/host:CPU");
  xp::XLine* main = host.Line("python");
  xp::XLine* devices[] = {host.Line("device0"), host.Line("device1")};
  const auto run_on = [&](xp::XLine* line, int64_t run, int64_t begin) {
    host.Event(line, "dot.1", begin, 300, {{"hlo_op", std::string("dot.1")}, {"run_id", run}});
  };
  for (const int64_t step : {1, 2, 3}) {
    const int64_t begin = 100 * step;
    host.Event(main, "train", begin, 80, {{"_r", int64_t{1}}, {"step_num", step}});
    host.Event(main, "LoadedExecutable::Execute (jit_step)", begin + 10, 20, {{"run_id", -step}});
    for (xp::XLine* device : devices) {
      host.Event(device, "[0] LoadedExecutable::Execute (jit_step)", begin + 15, 5);
      run_on(device, -step, 1000 * step);  // after all three marks
    }
  }
  // In the second step, a program of one device runs between; its call has no id of a run.
  host.Event(main, "LoadedExecutable::ExecuteHelperOnSingleDevice", 240, 20);
  run_on(devices[1], 50, 2400);
  const auto steps_of = [](const ReadRun& run, std::string_view thread) {
    const Events& events = EventsOf(run, thread);
    std::vector<std::string> steps;
    for (uint32_t e = 0; e < events.size(); ++e) {
      const bool is_part =
          events.op[e].valid() &&
          run.Text(run.profile.ops.row[events.op[e]].name) == std::string_view("dot.1");
      if (is_part) steps.push_back(StepName(run, events.step[e]));
    }
    return steps;
  };
  const ReadRun run = ReadMade(space);
  CHECK(steps_of(run, "device0 (2)") == std::vector<std::string>{"train 1", "train 2", "train 3"});
  CHECK(steps_of(run, "device1 (3)") ==
        std::vector<std::string>{"train 1", "train 2", "train 2", "train 3"});
  const StepRow& second = run.profile.steps[StepId(1)];
  CHECK(second.begin == 1300);
  CHECK(second.end == 2700);
}

TEST_CASE("xspace: a program on a CPU is of the inferred step that called it") {
  xp::XSpace space;
  MadePlane host(space, "/host:CPU");
  xp::XLine* main = host.Line("python");
  xp::XLine* client = host.Line("client");
  for (int64_t step = 0; step < 6; ++step) {
    host.Event(main, "PjitFunction(step)", 100 + 50 * step, 40);
    host.Event(main, "LoadedExecutable::ExecuteHelper", 110 + 50 * step, 20);
    host.Event(client, "dot.1", 1000 * (step + 1), 300,
               {{"hlo_op", std::string("dot.1")}, {"run_id", 70 + step}});
  }
  const ReadRun run = ReadMade(space);
  REQUIRE(run.profile.steps.size() == 6);
  const StepRow& second = run.profile.steps[StepId(1)];
  CHECK(second.found_by == StepFoundBy::kInferred);
  CHECK(second.begin == 1300);
  CHECK(second.end == 2300);
  // Without the call of one more run nothing tells which step each is of, and the calls hold none.
  host.Event(client, "dot.1", 9000, 300,
             {{"hlo_op", std::string("dot.1")}, {"run_id", int64_t{80}}});
  const ReadRun unknown = ReadMade(space);
  REQUIRE(unknown.profile.steps.size() == 1);
  CHECK(unknown.profile.steps[StepId(0)].found_by == StepFoundBy::kWhole);
}

TEST_CASE("xspace: the wait for a batch is of the step whose executor asks for it") {
  xp::XSpace space;
  MadePlane host(space, "/host:CPU");
  xp::XLine* main = host.Line("main");
  xp::XLine* input = host.Line("tf_data_iterator_get_next");
  for (const int64_t step : {1, 2}) {
    host.Event(main, "train", 100 * step, 90, {{"_r", int64_t{1}}, {"step_num", step}});
    host.Event(main, "FunctionRun", 100 * step + 5, 5, {{"id", 40 + step}});
    host.Event(input, "IteratorGetNextOp::DoCompute", 100 * step + 20, 60, {{"id", 40 + step}});
    host.Event(input, "Iterator::Root", 100 * step + 30, 20, {{"id", int64_t{9}}});
  }
  const ReadRun run = ReadMade(space);
  const Events& events = EventsOf(run, "tf_data_iterator_get_next (2)");
  REQUIRE(events.size() == 4);
  CHECK(StepName(run, events.step[0]) == "train 1");
  CHECK(StepName(run, events.step[1]) == "train 1");
  CHECK(StepName(run, events.step[3]) == "train 2");
  CHECK(std::count(events.step_by_time.begin(), events.step_by_time.end(), 1) == 0);
  CHECK(run.Count(ImportProblem::kUnmatchedProducer) == 0);
}

TEST_CASE("xspace: what a step hands on to another thread is of the step, with all nested in it") {
  xp::XSpace space;
  MadePlane host(space, "/host:CPU");
  xp::XLine* main = host.Line("main");
  const auto link = [](const std::string& role, int64_t id) {
    return MadeStats{{"_" + role + "t", int64_t{9}}, {"_" + role, id}};
  };
  for (const int64_t step : {1, 2}) {
    host.Event(main, "train", 100 * step, 100, {{"_r", int64_t{1}}, {"step_num", step}});
    host.Event(main, "schedule", 100 * step + 10, 5, link("p", step));
  }
  xp::XLine* pool = host.Line("pool");
  host.Event(pool, "run", 215, 30, link("c", 1));  // when the second step has begun
  host.Event(pool, "compute", 220, 20);
  host.Event(pool, "pass on", 225, 5, link("p", 3));
  host.Event(pool, "stray", 250, 5);
  host.Event(pool, "run", 260, 30, link("c", 2));
  xp::XLine* last = host.Line("last");
  host.Event(last, "finish", 300, 5, link("c", 3));
  const ReadRun run = ReadMade(space);
  const Events& events = EventsOf(run, "pool (2)");
  REQUIRE(events.size() == 5);
  for (const uint32_t row : {0, 1, 2}) CHECK(StepName(run, events.step[row]) == "train 1");
  CHECK(StepName(run, events.step[3]) == "train 2");
  CHECK(StepName(run, events.step[4]) == "train 2");
  CHECK(events.step_by_time == std::vector<char>{0, 0, 0, 1, 0});
  CHECK(StepName(run, EventsOf(run, "last (3)").step[0]) == "train 1");
}

TEST_CASE(
    "xspace: hand-overs that lead in a circle end, and the earlier step keeps what both reach") {
  xp::XSpace space;
  MadePlane host(space, "/host:CPU");
  xp::XLine* main = host.Line("main");
  for (const int64_t step : {2, 1}) {
    host.Event(main, "train", 1000 - 100 * step, 100, {{"_r", int64_t{1}}, {"step_num", step}});
  }
  xp::XLine* pool = host.Line("pool");
  const auto both = [](int64_t from, int64_t to) {
    return MadeStats{{"_pt", int64_t{9}}, {"_p", to}, {"_ct", int64_t{9}}, {"_c", from}};
  };
  host.Event(main, "a", 810, 5, both(2, 1));
  host.Event(main, "a", 910, 5, {{"_pt", int64_t{9}}, {"_p", int64_t{7}}});
  host.Event(pool, "b", 820, 5, both(1, 2));
  host.Event(pool, "c", 920, 5, {{"_ct", int64_t{9}}, {"_c", int64_t{7}}});
  const ReadRun run = ReadMade(space);
  CHECK(StepName(run, EventsOf(run, "pool (2)").step[0]) == "train 2");
  CHECK(StepName(run, EventsOf(run, "pool (2)").step[1]) == "train 1");
}

TEST_CASE("xspace: what an executor runs after a task began is of the step that handed it over") {
  xp::XSpace space;
  MadePlane host(space, "/host:CPU");
  xp::XLine* main = host.Line("main");
  const auto link = [](const std::string& role, int64_t id) {
    return MadeStats{{"_" + role + "t", int64_t{9}}, {"_" + role, id}};
  };
  const MadeStats hlo = {{"hlo_op", std::string("dot.1")}, {"hlo_module", std::string("jit_f")}};
  xp::XLine* pool = host.Line("tf_XLAEigen/1");
  for (const int64_t step : {0, 1}) {
    host.Event(main, "train", 100 * step, 90, {{"_r", int64_t{1}}, {"step_num", step}});
    host.Event(main, "schedule", 100 * step + 10, 5, link("p", step + 1));
    host.Event(pool, "StartRegion", 100 * step + 80, 1, link("c", step + 1));
    host.Event(pool, "dot.1", 100 * step + 105, 50, hlo);
  }
  host.Event(pool, "StartRegion", 300, 1);  // of no step
  host.Event(pool, "dot.1", 305, 50, hlo);
  const ReadRun run = ReadMade(space);
  const Events& events = EventsOf(run, "tf_XLAEigen/1 (2)");
  CHECK(StepName(run, events.step[1]) == "train 0");
  CHECK(StepName(run, events.step[3]) == "train 1");
  CHECK(StepName(run, events.step[5]) == "none");
  REQUIRE(run.profile.steps.size() == 2);
  CHECK(run.profile.steps[StepId(0)].end == 155);
  CHECK(run.profile.steps[StepId(1)].begin == 155);
  CHECK(run.profile.steps[StepId(1)].end == 255);
  CHECK(run.profile.steps[StepId(1)].mark == 90);
}

}  // namespace
}  // namespace profiler
