// XSpace: calls of Python, of the runtime and of ops: what is nested in what, and on which thread.
#include <string>

#include "tests/unit/xspace/xspace_files.h"

namespace profiler {
namespace {

TEST_CASE("xspace: an op has the frame of the Python call around it") {
  xp::XSpace space;
  MadePlane host(space, "/host:CPU");
  xp::XLine* line = host.Line("python");
  host.Event(line, "$train.py:10 main", 0, 100);
  host.Event(line, "$model.py:20 call", 10, 30);
  host.Event(line, "d/MatMul:MatMul", 15, 5);
  host.Event(line, "e/Add:Add", 50, 5);
  host.Event(line, "f/Sub:Sub", 200, 5);
  const ReadRun run = ReadMade(space);
  const FrameRow& inner = run.profile.frames[OpNamed(run, "d/MatMul").frame];
  CHECK(run.Text(inner.file) == "model.py");
  CHECK(run.Text(inner.function) == "call");
  CHECK(inner.line == 20);
  REQUIRE(inner.parent.valid());
  CHECK(inner.parent == OpNamed(run, "e/Add").frame);
  CHECK(run.Text(run.profile.frames[inner.parent].function) == "main");
  CHECK_FALSE(OpNamed(run, "f/Sub").frame.valid());
  CHECK(run.Text(OpNamed(run, "$train.py:10 main").type) == "PythonFunction");
}

TEST_CASE("xspace: a mark is of no Python call that it begins in and outlives") {
  xp::XSpace space;
  MadePlane host(space, "/host:CPU");
  xp::XLine* const line = host.Line("python");
  host.Event(line, "$train.py:10 main", 0, 200);
  host.Event(line, "$profiler.py:385 __init__", 10, 10);
  host.Event(line, "train", 15, 100, {{"_r", int64_t{1}}, {"step_num", int64_t{3}}});
  host.Event(line, "load_batch", 18, 40);
  host.Event(line, "$profiler.py:385 __init__", 130, 10);
  host.Event(line, "write", 132, 4);
  const ReadRun run = ReadMade(space);
  const Events& events = run.profile.events[TrackId(0)];
  const auto function_of = [&](std::string_view name) -> std::string {
    for (const OpId op : events.op) {
      if (run.Text(run.profile.ops.row[op].name) != name) continue;
      const FrameId frame = run.profile.ops.row[op].frame;
      return frame.valid() ? run.Text(run.profile.frames[frame].function) : "";
    }
    return "no event";
  };
  CHECK(function_of("train").empty());
  CHECK(function_of("load_batch") == "main");
  CHECK(function_of("write") == "__init__");
}

TEST_CASE("xspace: what the runtime calls from two lines and from its own thread is told apart") {
  xp::XSpace space;
  MadePlane host(space, "/host:CPU");
  xp::XLine* const line = host.Line("python");
  host.Event(line, "$train.py:10 step", 0, 50);
  host.Event(line, "wait", 10, 10);
  host.Event(line, "$train.py:20 batch", 60, 50);
  host.Event(line, "wait", 70, 10);
  host.Event(host.Line("pool"), "wait", 0, 90);
  const ReadRun run = ReadMade(space);
  std::multiset<std::string> lines;
  for (uint32_t track = 0; track < run.profile.tracks.size(); ++track) {
    for (const OpId op : run.profile.events[TrackId(track)].op) {
      const OpRow& row = run.profile.ops.row[op];
      if (run.Text(row.name) != "wait") continue;
      lines.insert(row.frame.valid() ? run.Text(run.profile.frames[row.frame].function) : "");
    }
  }
  CHECK(lines == std::multiset<std::string>{"", "batch", "step"});
}

TEST_CASE("xspace: a thread that several recorders saw is one") {
  xp::XSpace space;
  MadePlane calls(space, "/host:CUPTI");
  MadePlane host(space, "/host:CPU");
  xp::XLine* thread = host.Line("python");
  host.Event(thread, "a:A", 0, 100);
  xp::XLine* same = calls.Line("CUPTI");  // ids count from 1 on each plane
  calls.Event(same, "cuLaunchKernel", 10, 20);
  calls.Event(calls.Line("of another"), "cuLaunchKernel", 10, 20);
  const ReadRun run = ReadMade(space);
  CHECK(run.profile.devices.size() == 1);
  REQUIRE(run.profile.tracks.size() == 2);
  const Events& events = run.profile.events[TrackId(0)];
  REQUIRE(events.size() == 2);
  CHECK(events.parent[1] == 0);
}

TEST_CASE("xspace: ops that run for themselves are eager, if the file says no other") {
  xp::XSpace space;
  MadePlane host(space, "/host:CPU");
  xp::XLine* line = host.Line("python");
  host.Event(line, "EagerKernelExecute", 0, 100);
  host.Event(line, "a:MatMul", 10, 20);
  host.Event(line, "Iterator::Root", 15, 5);  // works for `a`
  host.Event(line, "b:MatMul", 40, 20, {{"is_eager", int64_t{0}}});
  host.Event(line, "c:MatMul", 100, 20);
  host.Event(line, "a:MatMul", 130, 20);
  host.Event(line, "d:MatMul", 200, 20, {{"is_eager", int64_t{1}}});
  host.Event(line, "work", 300, 20);
  const ReadRun run = ReadMade(space);
  CHECK(OpNamed(run, "a").eager == Eager::kYes);
  CHECK(OpNamed(run, "Iterator::Root").eager == Eager::kNo);
  CHECK(OpNamed(run, "b").eager == Eager::kNo);
  CHECK(OpNamed(run, "c").eager == Eager::kNo);
  CHECK(OpNamed(run, "d").eager == Eager::kYes);
  CHECK(OpNamed(run, "work").eager == Eager::kUnknown);
}

TEST_CASE(
    "xspace: what runs an op eagerly is an event of the op, unless it "
    "has one") {
  xp::XSpace space;
  MadePlane host(space, "/host:CPU");
  xp::XLine* line = host.Line("python");
  host.Event(line, "EagerLocalExecute: OneHot", 0, 100);
  host.Event(line, "EagerKernelExecute", 10, 80);
  host.Event(line, "KernelAndDeviceFunc::Run", 20, 60);
  host.Event(line, "EagerLocalExecute: MatMul", 200, 100);
  host.Event(line, "EagerKernelExecute", 210, 80);
  host.Event(line, "MatMul:MatMul", 220, 60);
  host.Event(line, "EagerLocalExecute: __inference_step_7", 400, 100);
  host.Event(line, "EagerKernelExecute", 410, 80);
  host.Event(line, "EagerLocalExecute: IteratorGetNext", 600, 100);
  host.Event(line, "EagerKernelExecute", 610, 80);
  // Python that an op calls runs others.
  host.Event(line, "EagerLocalExecute: EagerPyFunc", 800, 100);
  host.Event(line, "EagerKernelExecute", 810, 80);
  host.Event(line, "EagerLocalExecute: Add", 820, 40);
  host.Event(line, "EagerKernelExecute", 830, 20);
  host.Event(line, "EagerLocalExecute: __inference_step_7", 870, 20);
  host.Event(line, "EagerKernelExecute", 875, 10);
  const ReadRun run = ReadMade(space);
  const Events& events = run.profile.events[TrackId(0)];
  const auto op = [&](uint32_t event) {
    const OpRow& row = run.profile.ops.row[events.op[event]];
    return row.kind == OpKind::kFrameworkOp ? run.profile.strings[row.name] : "";
  };
  CHECK(op(2) == "OneHot");
  CHECK(op(1) == "");
  CHECK(op(4) == "");
  CHECK(op(7) == "");
  CHECK(op(9) == "");
  CHECK(op(11) == "EagerPyFunc");
  CHECK(op(13) == "Add");
  CHECK(op(15) == "");
  CHECK(OpNamed(run, "OneHot").eager == Eager::kYes);
}

}  // namespace
}  // namespace profiler
