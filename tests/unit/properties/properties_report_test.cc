// The import report accounts for every event: events read plus events left out give their total.
#include <algorithm>

#include "tests/unit/common/sanitized.h"
#include "tests/unit/properties/generated_inputs.h"

namespace profiler {
namespace {

constexpr uint64_t kSeeds = Seeds(60);

int64_t Skipped(const OpenedProfile& opened, std::initializer_list<ImportProblem> problems) {
  int64_t count = 0;
  for (const ImportReport::Entry& entry : opened.import_report.entries()) {
    if (std::find(problems.begin(), problems.end(), entry.problem) != problems.end()) {
      count += entry.count;
    }
  }
  return count;
}

int64_t EventsIn(const Profile& profile) {
  int64_t count = 0;
  for (const Events& events : profile.events.values()) count += static_cast<int64_t>(events.size());
  return count;
}

int64_t UnplacedIn(const Profile& profile) { return static_cast<int64_t>(profile.unplaced.size()); }

TEST_CASE("properties: every time of a ProfileProto was read or is counted as left out") {
  for (uint64_t seed = 0; seed < kSeeds; ++seed) {
    CAPTURE(seed);
    tensorflow::tfprof::ProfileProto raw = ProfileProtoGenerator(seed).Make();
    Random random(seed);
    int64_t present = 0;
    for (auto& [id, node] : *raw.mutable_nodes()) {
      for (auto& [step, exec] : *node.mutable_execs()) {
        for (auto* lanes : {exec.mutable_cpu_execs(), exec.mutable_accelerator_execs()}) {
          for (auto& [lane, times] : *lanes) {
            present += times.times_size();
            for (auto& time : *times.mutable_times()) {
              if (random.Chance(5)) time.mutable_int64_values()->RemoveLast();
              if (random.Chance(3)) time.set_int64_values(0, INT64_MAX);
            }
          }
        }
      }
    }
    const OpenedProfile opened = Opened({"profile_1", raw.SerializeAsString()});
    const int64_t unplaced =
        Skipped(opened, {ImportProblem::kZeroStart, ImportProblem::kNegativeDuration,
                         ImportProblem::kTimeOutOfRange});
    CHECK(UnplacedIn(opened.profile) == unplaced);
    CHECK(EventsIn(opened.profile) + unplaced + Skipped(opened, {ImportProblem::kMalformedTime}) ==
          present);
  }
}

TEST_CASE("properties: every event of an XSpace was read or is counted as left out") {
  for (uint64_t seed = 0; seed < kSeeds; ++seed) {
    CAPTURE(seed);
    const xp::XSpace raw = XSpaceGenerator(seed, true).Make();
    int64_t present = 0;
    for (const xp::XPlane& plane : raw.planes()) {
      for (const xp::XLine& line : plane.lines()) present += line.events_size();
    }
    const OpenedProfile opened = Opened({"h.xplane.pb", raw.SerializeAsString()});
    const int64_t unplaced =
        Skipped(opened, {ImportProblem::kNegativeDuration, ImportProblem::kTimeOutOfRange});
    const int64_t aggregated = Skipped(opened, {ImportProblem::kAggregatedEvent});
    CHECK(UnplacedIn(opened.profile) == unplaced);
    CHECK(EventsIn(opened.profile) + unplaced + aggregated == present);
  }
}

// An invalid event, and the problem that counts it.
struct OddEvent {
  nlohmann::json event;
  ImportProblem problem;
};

std::vector<OddEvent> OddEvents() {
  constexpr int64_t at = TraceGenerator::kStart + 5;
  return {
      {{{"ph", "X"}, {"name", "timeless"}, {"pid", 1}, {"tid", 1}}, ImportProblem::kBadEvent},
      {{{"name", "phaseless"}, {"pid", 1}, {"tid", 1}, {"ts", at}}, ImportProblem::kBadEvent},
      {{{"ph", "E"}, {"name", "end"}, {"pid", 1}, {"tid", 9}, {"ts", at}},
       ImportProblem::kUnmatchedEnd},
      {{{"ph", "?"}, {"name", "unknown"}, {"pid", 1}, {"tid", 1}, {"ts", at}},
       ImportProblem::kUnknownPhase},
      {{{"ph", "c"}, {"name", "sync"}, {"pid", 1}, {"tid", 1}, {"ts", at}},
       ImportProblem::kSkippedPhase},
      {{{"ph", "X"}, {"name", "back"}, {"pid", 1}, {"tid", 1}, {"ts", at}, {"dur", -5}},
       ImportProblem::kNegativeDuration},
  };
}

TEST_CASE("properties: every event of a Chrome trace was read or is counted as left out") {
  for (uint64_t seed = 0; seed < kSeeds; ++seed) {
    CAPTURE(seed);
    Random random(seed);
    std::vector<nlohmann::json> events = TraceGenerator(seed).Events();
    const int64_t slices =
        std::count_if(events.begin(), events.end(), [](const auto& e) { return e["ph"] == "X"; });
    std::map<ImportProblem, int64_t> odd;
    for (int64_t count = random.Below(12); count-- > 0;) {
      const OddEvent added = random.Of(OddEvents());
      ++odd[added.problem];
      events.insert(events.begin() + random.Below(static_cast<int64_t>(events.size()) + 1),
                    added.event);
    }
    const OpenedProfile opened = Opened({"t.json", TraceGenerator::Document(events)});
    CHECK(EventsIn(opened.profile) == slices);
    for (const auto& [problem, count] : odd) {
      CAPTURE(Info(problem).id);
      CHECK(Skipped(opened, {problem}) == count);
    }
  }
}

}  // namespace
}  // namespace profiler
