// The view `overview`, and idle time and empty answers of `ops`, on profiles built by hand.
#include <cmath>

#include "tests/unit/common/made_profile.h"

namespace profiler {
namespace {

constexpr char kGpu[] = "/job:w/replica:0/task:0/device:gpu:0";
constexpr char kHost[] = "/job:w/replica:0/task:0/device:cpu:0";

// Two steps of 100 us on a host thread: input, an op; and a kernel on a stream.
struct TwoSteps : MadeProfile {
  SourceId source = Source("one");
  TrackId thread = Track(source, kHost, TrackKind::kThread);
  TrackId stream = Stream(source, kGpu);

  explicit TwoSteps(int64_t input_us) {
    const OpId next = Op("IteratorGetNext"), work = Op("MatMul");
    for (int64_t i = 0; i < 2; ++i) {
      const StepId step = builder.Step(source, i);
      builder.step(step).listed = true;
      builder.step(step).begin = 1000 * i * kUs;
      builder.step(step).end = (1000 * i + 100) * kUs;
      Event(thread, 1000 * i, input_us, next, step);
      Event(thread, 1000 * i + input_us, 98 - input_us, work, step);
      Event(stream, 1000 * i + 50, 10, work, step);
    }
  }
};

const Report& Section(const Report& report, const std::string& id) {
  for (const Report& section : report.sections) {
    if (section.view == id) return section;
  }
  FAIL("no section " << id);
  return report;
}

TEST_CASE("overview: verdicts on the input of a step") {
  const auto verdict = [](int64_t input_us) {
    const Report page = Answer("overview", TwoSteps(input_us).builder.Build());
    return Section(page, "verdicts").rows.at(0).name;
  };
  CHECK(verdict(60) == "highly_input_bound");
  CHECK(verdict(20) == "highly_input_bound");
  CHECK(verdict(10) == "moderately_input_bound");
  CHECK(verdict(5) == "moderately_input_bound");
  CHECK(verdict(1) == "not_input_bound");
}

TEST_CASE("overview: step times, places and top ops") {
  const Report page = Answer("overview", TwoSteps(30).builder.Build());
  const Report& times = Section(page, "step_time");
  CHECK(ColumnOf(times, "average_us").reals[RowOf(times, "total")] == Approx(100));
  CHECK(ColumnOf(times, "deviation_us").reals[RowOf(times, "total")] == Approx(0));
  CHECK(ColumnOf(times, "share").reals[RowOf(times, "input")] == Approx(0.3));
  double parts = 0;
  for (size_t row = 1; row < times.rows.size(); ++row)
    parts += ColumnOf(times, "average_us").reals[row];
  CHECK(parts == Approx(100));

  const Report& placement = Section(page, "placement");
  CHECK((Cell(placement, "device", "self_us") == 20));
  CHECK((Cell(placement, "host", "self_us") == 196));
  CHECK((Cell(placement, "host", "ops") == 2));
  const Report& top = Section(page, "top_ops");
  REQUIRE(top.rows.size() == 3);
  CHECK(top.rows[0].name == "MatMul");
  CHECK((Cell(top, 0, "self_us") == 136));
  CHECK(ColumnOf(top, "self_share").reals[0] == Approx(136.0 / 216));

  Query one;
  one.top = 1;
  const Report cut = Answer("overview", TwoSteps(30).builder.Build(), one);
  CHECK(Section(cut, "top_ops").rows.size() == 1);
}

// A step of 100 us in which the host waits 80 us for a kernel of 20, within a call that Python
// made.
TEST_CASE("overview: waiting for a device is no host compute") {
  MadeProfile made;
  const SourceId source = made.Source("one");
  const TrackId thread = made.Track(source, kHost, TrackKind::kThread);
  const TrackId stream = made.Stream(source, kGpu);
  const StepId step = made.builder.Step(source, 1);
  made.builder.step(step).listed = true;
  made.builder.step(step).begin = 0;
  made.builder.step(step).end = 100 * kUs;
  made.Event(thread, 0, 100, made.Op("$train.py:3 step"), step);
  made.Event(thread, 10, 80, made.Op("$api.py:12 block_until_ready"), step);
  made.Event(stream, 20, 20, made.Op("MatMul"), step);
  const Report page = Answer("overview", made.builder.Build());
  const Report& times = Section(page, "step_time");
  const auto average = [&](const char* part) {
    return ColumnOf(times, "average_us").reals[RowOf(times, part)];
  };
  CHECK(average("host_compute") == Approx(20));
  CHECK(average("device_compute_32") == Approx(20));
  CHECK(average("other") == Approx(60));
  const Report& verdicts = Section(page, "verdicts");
  CHECK(verdicts.rows[0].name == "not_input_bound");  // what `other` is, is known
  CHECK(ColumnOf(verdicts, "text")
            .words[RowOf(verdicts, "host_waits")]
            .find("60.0% of the mean step") == 0);
  CHECK_FALSE(HasRow(verdicts, "high_other"));
  CHECK(HasRow(verdicts, "little_busy"));
  CHECK_FALSE(HasRow(verdicts, "little_16_bit"));  // no types are known

  const Report& devices = Section(page, "devices");
  CHECK((Cell(devices, 0, "busy_us") == 20));
  CHECK((Cell(devices, 0, "span_us") == 100));
}

// Steps of 100 us; the host of each waits for 70 of them for a copy, of what it runs ahead into the
// step before.
TEST_CASE("overview: a copy that the host waits for is no launch, and it is named") {
  MadeProfile made;
  const SourceId source = made.Source("one");
  const TrackId thread = made.Track(source, kHost, TrackKind::kThread);
  const TrackId stream = made.Stream(source, kGpu);
  const OpId call = made.Op("cudaMemcpyAsync"), launch = made.Op("cudaLaunchKernel");
  made.builder.op(call).kind = made.builder.op(launch).kind = OpKind::kRuntime;
  const auto start = [&](int64_t at, int64_t took, OpId op, StepId step, const char* detail) {
    EventRow from, to;
    from.begin = at * kUs;
    from.duration = took * kUs;
    to.begin = (at + took - 2) * kUs;
    to.duration = 2 * kUs;
    from.op = op;
    to.op = made.Op("copy");
    from.step = to.step = step;
    if (*detail != 0) to.detail = made.builder.Intern(detail);
    const EventId call_event = made.builder.AddEvent(thread, from);
    made.builder.AddFlow({call_event, made.builder.AddEvent(stream, to), FlowKind::kLaunch});
  };
  for (int64_t i = 0; i < 2; ++i) {
    const StepId step = made.builder.Step(source, i);
    made.builder.step(step).listed = true;
    made.builder.step(step).begin = (100 * i + 80) * kUs;  // when the work of the last has ended
    made.builder.step(step).end = (100 * i + 180) * kUs;
    start(100 * i, 5, launch, step, "");
    made.Event(thread, 100 * i + 8, 74, made.Op("aten::copy_"), step);
    start(100 * i + 10, 70, call, step, "kind_src:device kind_dst:pageable size:8");
    start(100 * i + 90, 5, launch, step, "");
  }
  const Report page = Answer("overview", made.builder.Build());
  const Report& times = Section(page, "step_time");
  CHECK(ColumnOf(times, "average_us").reals[RowOf(times, "kernel_launch")] < 6);
  const Report& verdicts = Section(page, "verdicts");
  CHECK(ColumnOf(verdicts, "text").words[RowOf(verdicts, "host_stops")] ==
        "the host stops within a step for 70.0% of it (70us of 100us) until devices are done, most "
        "of that in cudaMemcpyAsync by aten::copy_");
  CHECK(HasRow(verdicts, "host_waits"));
}

TEST_CASE(
    "overview: what the host runs while devices are idle is named, and what to ask of ranks") {
  MadeProfile made;
  for (int64_t rank = 0; rank < 2; ++rank) {
    const SourceId source = made.Source("rank" + std::to_string(rank));
    made.builder.source(source).rank = rank;
    const StepId step = made.builder.Step(source, 1);
    made.builder.step(step).listed = true;
    made.builder.step(step).begin = 0;
    made.builder.step(step).end = 100 * kUs;
    made.Event(made.Track(source, kHost, TrackKind::kThread), 0, 80, made.Op("mul"), step);
    made.Event(made.Track(source, kHost, TrackKind::kThread), 80, 10, made.Op("add"), step);
    made.Event(made.Stream(source, kGpu), 90, 10, made.Op("mm"), step);
  }
  const Report page = Answer("overview", made.builder.Build());
  const Report& verdicts = Section(page, "verdicts");
  CHECK(ColumnOf(verdicts, "text")
            .words[RowOf(verdicts, "host_compute")]
            .find("is host compute while accelerators run nothing; mul takes 89% of the time of "
                  "the host's ops") != std::string::npos);
  const Report& next = Section(page, "next");
  for (const char* command : {"utilization", "kernels -top 20", "collectives -by rank"}) {
    CHECK(HasRow(next, command));
  }
  CHECK_FALSE(HasRow(Section(Answer("overview", TwoSteps(30).builder.Build()), "next"),
                     "collectives -by rank"));
}

TEST_CASE("overview: accelerators that did nothing, and cut steps beside whole ones") {
  TwoSteps made(30);
  const DeviceId idle = made.builder.Device("/job:w/replica:0/task:0/device:gpu:1");
  CHECK(idle.valid());
  made.builder.step(StepId(1)).partial = true;
  const Report page = Answer("overview", made.builder.Build());
  const Report& devices = Section(page, "devices");
  REQUIRE(devices.rows.size() == 2);
  CHECK((Cell(devices, 0, "busy_us") == 10));
  CHECK((Cell(devices, 0, "span_us") == 100));
  CHECK((Cell(devices, 1, "busy_us") == 0));
  const Report& verdicts = Section(page, "verdicts");
  CHECK(ColumnOf(verdicts, "text").words[RowOf(verdicts, "idle_devices")] ==
        "1 of 2 accelerators did nothing: /job:w/replica:0/task:0/device:gpu:1");
}

TEST_CASE("overview: where no step is whole, it says of what the times are") {
  TwoSteps made(30);
  made.builder.step(StepId(0)).partial = made.builder.step(StepId(1)).partial = true;
  const Report page = Answer("overview", made.builder.Build());
  const auto has = [&](std::string_view id) {
    for (const Report& section : page.sections) {
      for (const Note& note : section.notes) {
        if (note.id == id) return true;
      }
    }
    return std::any_of(page.notes.begin(), page.notes.end(),
                       [&](const Note& note) { return note.id == id; });
  };
  CHECK(has("only_partial_steps"));
  CHECK_FALSE(has("partial_steps"));
}

TEST_CASE("overview: what it cannot tell it says") {
  MadeProfile nothing;
  nothing.Source("empty");
  const Report page = Answer("overview", nothing.builder.Build());
  CHECK(Section(page, "verdicts").rows.empty());
  CHECK(Section(page, "verdicts").notes.at(0).id == "not_judged");
  CHECK(Section(page, "step_time").rows.empty());
  CHECK(HasRow(Section(page, "next"), "info"));
  REQUIRE_FALSE(page.notes.empty());
}

TEST_CASE("ops: idle is what a thread's or an accelerator's ops leave of their span") {
  Query query;
  CHECK_FALSE(HasRow(Answer("ops", TwoSteps(30).builder.Build(), query), "IDLE"));
  query.show_idle = true;
  const Report ops = Answer("ops", TwoSteps(30).builder.Build(), query);
  REQUIRE(ops.rows[0].name == "IDLE");  // of the device: it comes first, with the most time
  CHECK(ColumnOf(ops, "placement").words[0] == "device");
  CHECK((Cell(ops, 0, "self_us") == 1010 - 20));
  CHECK(ColumnOf(ops, "self_share").reals[0] == Approx(990.0 / 1010));
  CHECK((Cell(ops, 0, "occurrences") == 0));
  CHECK((ColumnOf(ops, "avg_us").own[0] == kAbsent));
  CHECK(ops.rows[2].name == "IDLE");
  CHECK((Cell(ops, 2, "self_us") == 1098 - 196));
}

TEST_CASE("An empty table says why it is empty") {
  MadeProfile made;
  const TrackId thread = made.Track(made.Source("one"), kHost, TrackKind::kThread);
  made.Event(thread, 0, 1, made.Op("MatMul"));
  const Profile profile = made.builder.Build();
  const auto why = [&](const char* view) {
    const Report report = Answer(view, profile);
    CHECK(report.rows.empty());
    return report.notes.at(0).text;
  };
  CHECK(why("kernels").find("no accelerator") == 0);
  CHECK(why("hlo").find("no compiled (XLA) module") == 0);
  Query elsewhere;
  elsewhere.selection.hosts = RegexSet::Compile({"nowhere"}).value();
  const Report none = Answer("ops", profile, elsewhere);
  CHECK(none.notes.at(0).text.find("nothing of it ran in the steps, places and times") == 0);
}

}  // namespace
}  // namespace profiler
