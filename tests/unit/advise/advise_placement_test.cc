// PlacementChecker and its analysis.
#include <string>
#include <vector>

#include "profiler/analysis/collectives/placement.h"
#include "tests/unit/advise/advise_profile.h"

namespace profiler {
namespace {

using Catch::Matchers::Contains;

constexpr char kCpu[] = "/job:localhost/replica:0/task:0/device:cpu:0";
constexpr char kGpu[] = "/job:localhost/replica:0/task:0/device:gpu:0";

// One step in which ops of 10 us run one after another.
class Graph : public ProfileMaker {
 public:
  Graph() : step(Step(1)) {}

  OpId Add(const std::string& name, const std::string& type, const std::string& device,
           const std::vector<OpId>& inputs = {}, const std::vector<int64_t>& bytes = {1000}) {
    const OpId op = Op(name, type, device);
    for (size_t i = 0; i < inputs.size(); ++i) Feed(inputs[i], op, static_cast<int32_t>(i));
    const bool on_gpu = device == kGpu;
    if (on_gpu) {
      ProfileMaker::Run(Track(device, TrackKind::kStream, source), op, step, now, 10);
    } else {
      Run(device, op, step, now, 10);
    }
    Output(op, step, device, bytes);
    now += 10;
    return op;
  }
  OpId NotRun(const std::string& name, const std::string& type, const std::vector<OpId>& inputs) {
    const OpId op = Op(name, type);
    for (size_t i = 0; i < inputs.size(); ++i) Feed(inputs[i], op, static_cast<int32_t>(i));
    return op;
  }
  // Adds an input that uses another output than the first, so that outputs count as known.
  void RecordOutputs() {
    const OpId two = Add("two", "Split", kGpu, {}, {8, 8});
    Feed(two, Add("second", "Neg", kGpu), 0, 1);
  }

  StepId step;
  int64_t now = 100;
};

std::vector<DataEdge> EdgesOf(const Profile& profile) { return DataEdges(AllOf(profile)); }

std::string NameOf(const Profile& profile, OpId op) {
  return std::string(profile.strings[profile.ops.row[op].name]);
}

TEST_CASE("Data edges look through ops that did not run, not where only a shape is needed") {
  Graph graph;
  graph.RecordOutputs();
  const OpId a = graph.Add("a", "Conv2D", kGpu, {}, {500});
  const OpId merged = graph.NotRun("merged", "BiasAdd", {a});
  const OpId shape = graph.NotRun("shape", "Shape", {a});
  graph.Add("b", "Relu", kCpu, {graph.NotRun("more", "Identity", {merged})});
  graph.Add("c", "Fill", kCpu, {shape});
  const Profile profile = graph.builder.Build();
  std::vector<std::string> found;
  for (const DataEdge& edge : DeviceCrossings(EdgesOf(profile))) {
    found.push_back(NameOf(profile, edge.from) + " " + NameOf(profile, edge.to));
    CHECK(edge.bytes == 500);
  }
  CHECK(found == std::vector<std::string>{"a b"});
}

TEST_CASE("A tensor goes to a device once; outputs that cannot be told apart count each") {
  Graph graph;
  graph.RecordOutputs();
  const OpId a = graph.Add("a", "Conv2D", kGpu, {}, {500, 70});
  graph.Add("b", "Relu", kCpu, {a});
  graph.Add("c", "Relu", kCpu, {a});
  const Profile told = graph.builder.Build();
  REQUIRE(DeviceCrossings(EdgesOf(told)).size() == 1);
  CHECK(DeviceCrossings(EdgesOf(told))[0].bytes == 500);

  Graph silent;  // as in tfprof's files, where all name the first output
  const OpId other = silent.Add("a", "Conv2D", kGpu, {}, {500, 70});
  silent.Add("b", "Relu", kCpu, {other});
  silent.Add("c", "Relu", kCpu, {other});
  const Profile untold = silent.builder.Build();
  REQUIRE(DeviceCrossings(EdgesOf(untold)).size() == 2);
  CHECK(DeviceCrossings(EdgesOf(untold))[0].bytes == kAbsent);
}

TEST_CASE("PlacementChecker tells ops on the host between ops on an accelerator") {
  Graph graph;
  graph.RecordOutputs();
  const OpId first = graph.Add("first", "Conv2D", kGpu, {}, {4000});
  const OpId host = graph.Add("host", "Round", kCpu, {first}, {4000});
  const OpId also = graph.Add("also", "Neg", kCpu, {host}, {3000});
  graph.Add("last", "Conv2D", kGpu, {also, graph.Add("input", "Const", kCpu, {}, {9000})});
  graph.Add("end", "Mean", kCpu, {first});  // does not lead to an accelerator
  const Profile profile = graph.builder.Build();
  const Advice advice("PlacementChecker", profile);
  CHECK_THAT(advice.Of("host_between_accelerator"),
             Contains("warning: 2 ops are placed on the host between ops on an accelerator; each "
                      "step copies 4 KB in 1 copy to the host and 3 KB in 1 copy back"));
  CHECK(advice.Evidence("host_between_accelerator", "host", "to_host_bytes") == 4000);
  CHECK(advice.Evidence("host_between_accelerator", "also", "to_accelerator_bytes") == 3000);
  const Advice lenient("PlacementChecker", profile, {{"PlacementChecker.copies", 3}});
  CHECK_THAT(lenient.Of("host_between_accelerator"), Contains("info: "));
  // Small tensors stay on the host.
  const Advice none("PlacementChecker", profile, {{"PlacementChecker.least_bytes", 5000}});
  CHECK_FALSE(none.Has("host_between_accelerator"));
}

TEST_CASE("PlacementChecker does not take transfers to another task for copies") {
  Graph graph;
  graph.RecordOutputs();
  const std::string worker = "/job:worker/replica:0/task:0/device:gpu:0";
  const std::string server = "/job:ps/replica:0/task:0/device:cpu:0";
  const OpId a = graph.Add("a", "Conv2D", worker);
  graph.Add("c", "Conv2D", worker, {graph.Add("b", "AddN", server, {a})});
  CHECK_FALSE(Advice("PlacementChecker", graph.builder.Build()).Has("host_between_accelerator"));
}

TEST_CASE("PlacementChecker tells variables on the host of a single accelerator") {
  for (const bool second_gpu : {false, true}) {
    Graph graph;
    graph.RecordOutputs();
    const OpId weights = graph.Add("w", "VariableV2", kCpu, {}, {2000});
    graph.builder.AddShapeDim(weights, 500);
    const OpId read = graph.Add("w/read", "Identity", kCpu, {weights}, {2000});
    const OpId gradient = graph.Add("gradient", "Conv2D", kGpu, {read}, {2000});
    graph.Add("apply", "ApplyGradientDescent", kCpu, {weights, gradient});
    if (second_gpu) {
      graph.Add("more", "Neg", "/job:localhost/replica:0/task:0/device:gpu:1");
    }
    const Advice advice("PlacementChecker", graph.builder.Build());
    const std::string severity = second_gpu ? "info" : "warning";
    CHECK_THAT(advice.Of("host_variables"), Contains(severity + ": 1 variable lies on the host"));
    CHECK_THAT(advice.Of("host_variables"),
               Contains("copies 2 KB in 1 copy there and, as updates, 2 KB in 1 copy back"));
    CHECK_FALSE(advice.Has("host_between_accelerator"));
  }
}

TEST_CASE("PlacementChecker divides op time, and warns where the host has most of it") {
  Graph graph;
  const OpId a = graph.Add("a", "Conv2D", kGpu);
  graph.Add("b", "Neg", kGpu, {a});
  graph.Add("input", "DecodeJpeg", kCpu);
  const Profile healthy = graph.builder.Build();
  const Advice advice("PlacementChecker", healthy);
  CHECK_THAT(advice.Of("time_share"), Contains("of 30 us of op time 67% is on accelerators"));
  CHECK_THAT(advice.Of("time_share"), Contains("33% in ops placed on the host"));
  CHECK_FALSE(advice.Warns());
  const Advice strict("PlacementChecker", healthy, {{"PlacementChecker.host_share", 0.3}});
  CHECK_THAT(strict.Of("time_share"), Contains("warning: "));
}

TEST_CASE("PlacementChecker says what it lacks") {
  Graph host_only;
  host_only.Add("a", "Conv2D", kCpu);
  CHECK(Advice("PlacementChecker", host_only.builder.Build()).Lacks() ==
        "no op ran on an accelerator");

  Graph no_graph;
  no_graph.Add("a", "Conv2D", kGpu);
  CHECK_THAT(Advice("PlacementChecker", no_graph.builder.Build()).Lacks(),
             Contains("no data flow between ops"));

  ProfileMaker untimed;  // run on the accelerator, but recorded on the host
  const OpId a = untimed.Op("a", "Conv2D", kGpu), b = untimed.Op("b", "Conv2D", kGpu);
  untimed.Feed(a, b);
  untimed.Run(kGpu, a, untimed.Step(1), 10, 10);
  untimed.Run(kGpu, b, untimed.Step(1), 20, 10);
  const Advice advice("PlacementChecker", untimed.builder.Build());
  CHECK_THAT(advice.Lacks(), Contains("times of the accelerator's ops were not recorded"));
  CHECK_FALSE(advice.Has("time_share"));
}

}  // namespace
}  // namespace profiler
