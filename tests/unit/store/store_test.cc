// What the store makes of facts that arrive in any order.
#include <catch2/catch.hpp>
#include <string>
#include <thread>
#include <vector>

#include "profiler/base/run_context.h"
#include "profiler/store/builder.h"
#include "profiler/store/exec_devices.h"
#include "profiler/store/profile_bytes.h"
#include "tests/unit/common/ask.h"
#include "tests/unit/store/hand_made.h"

namespace profiler {
namespace {

constexpr int64_t kUs = kPicosPerMicro;

TEST_CASE("a pprof heap keeps frames and samples without ops") {
  Maker m;
  m.Source("a");
  const FrameId main = m.Frame(FrameId(), "main.py", 1, "main");
  const FrameId load = m.Frame(main, "data.py", 5, "load");
  CHECK(m.Frame(main, "data.py", 5, "load") == load);
  MetricRow metric;
  metric.name = m.builder.Intern("inuse_space");
  metric.unit = m.builder.Intern("bytes");
  const MetricId heap = m.builder.AddMetric(metric);
  m.builder.AddSample({load, heap, 4096});
  const Profile profile = m.builder.Build();
  REQUIRE(profile.samples.size() == 1);
  CHECK(profile.samples[0].value == 4096);
  CHECK(profile.frames[profile.samples[0].frame].parent == main);
  CHECK(Run("op", profile).rows.empty());
  CHECK(Run("scope", profile).rows.size() == 1);
  RunContext context;
  CHECK_FALSE(Ask(profile, "code", AllMeasures(), context).ok());
}

TEST_CASE("a source without steps is one step") {
  Maker m;
  const SourceId source = m.Source("a");
  m.Event(m.Thread(source), 0, 5, m.Op("a", "A"));
  m.Event(m.Thread(source), 50, 5, m.Op("b", "B"));
  const Profile profile = m.builder.Build();
  REQUIRE(profile.steps.size() == 1);
  CHECK(profile.steps[StepId(0)].found_by == StepFoundBy::kWhole);
  CHECK(profile.steps[StepId(0)].end == 55 * kUs);
  CheckTotals(profile, 10);
}

TEST_CASE("events on a thread nest by time, zero-length ones too") {
  Maker m;
  const TrackId thread = m.Thread(m.Source("a"));
  m.Event(thread, 0, 100);
  m.Event(thread, 10, 20);
  m.Event(thread, 15, 0);
  m.Event(thread, 90, 20);  // ends after the first: a sibling
  m.Event(thread, 100, 10);
  const Profile profile = m.builder.Build();
  const Events& events = profile.events[thread];
  CHECK(events.parent == std::vector<uint32_t>{UINT32_MAX, 0, 1, UINT32_MAX, 3});
  CHECK(events.self[0] == 70 * kUs);  // time of its neighbour belongs to that one
  CHECK(events.self[1] == 20 * kUs);
}

TEST_CASE("totals that are asked for later are made once, whichever thread asks first") {
  const auto make = [](bool later) {
    Maker m;
    const SourceId source = m.Source("a");
    const TrackId thread = m.Thread(source), stream = m.Stream(source);
    for (int64_t i = 0; i < 5000; ++i) {
      const StepId step = m.builder.Step(source, i % 10);
      m.Event(thread, 10 * i, 8, m.Op("op", "MatMul"), step);
      m.Event(stream, 10 * i + 2, 4, m.Op("op", "MatMul"), step);
    }
    m.builder.Device("/device:gpu:1");
    if (later) m.builder.AddUpWhenAsked();
    return m.builder.Build(2);
  };
  const Profile at_once = make(false), later = make(true);
  CHECK(HeapBytes(later) < HeapBytes(at_once));
  std::vector<const Execs*> seen(4);
  {
    std::vector<std::jthread> threads;
    for (const Execs*& one : seen) threads.emplace_back([&] { one = &later.execs(); });
  }
  for (const Execs* one : seen) CHECK(one == seen[0]);
  CHECK(HeapBytes(later) == HeapBytes(at_once));
  const auto& rows = later.execs().row;
  REQUIRE(rows.size() == at_once.execs().row.size());
  std::vector<char> has(later.devices.size());
  for (uint32_t i = 0; i < rows.size(); ++i) {
    ExecRow want = at_once.execs().row[i];
    EachOfBoth(want, rows[i], [](const auto& a, const auto& b) { CHECK((a == b)); });
    has[rows[i].device.row()] = 1;
  }
  CHECK(DevicesOfExecs(later) == has);
}

TEST_CASE("flows are packed without loss") {
  Maker m;
  const SourceId source = m.Source("a");
  const TrackId thread = m.Thread(source), stream = m.Stream(source);
  constexpr uint32_t kEvents = 1000;
  for (uint32_t i = 0; i < kEvents; ++i) {
    m.Event(thread, 10 * i, 8);
    m.Event(stream, 10 * (kEvents - i), 4);  // sorting turns them round
    m.builder.AddFlow({{thread, i}, {stream, i}, i % 3 == 0 ? FlowKind::kLaunch : FlowKind::kData});
  }
  const Profile profile = m.builder.Build();
  REQUIRE(profile.flows.size() == kEvents);
  uint32_t i = 0;
  for (const FlowRow& flow : profile.flows.values()) {
    CHECK(flow.from == EventId{thread, i});
    CHECK(flow.to == EventId{stream, kEvents - 1 - i});
    CHECK(flow.kind == (i % 3 == 0 ? FlowKind::kLaunch : FlowKind::kData));
    CHECK(profile.flows[i].to == flow.to);
    ++i;
  }
}

}  // namespace
}  // namespace profiler
