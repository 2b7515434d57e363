// JobChecker and its analysis.
#include <string>
#include <vector>

#include "profiler/analysis/collectives/communication.h"
#include "profiler/analysis/collectives/transfers.h"
#include "profiler/analysis/collectives/worker_use.h"
#include "profiler/analysis/selection/runs.h"
#include "tests/unit/advise/advise_profile.h"

namespace profiler {
namespace {

using Catch::Matchers::Contains;

std::string Device(const std::string& job, int task) {
  return "/job:" + job + "/replica:0/task:" + std::to_string(task) + "/device:cpu:0";
}

// A job of workers and parameter servers with one step, in which each worker works for 100 us.
class Cluster : public ProfileMaker {
 public:
  explicit Cluster(int workers) : step(Step(1)), receive(Op("RecvTensor", "RecvTensor")) {
    for (int i = 0; i < workers; ++i) Work(i, 1000, 100);
  }
  void Work(int worker, int64_t begin, int64_t duration) {
    const std::string device = Device("worker", worker);
    const std::string name = "worker_" + std::to_string(worker) + "/" + std::to_string(begin);
    Run(device, Op(name, "MatMul", device), step, begin, duration);
  }
  void Transfer(const std::string& from, const std::string& to, int64_t bytes, int64_t begin,
                int64_t duration) {
    Run(to, receive, step, begin, duration,
        "[" + std::to_string(bytes) + "B] [1.0Mb/s] edge_1_t from " + from + " to " + to);
  }
  void Variable(const std::string& name, const std::string& device, int64_t size, int64_t micros) {
    const OpId op = Op(name, "VariableV2", device);
    builder.AddShapeDim(op, size);
    Run(device, op, step, 1000, micros);
  }

  StepId step;
  OpId receive;
};

TEST_CASE("Transfers and collectives are known by their types") {
  for (const char* type : {"RecvTensor", "_Send", "_HostRecv", "recv-done", "nccl:recv 0"}) {
    CHECK(CommunicationOf(type) == Communication::kTransfer);
  }
  for (const char* type : {"CollectiveReduceV2", "NcclAllReduce", "HorovodAllreduce",
                           "all-reduce-start", "ncclDevKernel_AllReduce_Sum_f32",
                           "c10d::allreduce_", "CrossReplicaSum", "collective-permute.1"}) {
    CHECK(CommunicationOf(type) == Communication::kCollective);
  }
  for (const char* type : {"MatMul", "", "SendMail", "all_nccl/MatMul", "AddN", "Recover"}) {
    CHECK(CommunicationOf(type) == Communication::kNone);
  }
}

TEST_CASE("Labels of transfers") {
  const auto label =
      ParseTransferLabel("[8192B] [315.07Mb/s] edge_15_w1/read from /job:a to /job:b");
  REQUIRE(label);
  CHECK(label->bytes == 8192);
  CHECK_FALSE(label->is_rounded);
  CHECK(label->tensor == "edge_15_w1/read");
  CHECK(label->from == "/job:a");
  CHECK(label->to == "/job:b");
  const auto large = ParseTransferLabel("[1.5MB] [2.1Gb/s] from here to there from /a to /b");
  REQUIRE(large);
  CHECK(large->bytes == 1572864);
  CHECK(large->is_rounded);
  CHECK(large->tensor == "from here to there");
  CHECK(large->from == "/a");
  for (const char* text :
       {"", "[", "[]", "[12]", "[B] from a to b", "[-1B] x from a to b", "[nanB] x from a to b",
        "[1e99B] x from a to b", "[12B] x", "[12B] x to b", "[12KB] x from a to b", "w = Add()"}) {
    INFO(text);
    CHECK_FALSE(ParseTransferLabel(text));
  }
}

TEST_CASE("Tasks of a cluster have short names; the rest has none") {
  CHECK(TaskName("/job:worker/replica:0/task:1/device:CPU:0") == "worker:1");
  CHECK(TaskName("/job:ps/replica:2/task:0") == "ps/2:0");
  CHECK(TaskName("/job:localhost/replica:0/task:0/device:gpu:0").empty());
  CHECK(TaskName("/device:gpu:0").empty());
  CHECK(LinkEnds("/job:w/task:0/device:cpu:0", "/job:w/task:0/device:gpu:0").second ==
        "/job:w/task:0/device:gpu:0");
}

TEST_CASE("Workers are tasks, else ranks") {
  ProfileMaker make;
  const SourceId second = make.Source("b.pb", 10), third = make.Source("c.pb", 9);
  make.Track("/device:gpu:0", TrackKind::kStream, second);
  make.Track("/device:gpu:0", TrackKind::kStream, third);
  make.Track(Device("ps", 0), TrackKind::kLane, make.source);
  const Profile profile = make.builder.Build();
  const Workers workers(profile);
  REQUIRE(workers.all().size() == 3);
  CHECK(workers.all()[0].name == "ps:0");
  CHECK(workers.all()[0].is_parameter_server);
  CHECK(workers.all()[1].name == "rank 9");
  CHECK(workers.all()[1].has_own_steps);
  CHECK(workers.all()[2].name == "rank 10");
}

TEST_CASE("Links: bytes, overlapping transfers once, exact bytes of what a label rounds") {
  Cluster cluster(1);
  const std::string server = Device("ps", 0), worker = Device("worker", 0);
  cluster.Transfer(server, worker, 1000, 2000, 50);
  cluster.Transfer(server, worker, 3000, 2020, 60);
  cluster.Run(worker, cluster.receive, cluster.step, 3000, 20,
              "[1.0MB] [1.0Mb/s] edge_1_t from " + server + " to " + worker);
  cluster.Run(worker, cluster.receive, cluster.step, 4000, 20);  // unknown sender
  SnapshotRow row;
  row.op = cluster.receive;
  row.step = cluster.step;
  row.device = cluster.builder.Device(worker);
  row.time = 3020 * kPicosPerMicro;
  row.output_bytes = 1'050'000;
  cluster.builder.AddSnapshot(row);
  const Profile profile = cluster.builder.Build();
  const auto transfers = Transfers(AllOf(profile));
  CHECK(transfers.size() == 4);
  const auto links = Links(transfers);
  REQUIRE(links.size() == 1);
  CHECK(links[0].from == "ps:0");
  CHECK(links[0].to == "worker:0");
  CHECK(links[0].transfers == 3);
  CHECK(links[0].bytes == 1'054'000);
  CHECK(links[0].in_flight == 100 * kPicosPerMicro);
  CHECK(links[0].median_duration == 50 * kPicosPerMicro);
}

TEST_CASE("A worker's communication hides behind its ops, kernels before the host's") {
  ProfileMaker make;
  make.builder.source(make.source).rank = 0;
  const StepId step = make.Step(1);
  const TrackId host = make.Track("/device:cpu:0", TrackKind::kThread, make.source);
  const TrackId stream = make.Track("/device:gpu:0", TrackKind::kStream, make.source);
  const TrackId other = make.Track("/device:gpu:0", TrackKind::kCopyQueue, make.source);
  make.Run(host, make.Op("python", "aten::linear"), step, 0, 1000);
  make.Run(stream, make.Op("kernel", "gemm"), step, 100, 200);
  make.Run(other, make.Op("c", "c10d::allreduce_"), step, 250, 150);
  const Profile profile = make.builder.Build();
  RunContext context;
  const auto found = WorkerUses(AllOf(profile), context);
  REQUIRE(found.ok());
  const auto& uses = *found;
  REQUIRE(uses.size() == 1);
  CHECK(uses[0].span == 1000 * kPicosPerMicro);
  CHECK(uses[0].busy == 200 * kPicosPerMicro);
  CHECK(uses[0].communication == 150 * kPicosPerMicro);
  CHECK(uses[0].exposed == 100 * kPicosPerMicro);
  CHECK(uses[0].own() == 900 * kPicosPerMicro);
  CHECK(uses[0].has_collectives);
}

TEST_CASE("JobChecker tells a job that waits for data, in small pieces") {
  Cluster cluster(2);
  for (int i = 0; i < 2; ++i) {
    cluster.Transfer(Device("ps", 0), Device("worker", i), 2000, 1100, 100 + 20 * i);
  }
  const Profile profile = cluster.builder.Build();
  const Advice advice("JobChecker", profile);
  CHECK_THAT(
      advice.Of("communication_bound"),
      Contains("warning: all ranks alike wait 120 us of a step of 220 us (55%) for communication"));
  CHECK(advice.Evidence("communication_bound", "worker:0", "exposed_us") == 100 * kPicosPerMicro);
  CHECK_THAT(advice.Of("slowest_link"), Contains("info: the slowest link is ps:0 -> worker:1"));
  CHECK_THAT(advice.Of("slowest_link"), Contains("16.7 MB/s (2 KB a step"));
  CHECK(advice.Evidence("slowest_link/ps:0 -> worker:1", "ps:0 -> worker:0", "bytes") == 2000);
  CHECK_THAT(advice.Of("small_transfers"), Contains("median 2 KB in"));
  const Advice lenient("JobChecker", profile, {{"JobChecker.communication", 0.6}});
  CHECK_THAT(lenient.Of("communication"), Contains("info: "));
  CHECK_FALSE(lenient.Warns());
  const Advice large("JobChecker", profile, {{"JobChecker.small_transfer", 100}});
  CHECK_FALSE(large.Has("small_transfers"));
}

TEST_CASE("JobChecker is quiet where communication hides behind work") {
  Cluster cluster(2);
  cluster.Transfer(Device("ps", 0), Device("worker", 0), 2000, 1010, 80);
  cluster.Transfer(Device("ps", 0), Device("worker", 1), 2000, 1010, 80);
  const Advice advice("JobChecker", cluster.builder.Build());
  CHECK_FALSE(advice.Warns());
  CHECK_THAT(advice.Of("communication"), Contains("worker:0 communicates during 80% of a step"));
}

TEST_CASE("JobChecker tells a slow link, not by one that carries next to nothing") {
  Cluster cluster(4);
  for (int i = 0; i < 4; ++i) {
    cluster.Transfer(Device("ps", 0), Device("worker", i), 90'000, 1001, i == 2 ? 90 : 10);
  }
  cluster.Transfer(Device("worker", 0), Device("worker", 1), 4, 1001, 90);
  const Profile profile = cluster.builder.Build();
  const Advice advice("JobChecker", profile);
  CHECK_THAT(advice.Of("slowest_link", "ps:0 -> worker:2"), Contains("warning: "));
  CHECK_THAT(advice.Of("slowest_link"), Contains("Look at that host's network"));
  const Advice lenient("JobChecker", profile, {{"JobChecker.slow_link", 0.1}});
  CHECK_THAT(lenient.Of("slowest_link"), Contains("info: "));
}

TEST_CASE("JobChecker tells a straggler") {
  Cluster cluster(3);
  cluster.Work(1, 1100, 50);
  cluster.Transfer(Device("ps", 0), Device("worker", 0), 9000, 1001, 5);
  const Profile profile = cluster.builder.Build();
  const Advice advice("JobChecker", profile);
  CHECK_THAT(
      advice.Of("straggler", "worker:1"),
      Contains("warning: worker:1 is slow: its own step takes 150 us, median of 3 workers 100 us "
               "(1.50 times). Compare its input"));
  CHECK(advice.Command("straggler") == "steps -by rank");
  CHECK_FALSE(Advice("JobChecker", profile, {{"JobChecker.straggler", 0.6}}).Has("straggler"));
  CHECK_FALSE(
      Advice("JobChecker", profile, {{"JobChecker.straggler_share", 0.5}}).Has("straggler"));
}

TEST_CASE("JobChecker tells a straggler among ranks with steps of their own by what it idles") {
  ProfileMaker make;
  const OpId work = make.Op("work", "gemm"), reduce = make.Op("reduce", "ncclKernel");
  for (int64_t rank = 0; rank < 3; ++rank) {
    const SourceId source = make.Source("rank" + std::to_string(rank), rank);
    const StepId step = make.Step(1, source);
    const TrackId stream = make.Track("/device:gpu:0", TrackKind::kStream, source);
    // All end together; the last to arrive at the all-reduce waits least.
    const int64_t late = rank == 1 ? 400 : 0;
    make.Run(stream, work, step, 0, 100);
    make.Run(stream, reduce, step, 500 + late, 500 - late);
  }
  const Advice advice("JobChecker", make.builder.Build());
  CHECK_THAT(
      advice.Of("straggler"),
      Contains("rank 1 is slow: without communication its own step takes 900 us, median of 3 "
               "ranks 500 us (1.80 times)"));
  CHECK_FALSE(advice.Has("waited_for"));  // said already
}

TEST_CASE("JobChecker tells parameter servers with uneven load") {
  Cluster cluster(1);
  cluster.Variable("a", Device("ps", 0), 900, 10);
  cluster.Variable("b", Device("ps", 1), 100, 90);
  const Profile profile = cluster.builder.Build();
  const Advice advice("JobChecker", profile);
  CHECK_THAT(advice.Of("server_parameter_imbalance", "ps:0"),
             Contains("warning: ps:0 holds 90% of the 2 parameter servers' parameters"));
  CHECK_THAT(advice.Of("server_time_imbalance", "ps:1"), Contains("ps:1 takes 90%"));
  CHECK(advice.Evidence("server_time_imbalance/ps:1", "ps:1", "time_us") == 90 * kPicosPerMicro);
  CHECK_FALSE(Advice("JobChecker", profile, {{"JobChecker.imbalance", 1.9}}).Warns());
}

TEST_CASE("JobChecker tells traffic by the graph where no transfer was recorded") {
  Cluster cluster(2);
  const std::string server = Device("ps", 0), worker = Device("worker", 0);
  const OpId read = cluster.Op("w", "VariableV2", server);
  const OpId use = cluster.Op("use", "MatMul", worker);
  cluster.Feed(read, use);
  cluster.Run(server, read, cluster.step, 1000, 1);
  cluster.Run(worker, use, cluster.step, 1001, 1);
  cluster.Output(read, cluster.step, server, {640});
  const Advice advice("JobChecker", cluster.builder.Build());
  CHECK_THAT(advice.Of("graph_traffic"),
             Contains("info: by the graph, a step sends about 1 tensor between tasks, 640 B"));
  CHECK(advice.Evidence("graph_traffic", "ps:0 -> worker:0", "bytes") == 640);
  CHECK_THAT(advice.Lacks(), Contains("no communication between workers was recorded"));
}

TEST_CASE("JobChecker does not compare workers of different runs") {
  ProfileMaker make;
  const SourceId other = make.Source("b.pb");
  make.Run("/device:cpu:0", make.Op("a", "MatMul"), make.Step(1), 10, 10);
  const OpId op = make.Op("b", "MatMul");
  make.Run(make.Track("/device:cpu:0", TrackKind::kLane, other), op, make.Step(1, other), 10, 900);
  make.builder.source(other).run_group = make.builder.op(op).run_group = 1;
  const Profile profile = make.builder.Build();
  const Runs runs = RunsOf(profile);
  CHECK(runs.of_source == std::vector<uint32_t>{0, 1});
  CHECK(runs.names == std::vector<std::string>{"a.pb", "b.pb"});
  const Advice advice("JobChecker", profile);
  CHECK_FALSE(advice.Has("straggler"));
  CHECK_THAT(advice.Lacks(), Contains("one worker"));
}

TEST_CASE("JobChecker says what it lacks") {
  ProfileMaker alone;
  alone.Run("/device:cpu:0", alone.Op("a", "MatMul"), alone.Step(1), 10, 10);
  CHECK_THAT(Advice("JobChecker", alone.builder.Build()).Lacks(), Contains("one worker"));
}

}  // namespace
}  // namespace profiler
