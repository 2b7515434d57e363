// Damaged and odd Chrome traces: nothing crashes or hangs, intact parts are read, and damage is
// reported.
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "profiler/open/open.h"
#include "profiler/open/unpack.h"
#include "profiler/readers/trace_events/event_stream.h"
#include "tests/unit/chrome_trace/chrome_trace_files.h"
#include "tests/unit/common/ask_all.h"
#include "tests/unit/common/sanitized.h"

namespace profiler {
namespace {

constexpr size_t kAskedEvery = 50;

// PyTorch's traces, unpacked.
std::vector<std::pair<std::string, std::string>> RecordedTraces() {
  std::vector<std::pair<std::string, std::string>> files;
  for (const auto& folder : std::filesystem::directory_iterator("testdata/kineto")) {
    for (const auto& entry : std::filesystem::directory_iterator(folder.path())) {
      if (!entry.is_regular_file()) continue;
      const auto input = Input::Map(entry.path().string());
      REQUIRE(input.ok());
      ImportReport report;
      RunContext context;
      const auto unpacked = Unpacked(*input, "", report, context);
      REQUIRE(unpacked.ok());
      files.emplace_back(entry.path().string(), std::string(unpacked->bytes()));
    }
  }
  REQUIRE(files.size() >= 3);
  std::sort(files.begin(), files.end());
  return files;
}

size_t OffsetOf(size_t variant, size_t size) {
  return std::min(variant * size / kVariants + variant * 7919 % (size / kVariants + 1), size - 1);
}

struct Streamed {
  std::vector<uint64_t> offsets;  // of events
  std::vector<std::string> names;
  bool has_ended = false;
};

// The events in the bytes, which begin at or before the array's first one.
Streamed Stream(const std::string& bytes) {
  Streamed streamed;
  const std::string key = "\"traceEvents\": [";
  const size_t at = bytes.find(key);
  if (at == bytes.npos) return streamed;
  const Input input = Input::FromBytes("t.json", bytes);
  ImportReport report;
  const Place place = {report, input.name(), input.bytes().data()};
  chrome_trace::EventStream stream(input, place);
  RunContext context;
  const auto take = [&](const chrome_trace::TraceEvent& event) {
    streamed.offsets.push_back(event.offset);
    streamed.names.emplace_back(event.name);
  };
  REQUIRE(stream.Read(at + key.size(), take, context).ok());
  streamed.has_ended = stream.has_ended();
  return streamed;
}

TEST_CASE("A cut Chrome trace: all events before the cut are read, and the cut reported") {
  for (const auto& [name, bytes] : RecordedTraces()) {
    const Streamed whole = Stream(bytes);
    REQUIRE(whole.offsets.size() > 1000);
    for (size_t variant = 0; variant < kVariants; ++variant) {
      const std::string cut = bytes.substr(0, OffsetOf(variant, bytes.size()));
      CAPTURE(name, cut.size());
      const auto begun = std::lower_bound(whole.offsets.begin(), whole.offsets.end(), cut.size());
      const auto before = static_cast<size_t>(begun - whole.offsets.begin());
      const size_t read = Stream(cut).offsets.size();
      CHECK(read <= before);
      CHECK(read + 1 >= before);  // without the one that is cut
      if (variant % kAskedEvery != 0) continue;
      const ReadRun run = ReadTrace(cut);
      if (run.status.ok()) {
        CHECK(run.Count(ImportProblem::kTruncated) == 1);
        AskAll(run.profile, {.max_depth = 20});
      } else {
        CHECK(before == 0);
      }
    }
  }
}

TEST_CASE("A Chrome trace with a changed byte loses no more than what is beside it") {
  constexpr uint8_t kMasks[] = {0x01, 0x80, 0xFF, 0x08, 0x7F, 0x20, 0x02};
  for (const auto& [name, original] : RecordedTraces()) {
    const Streamed whole = Stream(original);
    for (size_t variant = 0; variant < kVariants; ++variant) {
      std::string bytes = original;
      const size_t offset = OffsetOf(variant, bytes.size());
      CAPTURE(name, offset);
      bytes[offset] = static_cast<char>(bytes[offset] ^ kMasks[variant % std::size(kMasks)]);
      if (offset > whole.offsets[0])
        CHECK(Stream(bytes).offsets.size() + 2 >= whole.offsets.size());
      if (variant % kAskedEvery != 0) continue;
      const ReadRun run = ReadTrace(bytes);
      if (run.status.ok()) AskAll(run.profile, {.max_depth = 20});
    }
  }
}

// All rows made from events, plus all counted problems.
int64_t Rows(const ReadRun& run) {
  int64_t rows = 0;
  for (const Events& track : run.profile.events.values())
    rows += static_cast<int64_t>(track.size());
  return rows;
}

TEST_CASE("chrome trace: times that are none, or that no timeline holds") {
  const ReadRun run = ReadTrace(R"([
    {"ph":"X","name":"good","ts":1,"dur":1},
    {"ph":"X","name":"text","ts":"2","dur":"1.5"},
    {"ph":"X","name":"no time"},
    {"ph":"X","name":"NaN","ts":NaN,"dur":1},
    {"ph":"X","name":"inf","ts":inf,"dur":1},
    {"ph":"X","name":"list","ts":[1],"dur":1},
    {"ph":"X","name":"beyond","ts":1e400,"dur":1},
    {"ph":"X","name":"negative","ts":3,"dur":-1},
    {"ph":"X","name":"absurd","ts":3,"dur":1e17},
    {"ph":"X","name":"both","ts":9223372036854,"dur":9223372036854},
    {"ph":"X","name":"infinitely long","ts":4,"dur":Infinity},
    {"ph":"X","name":"minus zero","ts":-0,"dur":-0},
    {"ph":"B","name":"early","ts":-9223372036854},{"ph":"E","ts":9223372036854}
  ])");
  REQUIRE(run.status.ok());
  CHECK(Rows(run) == 4);  // a non-numeric duration is ignored
  CHECK(run.Count(ImportProblem::kBadEvent) == 5);
  CHECK(run.Count(ImportProblem::kNegativeDuration) == 1);
  CHECK(run.Count(ImportProblem::kTimeOutOfRange) == 3);
  CHECK(run.Count(ImportProblem::kMalformedEvent) == 0);
  AskAll(run.profile, {.max_depth = 20});
}

TEST_CASE("chrome trace: ids as texts, beyond 64 bits, of other types, and used again") {
  const ReadRun run = ReadTrace(R"([
    {"ph":"X","cat":"cuda_runtime","name":"launch","ts":1,"dur":1,"args":{"correlation":"7"}},
    {"ph":"X","cat":"kernel","name":"k","ts":2,"dur":1,
     "args":{"correlation":7,"device":"1","stream":"3"}},
    {"ph":"X","cat":"cuda_runtime","name":"launch","ts":11,"dur":1,"args":{"correlation":7}},
    {"ph":"X","cat":"kernel","name":"k","ts":12,"dur":1,
     "args":{"correlation":"7","device":1,"stream":3}},
    {"ph":"X","cat":"kernel","name":"k","ts":14,"dur":1,"pid":{"a":1},"tid":[],
     "args":{"correlation":"18446744073709551616","device":null,"stream":1e3}}
  ])");
  REQUIRE(run.status.ok());
  CHECK(Rows(run) == 5);
  REQUIRE(run.profile.flows.size() == 2);
  CHECK(run.profile.flows[0].from.row == 0);
  CHECK(run.profile.flows[1].from.row == 1);
  CHECK(run.Track("stream 3").has_value());
  AskAll(run.profile, {.max_depth = 20});
}

double SecondsOf(const std::string& trace, int64_t rows) {
  const auto start = std::chrono::steady_clock::now();
  const ReadRun run = ReadTrace(trace);
  REQUIRE(run.status.ok());
  CHECK(Rows(run) == rows);
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

TEST_CASE("chrome trace: many of a thing take no more than a moment") {
  constexpr int64_t kMany = 100'000;
  std::string names = "[", nested = "[", processes = "[", open = "[", numbers = "[", quotes = "[";
  for (int64_t i = 0; i < kMany; ++i) {
    const std::string text = std::to_string(i);
    names += Slice("cpu_op", "op" + text, i * 2, 1) + ",\n";
    nested += Slice("cpu_op", "op", i, 3 * kMany - 2 * i) + ",\n";
    processes += R"({"ph":"X","name":"a","pid":)" + text + R"(,"ts":)" + text + R"(,"dur":1},)";
    open += R"({"ph":"B","name":"a","ts":)" + text + "},{\"ph\":\"b\",\"id\":" + text +
            R"(,"ts":)" + text + "},";
    numbers += "1 2,{\"ph\":},";
    quotes += R"({"ph":"X,"ts":1},)";
  }
  CHECK(SecondsOf(names, kMany) < 20);
  CHECK(SecondsOf(nested, kMany) < 20);
  CHECK(SecondsOf(processes, kMany) < 20);
  CHECK(SecondsOf(open, 2 * kMany) < 20);
  CHECK(SecondsOf(numbers, 0) < 20);
  CHECK(SecondsOf(quotes, 0) < 20);
}

TEST_CASE("chrome trace: what stands beside the events may nest deep") {
  const std::string deep = std::string(400'000, '[') + std::string(400'000, ']');
  for (const char* key : {"ERROR", "WARNING", "distributedInfo", "deviceProperties", "host_name",
                          "baseTimeNanoseconds", "unknown"}) {
    CAPTURE(key);
    const ReadRun run = ReadTrace("{\"traceEvents\":[" + Slice("x", "a", 1, 2) + "],\"" + key +
                                  "\":[" + deep + "]}");
    REQUIRE(run.status.ok());
    CHECK(Rows(run) == 1);
    CHECK(run.Count(ImportProblem::kTruncated) == 0);
  }
}

TEST_CASE("what is no trace is refused with the formats that are read") {
  RunContext context;
  for (const char* text : {"{\"a\": [1, 2]}", "[1, 2, 3]", "[]", "<html></html>", "[{\"a\": 1}]"}) {
    CAPTURE(text);
    const auto opened = OpenInput(Input::FromBytes("t.json", text), "", context);
    REQUIRE_FALSE(opened.ok());
    CHECK_THAT(std::string(Message(opened.status())), Catch::Contains("t.json"));
  }
  const auto named = OpenInput(Input::FromBytes("t.json", "{\"a\": [1]}"), "chrome_trace", context);
  REQUIRE_FALSE(named.ok());
  CHECK_THAT(std::string(Message(named.status())), Catch::Contains("traceEvents"));
}

}  // namespace
}  // namespace profiler
