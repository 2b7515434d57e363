// Ranks of one job that number the same steps differently.
#include "profiler/store/transform/step_offsets.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <string>
#include <utility>
#include <vector>

#include "profiler/base/int128.h"
#include "profiler/store/builder.h"
#include "profiler/store/transform/merge.h"

namespace profiler {
namespace {

constexpr int64_t kUs = kPicosPerMicro;
constexpr int64_t kSteps = 12;

struct MadeRank {
  int64_t rank = 0;
  std::string host = "one";
  int64_t first_number = 10;
  int64_t clock_us = 0;        // by which its clock is ahead
  int64_t marks_early_us = 0;  // by which the host is ahead of its device
  bool has_clock = true, has_collectives = true;
};

// Steps of about a millisecond. Each ends with an all-reduce.
Profile Made(const MadeRank& made) {
  ProfileBuilder builder;
  SourceRow row;
  row.path = builder.Intern("rank" + std::to_string(made.rank) + ".json");
  row.run = builder.Intern("job");
  row.rank = made.rank;
  row.host = builder.Intern(made.host);
  if (made.has_clock) row.epoch_ns = 1'000'000'000 + 1000 * made.clock_us;
  const SourceId source = builder.AddSource(row);
  TrackRow track;
  track.source = source;
  track.device = builder.Device("/device:GPU:0");
  track.kind = TrackKind::kStream;
  const TrackId stream = builder.Track(track);
  const StringId label = builder.Intern("ncclDevKernel_AllReduce_Sum_f32_RING_LL");
  int64_t begin = 5000;
  for (int64_t i = 0; i < kSteps; ++i) {
    const int64_t end = begin + 1000 + 7 * (i * i % 5);
    const StepId step = builder.Step(source, made.first_number + i);
    builder.step(step).begin = (begin - made.marks_early_us) * kUs;
    builder.step(step).end = (end - made.marks_early_us) * kUs;
    if (made.has_collectives) {
      EventRow event;
      event.begin = (end - 100) * kUs;
      event.duration = (90 + made.rank) * kUs;
      event.step = step;
      event.label = label;
      builder.AddEvent(stream, event);
    }
    begin = end;
  }
  return builder.Build();
}

struct Merged {
  MergeReport report;
  std::vector<int64_t> first_numbers;  // by source
};

Merged MergeRanks(const std::vector<MadeRank>& ranks) {
  std::vector<Profile> parts;
  parts.reserve(ranks.size());
  for (const MadeRank& rank : ranks) parts.push_back(Made(rank));
  Merged merged;
  const Profile profile = Merge(std::move(parts), merged.report);
  merged.first_numbers.assign(profile.sources.size(), INT64_MAX);
  for (const StepRow& step : profile.steps.values()) {
    int64_t& first = merged.first_numbers[step.source.row()];
    first = std::min(first, step.number);
  }
  return merged;
}

TEST_CASE("ranks without a number in common get those of the first ones") {
  const Merged merged = MergeRanks({{.rank = 0},
                                    {.rank = 1},
                                    {.rank = 2, .host = "two", .first_number = 110},
                                    {.rank = 3, .host = "two", .first_number = 110}});
  CHECK(merged.first_numbers == std::vector<int64_t>{10, 10, 10, 10});
  CHECK(merged.report.renumbered_sources == 2);
  CHECK(merged.report.first_renumbered == "rank 2 by 100 lower");
}

TEST_CASE("one rank that is a few steps off gets the numbers of most") {
  const Merged merged = MergeRanks({{.rank = 0, .first_number = 13}, {.rank = 1}, {.rank = 2}});
  CHECK(merged.first_numbers == std::vector<int64_t>{10, 10, 10});
  CHECK(merged.report.first_renumbered == "rank 0 by 3 lower");
}

TEST_CASE("without collectives, steps of ranks without a common number are paired by time") {
  const Merged merged =
      MergeRanks({{.rank = 0, .has_collectives = false},
                  {.rank = 1, .first_number = 500, .clock_us = 200, .has_collectives = false}});
  CHECK(merged.first_numbers == std::vector<int64_t>{10, 10});
}

TEST_CASE("clocks that differ are not taken for other numbers") {
  const Merged merged = MergeRanks({{.rank = 0}, {.rank = 1, .host = "two", .clock_us = 3300}});
  CHECK(merged.report.renumbered_sources == 0);
}

TEST_CASE("a host that is ahead of its device does not number its steps differently") {
  const Merged merged = MergeRanks({{.rank = 0}, {.rank = 1, .marks_early_us = 2100}});
  CHECK(merged.report.renumbered_sources == 0);
}

TEST_CASE("without a wall clock, numbers stay") {
  const Merged merged =
      MergeRanks({{.rank = 0}, {.rank = 1, .first_number = 13, .has_clock = false}});
  CHECK(merged.report.renumbered_sources == 0);
  CHECK(merged.first_numbers == std::vector<int64_t>{10, 13});
}

}  // namespace
}  // namespace profiler
