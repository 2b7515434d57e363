// Profiles that are cut to a window: what counts, and how much of it.
#include "profiler/store/transform/window.h"

#include <string>
#include <vector>

#include "profiler/engine/transform.h"
#include "tests/unit/common/ask.h"
#include "tests/unit/common/made_profile.h"
#include "tests/unit/store/transformed.h"

namespace profiler {
namespace {

TEST_CASE("an event that an edge cuts counts with the part inside, and so does what it lies in") {
  Cut made;
  made.Event(made.thread, 10, 10, made.outer);  // 0..10 from the start
  made.Event(made.thread, 12, 6, made.inner);
  made.Event(made.stream, 14, 20, made.kernel);
  const Profile whole = made.builder.Build();
  const Transformed transformed = Made(whole, Window("5us", "7us"));
  const Profile& part = transformed.profile;
  const Events& thread = part.events[made.thread];
  CHECK(thread.begin == std::vector<int64_t>{15 * kUs, 15 * kUs});
  CHECK(thread.duration == std::vector<int64_t>{2 * kUs, 2 * kUs});
  CHECK(thread.self == std::vector<int64_t>{0, 2 * kUs});
  CHECK(thread.parent == std::vector<uint32_t>{UINT32_MAX, 0});
  CHECK((Cut::ExecOf(part, made.outer).cpu_time == 0));
  CHECK((Cut::ExecOf(part, made.inner).cpu_time == 2 * kUs));
  CHECK((Cut::ExecOf(part, made.kernel).accelerator_time == 2 * kUs));
  CHECK(Cut::ExecOf(part, made.kernel).runs == 1);
  REQUIRE(transformed.notes.size() == 1);
  CHECK(transformed.notes[0].text == "only 5us to 7us: 3 events, 3 clipped at the edges");
}

TEST_CASE("a window has its begin and not its end") {
  Cut made;
  made.Event(made.thread, 0, 5, made.outer);
  made.Event(made.thread, 5, 0, made.inner);
  made.Event(made.thread, 5, 5, made.kernel);
  const Profile whole = made.builder.Build();
  const Profile first = Made(whole, Window("", "5us")).profile;
  const Profile second = Made(whole, Window("5us", "")).profile;
  CHECK(first.events[made.thread].op == std::vector<OpId>{made.outer});
  CHECK(second.events[made.thread].op == std::vector<OpId>{made.kernel, made.inner});
}

TEST_CASE("of what overlaps and does not nest the one that began last has the time, cut or not") {
  Cut made;
  made.Event(made.thread, 0, 10, made.outer);
  made.Event(made.thread, 5, 10, made.inner);
  const Profile part = Made(made.builder.Build(), Window("6us", "9us")).profile;
  CHECK((Cut::ExecOf(part, made.outer).cpu_time == 0));
  CHECK((Cut::ExecOf(part, made.inner).cpu_time == 3 * kUs));
}

TEST_CASE("where nested events overlap each other, no moment counts twice") {
  Cut made;
  made.Event(made.thread, 0, 10, made.outer);
  made.Event(made.thread, 0, 8, made.inner);
  made.Event(made.thread, 1, 8, made.kernel);
  const Profile whole = made.builder.Build();
  const Profile part = Made(whole, Window("0us", "9us")).profile;
  for (const Profile* profile : {&whole, &part}) {
    const int64_t left = profile == &whole ? 1 : 0;  // after its children
    CHECK(profile->events[made.thread].self == std::vector<int64_t>{left * kUs, 1 * kUs, 8 * kUs});
    CHECK((Cut::ExecOf(*profile, made.outer).cpu_time == left * kUs));
    CHECK((Cell(Answer("ops", *profile), "outer", "self_us") == left));
    CHECK((Cell(Answer("trace", *profile), "outer", "self_us") == left));
  }
}

TEST_CASE("steps that a window cuts are partial, and what lies outside it is no step") {
  Cut made;
  for (int64_t number : {1, 2, 3}) {
    const StepId step = made.builder.Step(made.source, number);
    made.builder.step(step).begin = number * 100 * kUs;
    made.builder.step(step).end = (number * 100 + 50) * kUs;
    made.Event(made.thread, number * 100, 40, made.outer, step);
  }
  const Profile whole = made.builder.Build();
  const Profile part = Made(whole, Window("20us", "180us")).profile;
  REQUIRE(part.steps.size() == 2);
  CHECK(part.steps[StepId(0)].number == 1);
  CHECK(part.steps[StepId(0)].partial);
  CHECK(part.steps[StepId(0)].begin == 120 * kUs);
  CHECK(part.steps[StepId(1)].number == 2);
  CHECK(!part.steps[StepId(1)].partial);
  CHECK(part.events[made.thread].step == std::vector<StepId>{StepId(0), StepId(1)});
  CHECK((Cell(Answer("trace", part), 0, "begin_us") == 20));  // on the axis of the whole
}

TEST_CASE("a step that stands for everything stands for all of a window") {
  Cut made;
  made.Event(made.thread, 0, 100, made.outer);
  const Profile part = Made(made.builder.Build(), Window("20us", "")).profile;
  REQUIRE(part.steps.size() == 1);
  CHECK(part.steps[StepId(0)].found_by == StepFoundBy::kWhole);
  CHECK(!part.steps[StepId(0)].partial);
}

TEST_CASE("flows, moments and counters go by their time; what has none goes with its op") {
  Cut made;
  const StepId step = made.builder.Step(made.source, 1);
  const auto event = [&](TrackId track, int64_t begin, OpId op) {
    EventRow row;
    row.begin = begin * kUs;
    row.duration = 5 * kUs;
    row.op = op;
    row.step = step;
    return made.builder.AddEvent(track, row);
  };
  const EventId early = event(made.thread, 0, made.outer);
  const EventId late = event(made.thread, 100, made.inner);
  made.builder.AddFlow({early, event(made.stream, 3, made.kernel)});
  made.builder.AddFlow({late, event(made.stream, 103, made.kernel)});
  for (const OpId op : {made.outer, made.inner}) {
    made.Memory(op, step, kHost, 64);  // without a time
    made.builder.AddLaneSeen({op, step, made.stream});
  }
  for (int64_t time : {2, 102}) {
    SnapshotRow snapshot;
    snapshot.op = made.kernel;
    snapshot.step = step;
    snapshot.time = time * kUs;
    const SnapshotId id = made.builder.AddSnapshot(snapshot);
    made.builder.AddOutput({id, 0, time});
    AllocationRow allocation;
    allocation.time = time * kUs;
    allocation.delta = time;
    made.builder.AddAllocation(allocation);
    CounterRow counter;
    counter.metric = made.builder.AddMetric({});
    counter.source = made.source;
    counter.time = time * kUs;
    made.builder.AddCounter(counter);
  }
  UnplacedRow unplaced;
  unplaced.op = made.inner;
  unplaced.step = step;
  unplaced.track = made.thread;
  unplaced.duration = 7 * kUs;
  made.builder.AddUnplaced(unplaced);
  const Transformed transformed = Made(made.builder.Build(), Window("50us", ""));
  const Profile& part = transformed.profile;
  REQUIRE(part.flows.size() == 1);
  CHECK(part.flows[0].from.row == 0);
  CHECK(part.flows[0].to.row == 0);
  REQUIRE(part.snapshots.size() == 2);
  CHECK(part.snapshots[SnapshotId(0)].op == made.inner);
  CHECK(part.snapshots[SnapshotId(1)].time == 102 * kUs);
  REQUIRE(part.outputs.size() == 1);
  CHECK(part.outputs[0].snapshot == SnapshotId(1));
  CHECK(part.outputs[0].bytes == 102);
  REQUIRE(part.allocations.size() == 1);
  CHECK(part.allocations[0].delta == 102);
  REQUIRE(part.series.size() == 1);
  CHECK(part.series[0].time == std::vector<int64_t>{102 * kUs});
  CHECK(part.lanes_seen.size() == 1);
  CHECK(part.unplaced.empty());
  REQUIRE(transformed.notes.size() == 2);
  CHECK(transformed.notes[1].text.find("2 facts, 0 totals") != std::string::npos);
  CHECK(transformed.notes[1].text.find("1 executions") != std::string::npos);
}

TEST_CASE("totals of which only a part lies in the window tell no runs and no time") {
  Cut made;
  const StepId step = made.builder.Step(made.source, 1);
  made.Event(made.thread, 0, 10, made.outer, step);
  made.Event(made.thread, 100, 10, made.outer, step);
  ExecRow exec;
  exec.op = made.outer;
  exec.step = step;
  exec.device = made.builder.Device(kHost);
  exec.runs = 9;
  exec.cpu_time = 77 * kUs;
  exec.first_start = 0;
  exec.last_end = 110 * kUs;
  exec.requested_bytes = 64;
  made.builder.AddExec(exec);
  const Profile whole = made.builder.Build();
  WindowReport report;
  const Profile part = CutToWindow(whole, {50 * kUs}, report);
  const ExecRow& row = Cut::ExecOf(part, made.outer);
  CHECK(report.untold_totals == 1);
  CHECK(row.runs == 1);
  CHECK((row.cpu_time == 10 * kUs));
  CHECK(row.requested_bytes == 64);
  CHECK(row.first_start == 50 * kUs);
  CHECK(row.last_end == 110 * kUs);
  const Profile all = CutToWindow(whole, {0, 110 * kUs}, report);
  CHECK(Cut::ExecOf(all, made.outer).runs == 9);
}

TEST_CASE("sources stand on one clock: the start is the earliest of all") {
  Cut made;
  SourceRow row;
  row.path = made.builder.Intern("two");
  row.format = made.builder.Intern("hand_made");
  row.resolution_ps = 1;
  row.epoch_ns = 1000;
  made.builder.source(made.source).epoch_ns = 1000;
  made.builder.source(made.source).clock_offset_ps = 30 * kUs;
  const SourceId other = made.builder.AddSource(row);
  const TrackId track = made.Track(other, kGpu, TrackKind::kThread);
  made.Event(made.thread, 0, 10, made.outer);  // 30..40 on the common clock
  made.Event(track, 0, 10, made.inner);
  const Profile whole = made.builder.Build();
  const Profile part = Made(whole, Window("35us", "")).profile;
  CHECK(part.events[track].size() == 0);
  CHECK(part.events[made.thread].begin == std::vector<int64_t>{5 * kUs});
  CHECK(Refused(whole, Window("40us", "")).find("event ends 40 us after") != std::string::npos);
}

TEST_CASE("a window of what has no time is refused") {
  Cut made;
  const Profile whole = made.builder.Build();
  CHECK(Refused(whole, Window("1s", "")) == "-from and -to: no event with a time was recorded");
}

TEST_CASE("times have a unit and are whole picoseconds from the start on") {
  const auto picos = [](const char* text) { return TimeBound::Parse(text).value().picos(); };
  CHECK(picos("3.2s") == 3'200'000'000'000);
  CHECK(picos("150ms") == 150'000'000'000);
  CHECK(picos("80us") == 80'000'000);
  CHECK(picos("12ns") == 12'000);
  CHECK(picos("0.5ns") == 500);
  CHECK(picos("0s") == 0);
  CHECK(picos("1.000000000000000s") == 1'000'000'000'000);
  CHECK(!TimeBound::Parse("").value().given());
  const auto wrong = [](const char* text) { return Message(TimeBound::Parse(text).status()); };
  CHECK(wrong("5") ==
        "it has no unit: give a time from the profile's start, as 3.2s, 150ms, 80us or 12ns");
  CHECK(wrong("-5s").find("before the start") != std::string::npos);
  CHECK(wrong("5h").find("'h' is no unit") != std::string::npos);
  CHECK(wrong("s").find("no time") != std::string::npos);
  CHECK(wrong("0.5ps").find("finer than a picosecond") != std::string::npos);
  CHECK(wrong("99999999999999999999s").find("too many digits") != std::string::npos);
  CHECK(wrong("99999999999s").find("too long") != std::string::npos);
}

}  // namespace
}  // namespace profiler
