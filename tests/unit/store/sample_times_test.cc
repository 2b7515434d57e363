#include "profiler/store/packed/sample_times.h"

#include <catch2/catch.hpp>
#include <vector>

#include "profiler/store/builder.h"

namespace profiler {
namespace {

using Times = std::vector<int64_t>;

SampleTimes Of(const Times& times) {
  SampleTimes of;
  for (const int64_t time : times) of.Append(time);
  return of;
}

TEST_CASE("sample times: those taken together are one column, each with as many as it has") {
  SampleTimes first = Of({10, 20});
  SampleTimes second = SampleTimes::Beside(first);
  CHECK(second.empty());
  second.Append(10);
  CHECK(second.begin() == first.begin());
  CHECK(second == Times{10});

  second.Append(20);
  second.Append(30);  // comes first this time
  first.Append(30);
  CHECK(second.begin() == first.begin());
  CHECK(first == Times{10, 20, 30});
}

TEST_CASE("sample times: one that misses a tick goes its own way, and the others keep theirs") {
  SampleTimes first = Of({10, 20, 30});
  SampleTimes second = SampleTimes::Beside(first);
  second.Append(10);
  second.Append(30);
  second.Append(40);
  first.Append(35);
  CHECK(first == Times{10, 20, 30, 35});
  CHECK(second == Times{10, 30, 40});
}

TEST_CASE("sample times: what was frozen is not changed through what shares it") {
  SampleTimes all = Of({10, 20, 30});
  all.Freeze();
  SampleTimes part = all.Part(1, 1);
  CHECK(part == Times{20});
  CHECK(part.begin() == all.begin() + 1);
  const int64_t* const before = all.begin();
  SampleTimes copy = all;
  copy.Append(40);
  part.Append(25);
  CHECK(all.begin() == before);
  CHECK(all == Times{10, 20, 30});
  CHECK(copy == Times{10, 20, 30, 40});
  CHECK(part == Times{20, 25});
}

TEST_CASE("series: a source's metrics share their times, sorted ones, too") {
  ProfileBuilder builder;
  const SourceId source = builder.AddSource({});
  const MetricId metrics[] = {builder.AddMetric({}), builder.AddMetric({}), builder.AddMetric({})};
  for (const int64_t time : {30, 10, 20}) {
    for (const MetricId metric : metrics) {
      if (time == 20 && metric == metrics[2]) continue;
      builder.AddCounter({metric, source, DeviceId(), time, static_cast<double>(time)});
    }
  }
  const Profile profile = builder.Build();
  REQUIRE(profile.series.size() == 3);
  CHECK(profile.series[0].time == Times{10, 20, 30});
  CHECK(profile.series[0].value == std::vector<double>{10, 20, 30});
  CHECK(profile.series[0].time.begin() == profile.series[1].time.begin());
  CHECK(profile.series[2].time == Times{10, 30});
  CHECK(profile.series[2].value == std::vector<double>{10, 30});
}

}  // namespace
}  // namespace profiler
