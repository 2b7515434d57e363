// Which files a merge takes for one run.
#include <algorithm>
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "profiler/store/builder.h"
#include "profiler/store/transform/merge.h"

namespace profiler {
namespace {

// What a trace of one process tells of its run.
struct TraceFacts {
  std::string path;
  int64_t rank = kUnknown, world_size = kUnknown, epoch_s = 0;
  std::string thread = "thread 100";
  std::string op = "aten::mm", host = "h";
  int64_t step = 1;
};

Profile TraceOf(const TraceFacts& facts) {
  ProfileBuilder builder;
  SourceRow source;
  source.path = builder.Intern(facts.path);
  source.host = builder.Intern(facts.host);
  source.rank = facts.rank;
  source.world_size = facts.world_size;
  source.epoch_ns = facts.epoch_s * 1'000'000'000;
  const SourceId id = builder.AddSource(source);
  TrackRow track;
  track.source = id;
  track.name = builder.Intern(facts.thread);
  track.device = builder.Device("/host:CPU");
  const TrackId thread = builder.Track(track);
  OpRow op;
  op.name = builder.Intern(facts.op);
  builder.AddEvent(thread, {0, 10 * kPicosPerMicro, builder.AddOp(op), builder.Step(id, facts.step),
                            StringId(), EventKind::kSlice, EventRow::kNoArgs});
  return builder.Build();
}

// The number of runs of these traces.
uint32_t CountRuns(const std::vector<TraceFacts>& traces) {
  std::vector<Profile> parts;
  for (const TraceFacts& facts : traces) parts.push_back(TraceOf(facts));
  MergeReport report;
  const Profile merged = Merge(std::move(parts), report);
  uint32_t runs = 0;
  for (const SourceRow& source : merged.sources.values()) {
    runs = std::max(runs, source.run_group + 1);
  }
  return runs;
}

TEST_CASE("traces of separate processes are separate runs") {
  CHECK(CountRuns({{.path = "x/a"}, {.path = "x/b", .epoch_s = 60}}) == 2);
  CHECK(CountRuns({{.path = "x/a"}, {.path = "y/a", .epoch_s = 60}}) == 2);
  CHECK(CountRuns({{.path = "x/a"}, {.path = "x/copy"}}) == 1);
  CHECK(CountRuns({{.path = "x/a", .rank = 0}, {.path = "x/b", .rank = 1}}) == 2);
}

TEST_CASE("files of one folder of a log folder are of one run") {
  CHECK(CountRuns({{.path = "plugins/profile/r/a"}, {.path = "plugins/profile/r/b", .op = "c"}}) ==
        1);
  CHECK(CountRuns({{.path = "plugins/profile/r/a"}, {.path = "plugins/profile/s/a"}}) == 2);
}

TEST_CASE("ranks of a distributed job are of one run") {
  const TraceFacts zero = {.path = "h0/a", .rank = 0, .world_size = 2};
  const TraceFacts one = {.path = "h1/a", .rank = 1, .world_size = 2, .epoch_s = 3};
  CHECK(CountRuns({zero, one}) == 1);
  TraceFacts other = one;
  // A job that begins as this one ends is another one, although its rank is the one missing.
  for (const int64_t later : {30, 3600}) {
    other.epoch_s = later;
    CHECK(CountRuns({zero, other}) == 2);
  }
  // Nothing that one did was recorded of the other: other steps, one after the other.
  other = one;
  other.step = 40;
  CHECK(CountRuns({zero, other}) == 2);
  // Ranks that number a step in their own way are recorded at the same time.
  other.epoch_s = 0;
  CHECK(CountRuns({zero, other}) == 1);
  other = one;
  other.world_size = 4;
  CHECK(CountRuns({zero, other}) == 2);
  other = one;
  other.op = "aten::relu";
  CHECK(CountRuns({zero, other}) == 2);
  // Another job of the same ranks.
  TraceFacts next = zero, last = one;
  next.path = "h2/a";
  last.path = "h3/a";
  CHECK(CountRuns({zero, one, next, last}) == 2);
  // Without a world size, their names or collectives tell of a job.
  CHECK(CountRuns({{.path = "x/rank0.json", .rank = 0}, {.path = "x/rank1.json", .rank = 1}}) == 1);
  CHECK(CountRuns({{.path = "x/rank0.json", .rank = 0}, {.path = "y/rank1.json", .rank = 1}}) == 2);
  // Files of several jobs in one folder, by their times and by what is known of their sizes.
  const TraceFacts early = {.path = "x/rank0.json", .rank = 0};
  CHECK(CountRuns({early, {.path = "x/rank1.json", .rank = 1, .epoch_s = 3600}}) == 2);
  CHECK(CountRuns({{.path = "x/a", .rank = 0, .world_size = 2},
                   {.path = "x/b", .rank = 1, .world_size = 2, .epoch_s = 3600}}) == 2);
  const TraceFacts of_300 = {.path = "x/rank34.json", .rank = 34, .world_size = 300};
  CHECK(CountRuns({early, {.path = "x/rank1.json", .rank = 1, .world_size = 2}, of_300}) == 2);
  CHECK(CountRuns({{.path = "x/a", .rank = 0, .op = "nccl:all_reduce"},
                   {.path = "x/b", .rank = 1, .op = "nccl:all_reduce"}}) == 1);
}

TEST_CASE("hosts that were recorded at one time in one folder are of one run") {
  const TraceFacts one = {.path = "x/a", .host = "h1"};
  CHECK(CountRuns({one, {.path = "x/b", .host = "h2"}}) == 1);
  CHECK(CountRuns({one, {.path = "x/b", .epoch_s = 60, .host = "h2"}}) == 2);
  CHECK(CountRuns({one, {.path = "y/b", .host = "h2"}}) == 2);
}

TEST_CASE("later recordings of a process are of its run") {
  const TraceFacts first = {.path = "x/a"};
  CHECK(CountRuns({first, {.path = "x/b", .epoch_s = 60, .step = 2}}) == 1);
  CHECK(CountRuns({first, {.path = "x/b", .epoch_s = 60, .step = 1}}) == 2);
  CHECK(CountRuns({first, {.path = "x/b", .epoch_s = 0, .step = 2}}) == 2);
  CHECK(CountRuns({first, {.path = "x/b", .epoch_s = 60, .thread = "thread 2", .step = 2}}) == 2);
}

}  // namespace
}  // namespace profiler
