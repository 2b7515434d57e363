// Chrome traces made to cost more than their size: time and memory must stay proportional.
#include <algorithm>
#include <chrono>

#include "profiler/readers/chrome_trace/number_ranks.h"
#include "tests/unit/chrome_trace/chrome_trace_files.h"

namespace profiler {
namespace {

// The size of all names in a profile.
size_t TextOf(const Profile& profile) {
  size_t bytes = 0;
  for (uint32_t i = 0; i < profile.strings.size(); ++i) {
    bytes += profile.strings[StringId(i)].size();
  }
  return bytes;
}

TEST_CASE("chrome trace: brackets that nothing closes are not looked for again and again") {
  std::string bytes = R"([{"ph":"X","ts":1,"dur":1,"name":"a"})";
  for (int i = 0; i < 100'000; ++i) bytes += R"(,{"ph":"X","args":{)";
  const auto begin = std::chrono::steady_clock::now();
  const ReadRun run = ReadTrace(bytes);
  const auto seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin);
  CHECK(run.status.ok());
  CHECK(run.Op("a").valid());
  CHECK(run.Count(ImportProblem::kMalformedEvent) > 90'000);
  CHECK(seconds.count() < 20);  // minutes, if each were searched to the end
}

TEST_CASE("chrome trace: an event longer than the window is read behind damage, too") {
  std::string bytes = "[";
  for (int i = 0; i < 20; ++i) bytes += R"({"ph":"X","args":{,)";
  const std::string shapes(3'000'000, ' ');
  bytes += R"({"ph":"X","ts":1,"dur":1,"name":"long","args":{"a":[)" + shapes + "]}}]";
  CHECK(ReadTrace(bytes).Op("long").valid());
}

TEST_CASE("chrome trace: names that many others are joined with do not outgrow the file") {
  const std::string name(100'000, 'n');
  SECTION("a counter of many values") {
    std::string values;
    for (int i = 0; i < 5000; ++i) {
      values += (i == 0 ? "\"k" : ",\"k") + std::to_string(i) + "\":1";
    }
    const ReadRun run =
        ReadTrace(R"([{"ph":"C","ts":1,"name":")" + name + R"(","args":{)" + values + "}}]");
    CHECK(run.profile.metrics.size() == 5000);
    CHECK(TextOf(run.profile) < 5'000'000);
  }
  SECTION("a device of many threads") {
    std::string bytes =
        R"([{"ph":"M","name":"process_name","pid":1,"args":{"name":"/device:CPU:0)" + name +
        R"( Compute"}})";
    for (int i = 0; i < 3000; ++i) {
      bytes += R"(,{"ph":"X","ts":1,"dur":1,"name":"a","pid":1,"tid":)" + std::to_string(i) + "}";
    }
    const ReadRun run = ReadTrace(bytes + "]");
    CHECK(run.profile.tracks.size() == 3000);
    CHECK(TextOf(run.profile) < 5'000'000);
  }
  SECTION("a module below many annotations") {
    std::string bytes = "[";
    for (int i = 0; i < 1000; ++i) {
      bytes += (i == 0 ? "" : ",") + Slice("user_annotation", "a" + std::to_string(i), i * 10, 9) +
               "," + Slice("python_function", "nn.Module: " + name, i * 10 + 1, 5);
    }
    const ReadRun run = ReadTrace(bytes + "]");
    CHECK(run.status.ok());
    CHECK(TextOf(run.profile) < 5'000'000);
  }
}

TEST_CASE("chrome trace: one odd time at the begin does not cost the others") {
  std::string bytes = R"([{"ph":"i","ts":0,"name":"odd"})";
  for (int i = 0; i < 100; ++i) {
    bytes += "," + Slice("cpu_op", "op", 1'700'000'000'000'000 + i * 10, 5);
  }
  const ReadRun run = ReadTrace(bytes + "]");
  CHECK(run.Count(ImportProblem::kTimeOutOfRange) == 1);
  CHECK(run.profile.events[*run.Track("thread 1")].size() == 100);
  CHECK(run.profile.events[*run.Track("thread 1")].begin[0] == 0);
}

TEST_CASE("chrome trace: ids that are used again, or in each process, mean what stood last") {
  const ReadRun flows = ReadTrace(
      "[" + Slice("python_function", "nn.Module: A_0", 0, 10) + "," + Slice("cpu_op", "a", 1, 5) +
      "," + Slice("python_function", "nn.Module: B_0", 20, 10) + "," + Slice("cpu_op", "b", 21, 5) +
      "," + Slice("cpu_op", "bwdA", 15, 2) + "," + Slice("cpu_op", "bwdB", 35, 2) +
      R"(,{"ph":"s","id":1,"cat":"fwdbwd","name":"f","pid":1,"tid":1,"ts":1})"
      R"(,{"ph":"f","id":1,"cat":"fwdbwd","name":"f","pid":1,"tid":1,"ts":15,"bp":"e"})"
      R"(,{"ph":"s","id":1,"cat":"fwdbwd","name":"f","pid":1,"tid":1,"ts":21})"
      R"(,{"ph":"f","id":1,"cat":"fwdbwd","name":"f","pid":1,"tid":1,"ts":35,"bp":"e"}])");
  CHECK(flows.Text(flows.profile.ops.row[flows.Op("bwdA")].scope) == "A_0");
  CHECK(flows.Text(flows.profile.ops.row[flows.Op("bwdB")].scope) == "B_0");
  const auto async = [](const std::string& phase, int pid, int ts) {
    return R"({"ph":")" + phase + R"(","cat":"io","name":"read","id2":{"local":"1"},"pid":)" +
           std::to_string(pid) + R"(,"tid":1,"ts":)" + std::to_string(ts) + "}";
  };
  const ReadRun local = ReadTrace("[" + async("b", 1, 0) + "," + async("b", 2, 5) + "," +
                                  async("e", 1, 10) + "," + async("e", 2, 100) + "]");
  std::vector<int64_t> durations;
  for (const Events& events : local.profile.events.values()) {
    durations.insert(durations.end(), events.duration.begin(), events.duration.end());
  }
  std::sort(durations.begin(), durations.end());
  CHECK(durations == std::vector<int64_t>{10'000'000, 95'000'000});
}

TEST_CASE("ranks that are told are not given to files without one") {
  std::vector<Profile> parts;
  for (const char* name : {"rank0.json", "a.json", "b.json"}) {
    parts.push_back(ReadTrace(R"({"baseTimeNanoseconds":1700000000000000000,"traceEvents":[)" +
                                  Slice("cpu_op", "op", 0, 50) + "]}",
                              name)
                        .profile);
  }
  NumberRanks(parts);
  std::vector<int64_t> ranks;
  for (const Profile& part : parts) ranks.push_back(part.sources[SourceId(0)].rank);
  CHECK(ranks == std::vector<int64_t>{0, 1, 2});
}

std::string Piece(int64_t ts) {
  return R"([{"name":"process_name","ph":"M","pid":0,"args":{"start_time_since_epoch_in_micros":)"
         R"(1700000000000000}},)" +
         Slice("", "Step:TRAIN", ts, 50, R"(,"args":{"step_num":"3"})") + "]";
}

TEST_CASE("sagemaker: files of a job tell the time of the day and their machine, and no ranks") {
  std::vector<Profile> parts;
  for (const auto& [name, ts] : std::vector<std::pair<std::string, int64_t>>{
           {"d/1700_101-algo-1_pythontimeline.json", 0},
           {"d/1700_102-algo-2_pythontimeline.json", 10},
           {"d/1800_101-algo-1_pythontimeline.json", 70},
           {"d/1800_102-algo-2_pythontimeline.json", 80}}) {
    parts.push_back(ReadTrace(Piece(ts), name).profile);
  }
  NumberRanks(parts);
  std::vector<std::string> hosts;
  std::vector<int64_t> epochs;
  for (const Profile& part : parts) {
    const SourceRow& source = part.sources[SourceId(0)];
    hosts.emplace_back(part.strings[source.host]);
    epochs.push_back(source.epoch_ns - 1'700'000'000'000'000'000);
    CHECK(source.rank == kUnknown);
  }
  CHECK(hosts == std::vector<std::string>{"algo-1", "algo-2", "algo-1", "algo-2"});
  CHECK(epochs == std::vector<int64_t>{0, 10'000, 70'000, 80'000});
}

TEST_CASE("hostile traces: slices at the edge of time nest as others do") {
  const int64_t edge = -9'223'372'036'854;  // us: the earliest that fits 64 bits of ps
  const ReadRun run =
      ReadTrace("[" + Slice("cpu_op", "now", 0, 1) + "," + Slice("cpu_op", "then", 10, 1) + "," +
                Slice("cpu_op", "outer", edge, 1) + "," + Slice("cpu_op", "inner", edge, 1) + "]");
  REQUIRE(run.status.ok());
  CHECK(run.Count(ImportProblem::kOverlappingEvent) == 0);
  const Events& events = run.profile.events[*run.Track("thread 1")];
  REQUIRE(events.size() == 4);
  CHECK(events.parent[1] == 0);
}

}  // namespace
}  // namespace profiler
