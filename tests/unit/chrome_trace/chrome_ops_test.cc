// The ops of a PyTorch trace's events: with input shapes, modules of the model (forward and
// backward), and the Python lines that called them.
#include "profiler/analysis/ops/input_shapes.h"
#include "profiler/analysis/ops/source_line.h"
#include "profiler/analysis/shapes/shape_work.h"
#include "profiler/readers/chrome_trace/input_shapes.h"
#include "profiler/readers/trace_events/categories.h"
#include "tests/unit/chrome_trace/chrome_trace_files.h"

namespace profiler {
namespace {

using chrome_trace::InputShapes;
using chrome_trace::InputTypes;

std::string Trace(std::initializer_list<std::string> events) {
  std::string text = "{\"traceEvents\":[";
  for (const std::string& event : events) text += (text.back() == '[' ? "" : ",") + event;
  return text + "]}";
}

std::string Flow(const std::string& phase, int64_t ts, int64_t thread = 1) {
  return R"({"ph":")" + phase +
         R"(","bp":"e","cat":"fwdbwd","name":"fwdbwd","id":1,"pid":1,"tid":)" +
         std::to_string(thread) + R"(,"ts":)" + std::to_string(ts) + "}";
}

std::string OnThread2(std::string slice) {
  return slice.replace(slice.find(R"("tid":1)"), 7, R"("tid":2)");
}

TEST_CASE("The types of input tensors are kept, those of numbers are not") {
  CHECK(InputTypes(R"(["c10::BFloat16", "Scalar", "", "float"])") == "0:c10::BFloat16,3:float");
  CHECK(InputTypes(R"([["float", "float"], [], "c10::Half"])") == "0:float,2:c10::Half");
  CHECK(InputTypes("[\n  \"float\",\n  \"c10::Half\"\n]") == "0:float,1:c10::Half");
  CHECK(InputTypes(R"(["TensorList", "ScalarList"])").empty());
  CHECK(InputTypes("[]").empty());
  CHECK(InputTypes(R"("float")").empty());
  CHECK(InputTypes("[" + std::string(100000, '[')).empty());
}

TEST_CASE("input shapes: as recorded, by input") {
  // A number per line, as some traces are written.
  CHECK(InputShapes("[\n [\n  4,\n  64\n ],\n [\n  64,\n  32\n ]\n]") == "0:4x64,1:64x32");
  CHECK(InputShapes("[[4, 64], [64, 32], []]") == "0:4x64,1:64x32");
  CHECK(InputShapes("[[], [7]]") == "1:7");
  CHECK(InputShapes("[[[4,64],[4,32]],[2]]") == "0:[4x64;4x32],1:2");
  CHECK(InputShapes("[[[]],[]]") == "0:[]");
  CHECK(InputShapes("[]").empty());
  CHECK(InputShapes("[[").empty());
  CHECK(InputShapes("7").empty());
  CHECK(InputShapes(R"([["a"],[3]])") == "1:3");
  CHECK(InputShapes("[[-1,2]]") == "0:-1x2");
}

TEST_CASE("input shapes: absurd ones are cut") {
  std::string dims = "[[";
  for (int i = 0; i < 1000; ++i) dims += "1,";
  const std::string shape = InputShapes(dims + "1]]");
  CHECK(shape.size() < 600);
  CHECK(shape.ends_with("x..."));
  std::string inputs = "[";
  for (int i = 0; i < 10000; ++i) inputs += "[1,2],";
  CHECK(InputShapes(inputs + "[1]]").size() < 5000);
  CHECK(InputShapes("[" + std::string(100000, '[')).size() < 5000);
  std::string tensors = "[[";
  for (int i = 0; i < 1000; ++i) tensors += "[5],";
  CHECK(InputShapes(tensors + "[5]]]").ends_with("5;...]"));
}

TEST_CASE("kineto: an op is one per the inputs it had, and so are its operations") {
  const ReadRun run = ReadTrace(Trace({
      Slice("cpu_op", "aten::mm", 0, 10, R"(,"args":{"Input Dims":[[4,8],[8,2]],"flops":128})"),
      Slice("cpu_op", "aten::mm", 20, 10, R"(,"args":{"Input Dims":[[4,8],[8,2]],"flops":128})"),
      Slice("cpu_op", "aten::mm", 40, 10, R"(,"args":{"Input Dims":[[1,8],[8,2]],"flops":32})"),
  }));
  REQUIRE(run.profile.op_count() == 2);
  const OpRow& first = run.profile.ops.row[OpId(0)];
  CHECK(run.Text(first.input_shapes) == "0:4x8,1:8x2");
  CHECK(first.float_ops == 128);
  CHECK(run.profile.ops.row[OpId(1)].float_ops == 32);
  CHECK(run.profile.execs().row[ExecId(0)].runs == 2);
}

// The output of 16 x 3 x 32 x 32 by a filter of 3 x 3 with stride 2 and padding 1 has 16 x 16
// positions: 2 x 16 images x 256 x (16 x 3 x 3 x 3) = 3538944 operations, as
// torch.utils.flop_counter counts them. Backward the same for each gradient that is asked for.
TEST_CASE("kineto: what a convolution computes is told by its inputs' values") {
  const auto convolution = [](const std::string& name, const std::string& dims,
                              const std::string& values, int64_t at) {
    return Slice("cpu_op", name, at, 10,
                 R"(,"args":{"Input Dims":)" + dims + R"(,"Input type":["float","float","float"])" +
                     R"(,"Concrete Inputs":)" + values + "}");
  };
  const std::string forward = "[[16,3,32,32],[16,3,3,3],[]]";
  const std::string backward = "[[16,16,16,16],[16,3,32,32],[16,3,3,3]]";
  const std::string steps = R"("[2, 2]","[1, 1]","[1, 1]","False","[0, 0]","1")";
  const ReadRun run = ReadTrace(Trace({
      convolution("aten::cudnn_convolution", forward, R"(["","","[1, 1]","[2, 2]","[1, 1]"])", 0),
      convolution("aten::convolution", forward, R"(["","","",)" + steps + "]", 20),
      convolution("aten::convolution_backward", backward,
                  R"(["","","","[16]",)" + steps + R"(,"[True, True, True]"])", 40),
      convolution("aten::convolution_backward", backward,
                  R"(["","","","[16]",)" + steps + R"(,"[False, True, True]"])", 60),
      convolution("aten::convolution_backward", backward, "[]", 80),
      convolution("aten::convolution", forward, R"(["","","","[0, 0]","[-1]","[99999]"])", 100),
  }));
  REQUIRE(run.profile.op_count() == 6);
  const auto flops = [&](uint32_t op) {
    const auto work = WorkOfShapes(run.profile, OpId(op));
    return work ? work->flops : -1;
  };
  CHECK(flops(0) == 3538944);
  CHECK(flops(1) == 3538944);
  CHECK(flops(2) == 2 * 3538944);
  CHECK(flops(3) == 3538944);
  CHECK(flops(4) == -1);  // which gradients were asked for is not known
  CHECK(flops(5) == 0);   // no position fits
  CHECK(WorkOfShapes(run.profile, OpId(0))->bytes == 4 * (49152 + 432 + 65536));
}

TEST_CASE("kineto: ops number the nodes of gradients where these are on") {
  const auto nodes = [](const std::string& events) {
    return ReadTrace("[" + events + "]").profile.sources[SourceId(0)].autograd_nodes;
  };
  const std::string off = Slice("cpu_op", "aten::mm", 0, 10);
  const std::string first = Slice("cpu_op", "aten::mm", 0, 10, R"(,"args":{"Sequence number":5})");
  const std::string last =
      Slice("cpu_op", "aten::add", 10, 10, R"(,"args":{"Sequence number":17,"Fwd thread id":0})");
  const std::string backward = Slice("cpu_op", "AddBackward0", 20, 10,
                                     R"(,"args":{"Sequence number":90,"Fwd thread id":1})");
  CHECK(nodes(off) == kUnknown);
  CHECK(nodes(first) == 0);
  CHECK(nodes(first + "," + last) == 12);
  CHECK(nodes(first + "," + last + "," + backward) == 12);
}

TEST_CASE("kineto: backward work is in the modules of its forward op") {
  const auto forward = {
      Slice("python_function", "nn.Module: Net_0", 0, 90),
      Slice("python_function", "nn.Module: Linear_1", 10, 50),
      Slice("cpu_op", "aten::addmm", 20, 10, R"(,"args":{"Sequence number":5,"Fwd thread id":0})"),
  };
  const auto backward = {
      OnThread2(Slice("cpu_op", "autograd::engine::evaluate_function: AddmmBackward0", 100, 30)),
      OnThread2(Slice("cpu_op", "AddmmBackward0", 102, 20,
                      R"(,"args":{"Sequence number":5,"Fwd thread id":1})")),
      OnThread2(Slice("cpu_op", "aten::mm", 105, 10)),
      OnThread2(Slice("cpu_op", "autograd::engine::evaluate_function: AccumulateGrad", 140, 10)),
  };
  std::string with = "[", without = "[";
  for (const auto& events : {forward, backward}) {
    for (const std::string& event : events) (with += event + ",", without += event + ",");
  }
  with += Flow("s", 20) + "," + Flow("f", 102, 2) + "]";
  for (const std::string& text : {with, without + "]"}) {
    const ReadRun run = ReadTrace(text);
    const auto scope = [&](std::string_view op) {
      return run.Text(run.profile.ops.row[run.Op(op)].scope);
    };
    CHECK(scope("aten::addmm") == "Net_0/Linear_1");
    CHECK(scope("autograd::engine::evaluate_function: AddmmBackward0") == "Net_0/Linear_1");
    CHECK(scope("aten::mm") ==
          "Net_0/Linear_1/autograd::engine::evaluate_function: AddmmBackward0/AddmmBackward0");
    CHECK(!run.profile.ops.row[run.Op("autograd::engine::evaluate_function: AccumulateGrad")]
               .scope.valid());
  }
}

TEST_CASE("kineto: backward work below an annotation stays below it") {
  const ReadRun run = ReadTrace(Trace({
      Slice("user_annotation", "forward", 0, 50),
      Slice("python_function", "nn.Module: Net_0", 1, 40),
      Slice("cpu_op", "aten::mm", 20, 10),
      Slice("user_annotation", "backward", 60, 40),
      Slice("cpu_op", "MmBackward0", 70, 10),
      Flow("s", 20),
      Flow("f", 70),
  }));
  CHECK(run.Text(run.profile.ops.row[run.Op("aten::mm")].scope) == "forward/Net_0");
  CHECK(run.Text(run.profile.ops.row[run.Op("MmBackward0")].scope) == "backward/Net_0");
}

TEST_CASE("kineto: an annotation that Python enters does not run in what entered it") {
  const ReadRun run = ReadTrace(Trace({
      Slice("python_function", "train.py(9): main", 0, 100),
      Slice("python_function", "profiler.py(7): __enter__", 10, 5),
      Slice("user_annotation", "forward", 12, 80),
      Slice("cpu_op", "aten::mm", 20, 10),
  }));
  const FrameRow& frame = run.profile.frames[run.profile.ops.row[run.Op("aten::mm")].frame];
  CHECK(run.Text(frame.function) == "main");
  CHECK(run.Count(ImportProblem::kOverlappingEvent) == 1);
  const Events& events = run.profile.events[*run.Track("thread 1")];
  CHECK(events.duration == std::vector<int64_t>{100'000'000, 5'000'000, 80'000'000, 10'000'000});
  CHECK(events.self == std::vector<int64_t>{18'000'000, 2'000'000, 70'000'000, 10'000'000});
}

TEST_CASE("kineto: frames of methods are of no single object, and TensorBoard's are frames too") {
  CHECK(chrome_trace::WithoutAddress("<built-in method mm of Tensor object at 0x7f00aB>") ==
        "<built-in method mm of Tensor object>");
  CHECK(chrome_trace::WithoutAddress("a at 0x1 b at 0x2") == "a b");
  CHECK(chrome_trace::WithoutAddress("look at me") == "look at me");
  const chrome_trace::PythonFrame frame = chrome_trace::SplitFrame("$trace.py:50 __init__");
  CHECK(frame.file == "trace.py");
  CHECK(frame.line == 50);
  CHECK(frame.function == "__init__");
  const ReadRun run = ReadTrace(R"([
    {"ph":"M","name":"process_name","pid":1,"args":{"name":"/host:CPU"}},
    {"ph":"M","name":"thread_name","pid":1,"tid":1,"args":{"name":"python"}},
    {"ph":"X","name":"$trace.py:50 run","pid":1,"tid":1,"ts":0,"dur":9},
    {"ph":"X","name":"train 3","pid":1,"tid":1,"ts":1,"dur":5,"args":{"step_num":"3"}},
    {}])");
  CHECK(run.Text(run.profile.ops.row[run.Op("$trace.py:50 run")].type) == "PythonFunction");
  CHECK(run.Count(ImportProblem::kBadEvent) == 0);
  REQUIRE(run.profile.steps.size() == 1);
  CHECK(run.profile.steps[StepId(0)].number == 3);
}

TEST_CASE("kineto: a module's frame has the line that calls, where callers tell theirs") {
  const std::string built_in = "<built-in method cat of type object at 0x7f>";
  const ReadRun run = ReadTrace(Trace({
      Slice("python_function", "rep.py(14): <module>", 0, 100,
            R"(,"args":{"CallFrom":"rep.py:14","Python id":1})"),
      Slice("python_function", built_in, 10, 20,
            R"(,"args":{"CallFrom":"rep.py:13","Python id":2,"Python parent id":1})"),
      Slice("cpu_op", "aten::cat", 11, 10),
      Slice("cpu_op", "aten::add", 50, 10),
      Slice("python_function", "rep.py(3): f", 60, 30, R"(,"args":{"CallFrom":"rep.py:12"})"),
      Slice("python_function", built_in, 70, 10, R"(,"args":{"CallFrom":"rep.py:5"})"),
      Slice("cpu_op", "aten::mm", 71, 5),
  }));
  const auto line = [&](const char* op) {
    return SourceLine(run.profile, run.profile.ops.row[run.Op(op)].frame);
  };
  CHECK(line("aten::cat") == "rep.py:13");
  CHECK(line("aten::add").empty());       // a module's line is where it was at the begin
  CHECK(line("aten::mm") == "rep.py:3");  // functions are told by where they begin
  const ReadRun without = ReadTrace(Trace({
      Slice("python_function", "rep.py(14): <module>", 0, 100),
      Slice("python_function", built_in, 10, 20),
      Slice("cpu_op", "aten::cat", 11, 10),
  }));
  CHECK(
      SourceLine(without.profile, without.profile.ops.row[without.Op("aten::cat")].frame).empty());
}

TEST_CASE("kineto: calls that ran when the recording began repeat the time of their threads") {
  const auto role = [](const ReadRun& run, std::string_view name) {
    for (const TrackRow& track : run.profile.tracks.values()) {
      if (run.profile.strings[track.name] == name) return track.role;
    }
    return TrackRole::kAsync;
  };
  std::string begun = Slice("python_function", "net.py(26): flusher", 0, 100);
  begun.replace(begun.find(R"("tid":1)"), 7, R"("tid":0)");
  const std::string sleep =
      OnThread2(Slice("python_function", "<built-in function sleep>", 10, 80));
  CHECK(role(ReadTrace(Trace({begun, sleep})), "thread 0") == TrackRole::kOverlay);
  // Without other threads' calls it may be the only thread.
  CHECK(role(ReadTrace(Trace({begun, Slice("cpu_op", "aten::mm", 10, 5)})), "thread 0") ==
        TrackRole::kExec);
}

}  // namespace
}  // namespace profiler
