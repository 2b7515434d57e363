// Profiles whose steps are events of the host (-step_event).
#include "profiler/store/transform/mark_steps.h"

#include <string>
#include <vector>

#include "profiler/engine/transform.h"
#include "tests/unit/common/ask.h"
#include "tests/unit/common/made_profile.h"
#include "tests/unit/store/transformed.h"

namespace profiler {
namespace {

TEST_CASE("host events that become steps are whole if nothing of them is missing") {
  Cut made;
  for (int64_t i = 0; i < 6; ++i) made.Event(made.thread, 100 * i, 50, made.Op("train"));
  Selection selection;
  selection.step_events = RegexSet::Compile({"train"}).value();
  const Profile marked = Made(made.builder.Build(), selection).profile;
  REQUIRE(marked.steps.size() == 6);
  for (const StepRow& step : marked.steps.values()) {
    CHECK_FALSE(step.partial);
    CHECK(step.mark == 50 * kUs);
  }
}

TEST_CASE("host events become the steps, and all that belongs to them is theirs") {
  Cut made;
  const OpId mark = made.Op("train_step");
  const StepId old = made.builder.Step(made.source, 7);
  made.builder.step(old).begin = 0;
  made.builder.step(old).end = 1000 * kUs;
  const auto event = [&](TrackId track, int64_t begin, int64_t duration, OpId op) {
    EventRow row;
    row.begin = begin * kUs;
    row.duration = duration * kUs;
    row.op = op;
    row.step = old;
    return made.builder.AddEvent(track, row);
  };
  event(made.thread, 200, 50, mark);
  event(made.thread, 100, 50, mark);
  event(made.thread, 110, 5, mark);  // nested: not a step of its own
  const EventId launch = event(made.thread, 120, 5, made.outer);
  made.builder.AddFlow({launch, event(made.stream, 210, 20, made.kernel)});
  made.Event(made.stream, 235, 5, made.inner, old);
  made.Event(made.thread, 300, 5, made.inner, old);
  SnapshotRow snapshot;
  snapshot.op = made.outer;
  snapshot.step = old;
  snapshot.time = 205 * kUs;
  made.builder.AddSnapshot(snapshot);
  const Profile whole = made.builder.Build();
  Selection selection;
  selection.step_events = RegexSet::Compile({"train_.*"}).value();
  const Profile marked = Made(whole, selection).profile;
  REQUIRE(marked.steps.size() == 2);
  const StepRow& first = marked.steps[StepId(0)];
  CHECK(first.number == 0);
  CHECK(first.begin == 100 * kUs);
  CHECK(first.end == 230 * kUs);  // with the kernel
  CHECK_FALSE(first.partial);
  CHECK(first.found_by == StepFoundBy::kMarker);
  CHECK(std::string(marked.strings[first.name]) == "train_step 0");
  CHECK(marked.events[made.thread].step ==
        std::vector<StepId>{StepId(0), StepId(0), StepId(0), StepId(1), StepId()});
  // The kernel belongs to the step that launched it, unlinked work to the step at its time.
  CHECK(marked.events[made.stream].step == std::vector<StepId>{StepId(0), StepId(1)});
  CHECK(marked.snapshots[SnapshotId(0)].step == StepId(1));
  CHECK(Cell(Answer("steps", marked), "train_step 0", "number") == 0);

  selection.step_events = RegexSet::Compile({"train_stop"}).value();
  CHECK(Refused(whole, selection).find("did you mean 'train_step'?") != std::string::npos);
  selection.step_events = RegexSet::Compile({"kernel"}).value();  // an accelerator's
  CHECK(Refused(whole, selection).find("no event of a host is named as") != std::string::npos);
}

TEST_CASE("what lies over an accelerator's work marks no steps: a host's events do") {
  Cut made;
  const TrackId modules = made.Track(made.source, kGpu, TrackKind::kMarker);
  made.builder.track(modules).role = TrackRole::kOverlay;
  const TrackId marks = made.Track(made.source, kHost, TrackKind::kMarker);
  made.builder.track(marks).role = TrackRole::kOverlay;
  made.Event(modules, 0, 10, made.Op("jit_step(1)"));
  made.Event(marks, 0, 20, made.Op("jit_call"));
  made.Event(made.stream, 0, 10, made.kernel);
  const Profile whole = made.builder.Build();
  Selection selection;
  selection.step_events = RegexSet::Compile({"jit_.*"}).value();
  const Profile marked = Made(whole, selection).profile;
  REQUIRE(marked.steps.size() == 1);
  CHECK(std::string(marked.strings[marked.steps[StepId(0)].name]) == "jit_call 0");
  selection.step_events = RegexSet::Compile({"jit_step.*"}).value();
  CHECK(Refused(whole, selection).find("no event of a host is named as") != std::string::npos);
  selection.step_events = RegexSet::Compile({"jit_ste.*"}).value();
  CHECK(Refused(whole, selection).find("jit_step(1)") == std::string::npos);  // no hint either
}

TEST_CASE("of marks that overlap the one that began last has the moment, or else the one around") {
  Cut made;
  const TrackId other =
      made.Track(made.source, "/job:w/replica:0/task:0/device:cpu:1", TrackKind::kThread);
  made.Event(made.thread, 0, 100, made.outer);
  made.Event(other, 20, 10, made.outer);
  for (const int64_t time : {25, 50}) {
    SnapshotRow snapshot;
    snapshot.op = made.inner;
    snapshot.time = time * kUs;
    made.builder.AddSnapshot(snapshot);
  }
  Selection selection;
  selection.step_events = RegexSet::Compile({"outer"}).value();
  const Profile marked = Made(made.builder.Build(), selection).profile;
  REQUIRE(marked.steps.size() == 2);
  CHECK(marked.snapshots[SnapshotId(0)].step == StepId(1));
  CHECK(marked.snapshots[SnapshotId(1)].step == StepId(0));
}

}  // namespace
}  // namespace profiler
