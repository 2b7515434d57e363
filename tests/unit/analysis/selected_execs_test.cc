// Finding the rows of some of many steps.
#include "profiler/analysis/selection/selected_execs.h"

#include <string>

#include "profiler/base/status.h"
#include "tests/unit/common/made_profile.h"

namespace profiler {
namespace {

constexpr char kCpu[] = "/job:w/replica:0/task:0/device:cpu:0";
constexpr int64_t kSteps = 300;

// `a` runs in all steps and outside them, `b` in each third one, `c` in two.
Profile ManySteps() {
  MadeProfile made;
  const SourceId source = made.Source("one");
  const TrackId track = made.Track(source, kCpu);
  const OpId a = made.Op("a"), b = made.Op("b"), c = made.Op("c");
  made.Event(track, 0, 7, a);
  for (int64_t number = 0; number < kSteps; ++number) {
    const StepId step = made.builder.Step(source, number);
    made.Event(track, 1000 * (number + 1), 1 + number, a, step);
    if (number % 3 == 0) made.Event(track, 1000 * (number + 1) + 400, 1 + number, b, step);
    if (number < 2) made.Event(track, 1000 * (number + 1) + 800, 5, c, step);
  }
  return made.builder.Build();
}

TEST_CASE("of many steps the rows of some are found") {
  const Profile profile = ManySteps();
  for (const char* text : {"0", "1", "77", "150", "297", "299", "3..5", "0,299", "last", "-1"}) {
    const SelectedSteps steps = SelectSteps(profile, *StepSelection::Parse(text)).value();
    const SelectedExecs selected(profile, steps);
    for (uint32_t op = 0; op < profile.op_count(); ++op) {
      CAPTURE(text, op);
      const auto [first, last] = selected.Of(OpId(op));
      const auto [all_first, all_last] = profile.ExecsOf(OpId(op));
      CHECK(all_first <= first);
      CHECK(last <= all_last);
      for (uint32_t row = all_first; row < all_last; ++row) {
        if (row < first || row >= last) CHECK_FALSE(steps.Has(profile.execs().row[row].step));
      }
    }
  }
  const SelectedSteps one = SelectSteps(profile, StepSelection::One(150)).value();
  const auto [first, last] = SelectedExecs(profile, one).Of(OpId(0));
  CHECK(last - first == 1);
}

TEST_CASE("one of many steps has its own values") {
  const Profile profile = ManySteps();
  Query query;
  for (const int64_t number : {0, 1, 150, 299}) {
    CAPTURE(number);
    query.selection.steps = StepSelection::One(number);
    const Report report = Answer("op", profile, query);
    CHECK((Cell(report, "a", "micros") == 1 + number));
    if (number % 3 == 0) CHECK((Cell(report, "b", "micros") == 1 + number));
  }
}

}  // namespace
}  // namespace profiler
