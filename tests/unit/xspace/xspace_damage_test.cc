// Recorded XSpaces, cut short and with single bytes changed: reading and querying never crash or
// hang, and a cut is never silent.
#include <algorithm>
#include <array>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "profiler/readers/common/wire_walk.h"
#include "tests/unit/common/ask_all.h"
#include "tests/unit/common/sanitized.h"
#include "tests/unit/xspace/xspace_files.h"

namespace profiler {
namespace {

constexpr size_t kAskedEvery = 40;

std::vector<std::pair<std::string, std::string>> RecordedFiles() {
  std::vector<std::pair<std::string, std::string>> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator("testdata/xspace")) {
    const std::string name = entry.path().string();
    if (!std::string_view(name).ends_with(".xplane.pb")) continue;
    std::ifstream stream(entry.path(), std::ios::binary);
    files.emplace_back(name, std::string(std::istreambuf_iterator<char>(stream), {}));
  }
  REQUIRE(files.size() >= 3);
  std::sort(files.begin(), files.end());
  return files;
}

size_t OffsetOf(size_t variant, size_t size) {
  return std::min(variant * size / kVariants + variant * 7919 % (size / kVariants + 1), size - 1);
}

bool IsWhole(std::string_view bytes) {
  WireWalk walk(bytes);
  while (walk.Next()) {
  }
  return walk.stop() == WireWalk::Stop::kEnd;
}

TEST_CASE("A cut XSpace: what is left of it is read, and the cut reported") {
  for (const auto& [name, bytes] : RecordedFiles()) {
    for (size_t variant = 0; variant < kVariants; ++variant) {
      const std::string cut = bytes.substr(0, OffsetOf(variant, bytes.size()));
      CAPTURE(name, cut.size());
      const ReadRun run = ReadXSpaceBytes(cut);
      REQUIRE(run.status.ok());
      if (!IsWhole(cut)) CHECK(run.Count(ImportProblem::kTruncated) == 1);
      if (variant % kAskedEvery == 0) AskAll(run.profile);
    }
  }
}

TEST_CASE("An XSpace with a changed byte is read") {
  constexpr std::array<uint8_t, 7> kMasks = {0x01, 0x80, 0xFF, 0x08, 0x7F, 0x20, 0x02};
  for (const auto& [name, original] : RecordedFiles()) {
    for (size_t variant = 0; variant < kVariants; ++variant) {
      std::string bytes = original;
      const size_t offset = OffsetOf(variant, bytes.size());
      CAPTURE(name, offset);
      bytes[offset] = static_cast<char>(bytes[offset] ^ kMasks[variant % kMasks.size()]);
      const ReadRun run = ReadXSpaceBytes(bytes);
      REQUIRE(run.status.ok());
      if (variant % kAskedEvery == 0) AskAll(run.profile);
    }
  }
}

// The number of events on the wire.
int64_t EventsInFile(std::string_view bytes) {
  int64_t events = 0;
  WireWalk space(bytes);
  while (space.Next()) {
    WireWalk plane(space.number() == 1 ? space.bytes() : std::string_view());
    while (plane.Next()) {
      WireWalk line(plane.number() == 3 ? plane.bytes() : std::string_view());
      while (line.Next()) {
        const bool is_whole = line.type() == WireWalk::Type::kBytes && !line.cut();
        events += line.number() == 4 && is_whole ? 1 : 0;
      }
    }
  }
  return events;
}

// All rows made from events, totals, and events counted as unreadable.
int64_t EventsAccountedFor(const ReadRun& run) {
  auto events = static_cast<int64_t>(run.profile.unplaced.size());
  for (const Events& track : run.profile.events.values()) {
    events += static_cast<int64_t>(track.size());
  }
  return events + run.Count(ImportProblem::kAggregatedEvent) +
         run.Count(ImportProblem::kMalformedField);
}

TEST_CASE("every event of a recorded XSpace is read, whole or not") {
  for (const auto& [name, bytes] : RecordedFiles()) {
    CAPTURE(name);
    const ReadRun run = ReadXSpaceBytes(bytes);
    CHECK(run.Count(ImportProblem::kMalformedField) == 0);
    CHECK(EventsInFile(bytes) > 100);
    CHECK(EventsAccountedFor(run) == EventsInFile(bytes));
    for (const size_t part : {bytes.size() / 3, bytes.size() / 2, bytes.size() - 5}) {
      const std::string cut = bytes.substr(0, part);
      CHECK(EventsAccountedFor(ReadXSpaceBytes(cut)) == EventsInFile(cut));
    }
  }
}

TEST_CASE("an event that is damaged is counted, and those around it are read") {
  xp::XSpace space;
  MadePlane host(space, "/host:CPU");
  xp::XLine* line = host.Line("t");
  for (int i = 0; i < 3; ++i) host.Event(line, "a:A", 10 * i, 5, {{"bytes_accessed", 3.0}});
  std::string bytes = space.SerializeAsString();
  // The tag of the second event's offset_ps becomes invalid.
  const std::string offset = {0x10, 10, 0x18, 5};
  bytes[bytes.find(offset)] = 0x16;
  const ReadRun run = ReadXSpaceBytes(bytes);
  CHECK(run.Count(ImportProblem::kMalformedField) == 1);
  CHECK(EventsOf(run, "t (1)").begin == std::vector<int64_t>{0, 20});
  CHECK(EventsAccountedFor(run) == 3);
}

TEST_CASE("times that overflow wherever they are added up are read") {
  xp::XSpace space;
  MadePlane host(space, "/host:CPU");
  for (const int64_t at : {INT64_MIN, INT64_MAX, int64_t{0}, INT64_MAX / 1000}) {
    xp::XLine* line = host.Line("t", at);
    // Overlapping siblings take more time than their parent has.
    constexpr int64_t kHalf = int64_t{1} << 62;
    for (int64_t i = 0; i < 6; ++i) host.Event(line, "a:A", i, kHalf - 1 - (i == 0 ? 0 : 9 - i));
    host.Event(line, "train", INT64_MAX - 10, 5, {{"_r", int64_t{1}}, {"step_num", INT64_MIN}});
    host.Event(line, "train", -kHalf, kHalf, {{"_r", int64_t{1}}, {"step_num", INT64_MAX}});
    host.Event(line, "MemoryDeallocation", 1, 0, {{"allocation_bytes", INT64_MIN}});
  }
  MadePlane task(space, "Task Environment",
                 {{"profile_start_time", INT64_MIN}, {"profile_stop_time", INT64_MAX}});
  MadePlane core(space, "/device:TPU:0");
  xp::XLine* steps = core.Line("Steps");
  core.Event(steps, "1", INT64_MIN, 5, {{"device_offset_ps", INT64_MAX}});
  core.Event(steps, "1", 0, INT64_MAX, {{"device_offset_ps", INT64_MIN}});
  core.Event(steps, "1", -5, INT64_MAX, {{"device_duration_ps", int64_t{-1}}});
  const std::string bytes = space.SerializeAsString();
  const ReadRun run = ReadXSpaceBytes(bytes);
  REQUIRE(run.status.ok());
  CHECK(run.Count(ImportProblem::kTimeOutOfRange) > 0);
  CHECK(EventsAccountedFor(run) == EventsInFile(bytes));
  AskAll(run.profile);
}

TEST_CASE("a time that no timeline holds, of an event of no op") {
  xp::XSpace space;
  MadePlane gpu(space, "/device:GPU:0");
  gpu.Event(gpu.Line("Stream #1"), "a kernel", 0, -5);
  MadePlane host(space, "/host:CPU");
  host.Event(host.Line("t"), "a:A", INT64_MAX, 5)->set_metadata_id(77);
  const ReadRun run = ReadMade(space);
  REQUIRE(run.profile.unplaced.size() == 2);
  CHECK(run.profile.unplaced[0].op == run.Op("<unknown event 77>"));
  CHECK(run.profile.unplaced[1].op == run.Op("a kernel"));
  CHECK(run.profile.execs().row.size() == 2);
  AskAll(run.profile);
}

TEST_CASE("stats of another type than theirs mean nothing") {
  xp::XSpace space;
  MadePlane host(space, "/host:CPU", {{"dropped_traces", std::string("many")}});
  xp::XLine* line = host.Line("t");
  host.Event(line, "a:A", 0, 5,
             {{"tf_op", int64_t{7}},
              {"step_num", std::string("x")},
              {"_r", 1.5},
              {"correlation_id", RawBytes{"\x01"}},
              {"flops", std::string("1e99")},
              {"is_eager", std::string("yes")}});
  host.Event(line, "b:B", 10, 5, {{"hlo_op", 1e300}, {"program_id", -1e300}});
  const ReadRun run = ReadMade(space);
  CHECK(EventsOf(run, "t (1)").size() == 2);
  CHECK(run.profile.flows.empty());
  CHECK(run.profile.ops.row[run.Op("a")].float_ops == kUnknown);
  CHECK(run.Count(ImportProblem::kDroppedEvents) == 0);
  AskAll(run.profile);
}

TEST_CASE("planes without lines, lines without events, and a plane twice") {
  xp::XSpace space;
  MadePlane empty(space, "/device:GPU:0", {{"core_count", int64_t{7}}});
  for (int part = 0; part < 2; ++part) {
    MadePlane host(space, "/host:CPU");
    host.Event(host.Line("t"), "a:A", 10 * part, 5);
    host.Line("nothing");
  }
  MadePlane again(space, "/device:GPU:0");
  const ReadRun run = ReadMade(space);
  CHECK(run.profile.devices.size() == 2);
  CHECK(run.profile.devices[DeviceId(1)].core_count == 7);  // hosts come first
  CHECK(EventsOf(run, "t (1)").begin == std::vector<int64_t>{0, 10});
}

TEST_CASE("many names, and lines that need few of them, take no more than a moment") {
  constexpr int64_t kNames = 300'000;
  xp::XSpace space;
  MadePlane core(space, "/device:TPU:0");
  for (int64_t i = 0; i < kNames; ++i) {
    (*core->mutable_event_metadata())[i * 12345].set_name("x" + std::to_string(i % 1000));
    (*core->mutable_stat_metadata())[-i].set_name("y");
  }
  // Lines of ops and other lines alternate: cached names must not be dropped with each.
  for (int i = 0; i < 3000; ++i) core.Event(core.Line(i % 2 ? "XLA Ops" : "Steps"), "op", i, 1);
  const auto start = std::chrono::steady_clock::now();
  const ReadRun run = ReadMade(space);
  CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(20));
  CHECK(run.Op("op").valid());
}

}  // namespace
}  // namespace profiler
