// Totals of more ops, steps and events than are summed at a time.
#include <catch2/catch.hpp>
#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <tuple>
#include <vector>

#include "profiler/store/builder.h"

namespace profiler {
namespace {

constexpr uint32_t kOps = 3000, kSteps = 12, kEvents = 120'000;

struct Totals {
  Int128 cpu_time = 0, accelerator_time = 0;
  int64_t events = 0, recorded = 0, requested_bytes = 0;
};
using Key = std::tuple<uint32_t, uint32_t, uint32_t>;  // op, step, device

// Mostly of a few ops, in random order; some ops have nothing.
struct Job {
  ProfileBuilder builder;
  std::map<Key, Totals> expected;

  Job() {
    std::mt19937_64 random(7);
    const SourceId source = builder.AddSource({});
    for (uint32_t op = 0; op < kOps; ++op) {
      OpRow row;
      row.name = builder.Intern("op" + std::to_string(op));
      builder.AddOp(row);
    }
    for (uint32_t step = 0; step < kSteps; ++step) builder.Step(source, step);
    const TrackId tracks[] = {Track(source, "/device:cpu:0", TrackKind::kLane),
                              Track(source, "/device:gpu:0", TrackKind::kStream)};
    for (uint32_t i = 0; i < kEvents; ++i) {
      const bool accelerator = random() % 4 == 0;
      EventRow event;
      event.op = OpId(static_cast<uint32_t>(random() % 3 == 0 ? random() % kOps : 77 * (i % 5)));
      event.step = StepId(static_cast<uint32_t>(random() % kSteps));
      event.begin = static_cast<int64_t>(random() % 50'000) * 1'000'000;
      event.duration = static_cast<int64_t>(random() % 5);
      builder.AddEvent(tracks[accelerator], event);
      Totals& totals = expected[{event.op.row(), event.step.row(), accelerator ? 1 : 0}];
      (accelerator ? totals.accelerator_time : totals.cpu_time) += event.duration;
      ++totals.events;
    }
    for (uint32_t op = 0; op < kOps; op += 2) {
      for (uint32_t step = 0; step < kSteps; ++step) AddFacts(OpId(op), StepId(step));
    }
  }

  TrackId Track(SourceId source, const char* device, TrackKind kind) {
    TrackRow row;
    row.source = source;
    row.device = builder.Device(device);
    row.kind = kind;
    return builder.Track(row);
  }

  void AddFacts(OpId op, StepId step) {
    ExecRow exec;
    exec.op = op;
    exec.step = step;
    exec.device = DeviceId(0);
    exec.runs = op.row() + 1;
    builder.AddExec(exec);
    SnapshotRow snapshot;
    snapshot.op = op;
    snapshot.step = step;
    snapshot.device = DeviceId(0);
    snapshot.requested_bytes = 64;
    builder.AddSnapshot(snapshot);
    Totals& totals = expected[{op.row(), step.row(), 0}];
    totals.recorded += exec.runs;
    totals.requested_bytes += 64;
  }
};

TEST_CASE("Exec rows hold the totals of all facts, on any number of threads") {
  for (const size_t threads : {1, 3}) {
    CAPTURE(threads);
    Job job;
    const Profile profile = job.builder.Build(threads);
    REQUIRE(profile.execs().row.size() == job.expected.size());
    REQUIRE(profile.execs().op_start.size() == kOps + 1);
    size_t row = 0;
    for (const auto& [key, totals] : job.expected) {
      const ExecRow exec = profile.execs().row[row];
      const auto [op, step, device] = key;
      CAPTURE(op, step, device);
      REQUIRE(exec.op == OpId(op));
      REQUIRE(exec.step == StepId(step));
      REQUIRE(exec.device == DeviceId(device));
      CHECK(profile.execs().op_start[op] <= row);
      CHECK(profile.execs().op_start[op + 1] > row);
      CHECK((exec.cpu_time == totals.cpu_time && exec.accelerator_time == totals.accelerator_time));
      if (totals.recorded != 0) {
        CHECK(exec.runs == totals.recorded);
        CHECK(exec.requested_bytes == totals.requested_bytes);
      }
      ++row;
    }
    CHECK(profile.execs().op_start[kOps] == row);
  }
}

TEST_CASE("Events stand by begin, the longer first, equal ones as they came") {
  ProfileBuilder builder;
  const SourceId source = builder.AddSource({});
  TrackRow track;
  track.source = source;
  const TrackId lane = builder.Track(track);
  std::mt19937_64 random(3);
  const int64_t far[] = {0, INT64_MIN / 4, INT64_MAX / 4};
  for (uint32_t i = 0; i < 5000; ++i) {
    EventRow event;
    event.begin = far[random() % 3] + static_cast<int64_t>(random() % 300) * 1000;
    event.duration = static_cast<int64_t>(random() % 3);
    event.args = i;
    builder.AddEvent(lane, event);
  }
  const Profile profile = builder.Build();
  const Events& events = profile.events[lane];
  REQUIRE(events.size() == 5000);
  for (uint32_t e = 1; e < events.size(); ++e) {
    const auto place = [&](uint32_t row) {
      return std::make_tuple(events.begin[row], -events.duration[row], events.args[row]);
    };
    CHECK(place(e - 1) < place(e));
  }
}

}  // namespace
}  // namespace profiler
