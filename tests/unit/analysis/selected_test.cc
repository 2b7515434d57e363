// How a selection is resolved, and what a scan visits.
#include "profiler/analysis/selection/selected.h"

#include <string>
#include <utility>
#include <vector>

#include "profiler/analysis/selection/event_scan.h"
#include "profiler/analysis/selection/shown_names.h"
#include "profiler/analysis/selection/track_order.h"
#include "profiler/base/status.h"
#include "profiler/catalog/exporters.h"
#include "profiler/catalog/views.h"
#include "profiler/export/export.h"
#include "tests/unit/common/made_profile.h"
#include "tests/unit/export/memory_files.h"

namespace profiler {
namespace {

constexpr char kCpu[] = "/device:cpu:0", kGpu[] = "/device:gpu:0";

// Steps 1 and 2 of two sources: a host's lane and thread and a GPU's stream. The second source has
// only a lane.
struct Job {
  Job() {
    MadeProfile made;
    const SourceId first = made.Source("first", "host-a"), second = made.Source("second", "host-b");
    const StepId one = made.builder.Step(first, 1), two = made.builder.Step(first, 2);
    const StepId other = made.builder.Step(second, 2);
    const OpId a = made.Op("a"), b = made.Op("b");
    stream = made.Stream(first, kGpu);
    made.Event(stream, 30, 5, b, two);
    made.Event(stream, 10, 5, a, one);
    made.Event(stream, 50, 5, a);
    thread = made.Track(first, kCpu, TrackKind::kThread);
    made.Event(thread, 10, 20, b, one);
    lane = made.Track(second, "/device:cpu:1");
    made.Event(lane, 40, 2, a, other);
    EventRow mark;
    mark.begin = 20 * kUs;
    mark.kind = EventKind::kInstant;
    mark.step = one;
    made.builder.AddEvent(stream, mark);
    profile = made.builder.Build();
  }

  Selected Of(const std::string& steps, const std::string& devices = ".*") const {
    Selection selection = Query().selection;
    selection.steps = *StepSelection::Parse(steps);
    selection.devices = *RegexSet::Compile({devices});
    return {profile, selection};
  }

  Profile profile;
  TrackId stream, thread, lane;
};

// "track begin" of each event, in microseconds.
using Seen = std::vector<std::pair<TrackId, int64_t>>;

Seen ScanOf(const Selected& selected, TrackFilter filter) {
  Seen seen;
  RunContext context;
  REQUIRE(ForEachEvent(selected, filter, context, [&](const Track& track, uint32_t event) {
            seen.emplace_back(track.id, track.events.begin[event] / kUs);
          }).ok());
  return seen;
}

std::vector<TrackId> IdsOf(const Tracks& tracks) {
  std::vector<TrackId> ids;
  for (const Track track : tracks) ids.push_back(track.id);
  return ids;
}

TEST_CASE("steps that were not recorded are none, and an error to who asks") {
  const Job job;
  const Selected missing = job.Of("7");
  CHECK(absl::IsNotFound(missing.CheckSteps()));
  CHECK_FALSE(missing.all());
  CHECK_FALSE(missing.steps().Has(StepId(0)));
  CHECK_FALSE(missing.steps().Has(StepId()));
  RunContext context;
  int64_t seen = 0;
  const auto count = [&](const Track&, uint32_t) { ++seen; };
  CHECK(absl::IsNotFound(ForEachEvent(missing, IsAnyTrack, context, count)));
  CHECK(absl::IsNotFound(ForEachDeviceEvent(missing, context, count)));
  CHECK(seen == 0);
  CHECK(missing.WithAllSteps().CheckSteps().ok());
}

TEST_CASE("other selections of the same query keep the rest of it") {
  const Job job;
  const Selected asked = job.Of("1", ".*gpu.*");
  CHECK(asked.steps().one_number);
  CHECK(IdsOf(Tracks(asked)) == std::vector<TrackId>{job.stream});
  const Selected all_steps = asked.WithAllSteps();
  CHECK(all_steps.steps().all);
  CHECK(&all_steps.source_filter() == &asked.source_filter());
  CHECK(all_steps.selection().steps.all());
  const Selected everywhere = asked.OnAllDevices();
  CHECK(&everywhere.steps() == &asked.steps());
  CHECK(everywhere.source_filter().all());
  CHECK(IdsOf(Tracks(asked.AtAllPlaces())).size() == 3);
  CHECK_FALSE(asked.all());
  CHECK(all_steps.AtAllPlaces().all());
}

TEST_CASE("keys tell steps and places apart") {
  const Job job;
  CHECK(job.Of("1").Key() == job.Of("1").Key());
  CHECK(job.Of("1").Key() != job.Of("2").Key());
  CHECK(job.Of("1").Key() != job.Of("1", ".*gpu.*").Key());
  CHECK(job.Of("-1").Key() == job.Of("1").WithAllSteps().Key());
}

TEST_CASE("tracks come by id, those that pass the filter, at the selected places") {
  const Job job;
  CHECK(IdsOf(Tracks(job.profile)) == std::vector<TrackId>{job.stream, job.thread, job.lane});
  CHECK(IdsOf(Tracks(job.profile, HoldsDeviceWork)) == std::vector<TrackId>{job.stream});
  CHECK(IdsOf(Tracks(job.profile, HoldsThreadsWork)) == std::vector<TrackId>{job.thread});
  const Selected on_hosts = job.Of("-1", ".*cpu.*");
  CHECK(IdsOf(Tracks(on_hosts)) == std::vector<TrackId>{job.thread, job.lane});
  CHECK(IdsOf(Tracks(on_hosts, HoldsDeviceWork)).empty());
  CHECK(IdsOf(Tracks(Profile())).empty());
  CHECK(TracksInOrder(job.Of("-1")) == std::vector<TrackId>{job.thread, job.stream, job.lane});
  CHECK(TracksInOrder(on_hosts) == std::vector<TrackId>{job.thread, job.lane});
}

TEST_CASE("a scan hands out the events of selected steps in order of begin") {
  const Job job;
  CHECK(ScanOf(job.Of("-1"), HoldsDeviceWork) ==
        Seen{{job.stream, 10}, {job.stream, 20}, {job.stream, 30}, {job.stream, 50}});
  CHECK(ScanOf(job.Of("2"), IsAnyTrack) == Seen{{job.stream, 30}, {job.lane, 40}});
  CHECK(ScanOf(job.Of("2", ".*cpu.*"), IsAnyTrack) == Seen{{job.lane, 40}});
}

TEST_CASE("work on accelerators: marks are none, and that of other steps passes by") {
  const Job job;
  RunContext context;
  Seen taken, passed;
  const auto to = [](Seen& seen) {
    return [&seen](const Track& track, uint32_t event) {
      seen.emplace_back(track.id, track.events.begin[event] / kUs);
    };
  };
  REQUIRE(ForEachDeviceEvent(job.Of("1"), context, to(taken), to(passed)).ok());
  CHECK(taken == Seen{{job.stream, 10}});
  CHECK(passed == Seen{{job.stream, 30}, {job.stream, 50}});
  taken.clear();
  REQUIRE(ForEachDeviceEvent(job.Of("1", ".*cpu.*"), context, to(taken), to(passed)).ok());
  CHECK(taken.empty());
  CHECK(passed.size() == 2);
}

TEST_CASE("a scan stops where it is told to") {
  const Job job;
  RunContext context;
  context.Cancel();
  int64_t seen = 0;
  const auto count = [&](const Track&, uint32_t) { ++seen; };
  CHECK(absl::IsCancelled(ForEachEvent(job.Of("-1"), IsAnyTrack, context, count)));
  CHECK(absl::IsCancelled(ForEachDeviceEvent(job.Of("-1"), context, count)));
  CHECK(seen == 0);
}

TEST_CASE("names are shown or hidden; what has none is as an empty name") {
  const Job job;
  const Events& events = job.profile.events[job.stream];
  const auto shown = [&](const Query& query) {
    ShownNames names(job.profile, query);
    std::vector<int64_t> begins;
    for (uint32_t e = 0; e < events.size(); ++e) {
      if (names.Has(events, e)) begins.push_back(events.begin[e] / kUs);
    }
    return begins;
  };
  Query query;
  CHECK(shown(query) == std::vector<int64_t>{10, 20, 30, 50});
  query.show_names = *RegexSet::Compile({"a"});
  CHECK(shown(query) == std::vector<int64_t>{10, 50});
  query = Query();
  query.hide_names = *RegexSet::Compile({"a"});
  CHECK(shown(query) == std::vector<int64_t>{20, 30});
}

TEST_CASE("every view but info, and every exporter, says that a step was not recorded") {
  const Job job;
  Query query;
  query.compat_tfprof = false;
  query.advice.checkers = {"StepChecker"};
  query.dips.below = 1;
  query.selection.steps = StepSelection::One(7);
  for (const View& view : AllViews()) {
    CAPTURE(view.name);
    RunContext context;
    const absl::Status status = view.run({job.profile, query.selection}, query, context).status();
    CHECK(absl::IsNotFound(status) == (view.name != "info"));
  }
  for (const Exporter& exporter : AllExporters()) {
    for (const View& view : AllViews()) {
      CAPTURE(exporter.name, view.name);
      RunContext context;
      MemoryFiles files;
      const absl::Status status = RunExporter(exporter, {job.profile, query.selection}, query,
                                              {view.name, "out"}, files, context)
                                      .status();
      CHECK((absl::IsNotFound(status) || absl::IsInvalidArgument(status)));
    }
  }
}

}  // namespace
}  // namespace profiler
