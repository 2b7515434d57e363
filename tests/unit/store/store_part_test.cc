// Parts of a profile that are written to a store and opened again.
#include <string>
#include <utility>
#include <vector>

#include "profiler/store/transform/window.h"
#include "tests/unit/common/made_profile.h"
#include "tests/unit/store/recorded_profiles.h"
#include "tests/unit/store/store_files.h"
#include "tests/unit/store/transformed.h"

namespace profiler {
namespace {

TEST_CASE("a part opens from its store as it was, its times from the start of the whole") {
  Cut made;
  SourceRow clockless;
  clockless.path = made.builder.Intern("two");
  clockless.format = made.builder.Intern("hand_made");
  clockless.resolution_ps = 1;
  const SourceId other = made.builder.AddSource(clockless);
  made.builder.source(made.source).epoch_ns = 1'700'000'000'000'000'000;
  const TrackId track = made.Track(other, kGpu, TrackKind::kThread);
  made.Event(track, 500, 20, made.outer);  // without a clock: begins with the profile
  made.Event(made.thread, 0, 10, made.outer);
  made.Event(made.thread, 5, 10, made.inner);  // a sibling, with equal length when it is clipped
  made.Event(made.thread, 7, 2, made.kernel);
  const Profile made_part = Made(made.builder.Build(), Window("6us", "9us")).profile;
  const Profile again = Reopened(made_part);
  CHECK(again.events[made.thread].parent == std::vector<uint32_t>{UINT32_MAX, UINT32_MAX, 1});
  CheckSame(made_part, again);
  CheckSame(made_part, Reopened(again));
  CHECK((Cell(Answer("trace", again), 0, "begin_us") == 6));
  size_t checked = 0;
  for (const auto& [path, profile] : RecordedProfiles()) {
    if (path.find("xspace") == std::string::npos || LengthOf(profile) < 3) continue;
    CAPTURE(path);
    WindowReport report;
    const int64_t length = LengthOf(profile);
    const Profile part = CutToWindow(profile, {length / 3, length / 2}, report);
    if (report.events > 20'000) continue;  // takes long to answer in all formats
    CheckSame(part, Reopened(part));
    ++checked;
  }
  CHECK(checked > 5);
}

TEST_CASE("a step that is picked for a store keeps its time and what lies in what") {
  Cut made;
  for (int64_t number : {1, 2}) {
    const StepId step = made.builder.Step(made.source, number);
    made.Event(made.thread, number * 100, 40, made.outer, step);
    made.Event(made.thread, number * 100 + 5, 20, made.inner, step);
  }
  Query query;
  query.selection.steps = StepSelection::One(2);
  const Profile whole = made.builder.Build();
  const absl::StatusOr<OpenedProfile> opened = OpenStore(StoreOf(whole, query));
  REQUIRE(opened.ok());
  const Profile& one = opened->profile;
  REQUIRE(one.events[made.thread].size() == 2);
  CHECK(one.events[made.thread].parent == std::vector<uint32_t>{UINT32_MAX, 0});
  CHECK(one.events[made.thread].self == std::vector<int64_t>{20 * kUs, 20 * kUs});
  CHECK((Cell(Answer("trace", one), 0, "begin_us") == 100));
}

TEST_CASE("a store that says of an event that it lies where it cannot is not read on") {
  Cut made;
  made.Event(made.thread, 0, 10, made.outer);
  made.Event(made.thread, 5, 10, made.inner);
  Profile profile = made.builder.Build();
  REQUIRE(profile.events[made.thread].parent == std::vector<uint32_t>{UINT32_MAX, UINT32_MAX});
  const auto events_of = [&] {
    const absl::StatusOr<OpenedProfile> opened = OpenStore(StoreOf(profile));
    REQUIRE(opened.ok());
    const Events& events = opened->profile.events[made.thread];
    CHECK(events.parent.size() == events.size());
    return std::pair(events.size(), opened->import_report.worst() == ImportSeverity::kError);
  };
  CHECK(events_of() == std::pair(size_t{2}, false));
  profile.events[made.thread].parent[1] = 0;
  CHECK(events_of() == std::pair(size_t{1}, true));
}

}  // namespace
}  // namespace profiler
