// Views on accelerators' time with selections: parts of a profile, several places, distant times.
#include "profiler/analysis/accelerators/late_launches.h"
#include "profiler/analysis/accelerators/launch_times.h"
#include "tests/unit/common/made_profile.h"

namespace profiler {
namespace {

struct Job : MadeProfile {
  SourceId Rank(int64_t rank) {
    const SourceId source = Source("rank" + std::to_string(rank));
    builder.source(source).rank = rank;
    return source;
  }
  TrackId StreamOf(SourceId source, const std::string& device, const std::string& name) {
    TrackRow row;
    row.source = source;
    row.device = builder.Device(device);
    row.kind = TrackKind::kStream;
    row.name = builder.Intern(name);
    return builder.Track(row);
  }
  EventId Add(TrackId track, int64_t begin_us, int64_t duration_us, const std::string& label,
              StepId step = {}, OpId op = {}) {
    EventRow row;
    row.begin = begin_us * kUs;
    row.duration = duration_us * kUs;
    row.label = builder.Intern(label);
    row.step = step;
    row.op = op;
    return builder.AddEvent(track, row);
  }
  // Work of the op on the stream, launched by a call on the thread.
  void Launch(TrackId thread, TrackId stream, int64_t at_us, OpId op) {
    const EventId call = Add(thread, at_us, 1, "", {}, launch);
    builder.AddFlow({call, Add(stream, at_us + 2, 5, "gemm", {}, op), FlowKind::kLaunch});
  }
  OpId Runtime(const std::string& name) {
    const OpId op = Op(name);
    builder.op(op).kind = OpKind::kRuntime;
    return op;
  }

  OpId launch = Runtime("cudaLaunchKernel");
};

// Three steps on one stream, each busy 10 of 12 us; the second is never idle.
struct ThreeSteps : Job {
  ThreeSteps() {
    const SourceId source = Rank(0);
    const TrackId stream = StreamOf(source, "/device:GPU:0", "stream 7");
    for (const int64_t n : {0, 1, 2}) {
      const StepId step = builder.Step(source, n);
      const int64_t at = n == 2 ? 912 : n * 12;
      Add(stream, at, n == 1 ? 895 : 4, "a", step);
      if (n != 1) Add(stream, at + 6, 6, "b", step);
    }
  }
};

Query OfSteps(const std::string& steps) {
  Query query;
  query.selection.steps = *StepSelection::Parse(steps);
  return query;
}

TEST_CASE("utilization, idle: where a step that is left out ran, none waited") {
  ThreeSteps made;
  const Profile profile = made.builder.Build();
  const Report all = Answer("utilization", profile);
  CHECK((Cell(all, 0, "span_us") == 924));
  CHECK((Cell(all, 0, "idle_us") == 9));
  const Report picked = Answer("utilization", profile, OfSteps("0,2"));
  CHECK((Cell(picked, 0, "span_us") == 24));
  CHECK((Cell(picked, 0, "busy_us") == 20));
  CHECK((Cell(picked, 0, "idle_us") == 4));
  const Report idle = Answer("idle", profile, OfSteps("0,2"));
  REQUIRE(idle.rows.size() == 1);
  CHECK((Cell(idle, 0, "count") == 2));
  CHECK((Cell(idle, 0, "total_us") == 4));
  CHECK((Cell(Answer("idle", profile), 0, "total_us") == 9));

  RunContext context;
  const auto late = LateLaunchesOf({profile, OfSteps("0,2").selection}, kUs, context);
  REQUIRE(late.ok());
  REQUIRE(late->size() == 1);
  CHECK((late->front().work == 4));
  CHECK((late->front().span == 24 * kUs));
  CHECK((late->front().idle == 4 * kUs));
}

TEST_CASE("launches: rank, device and stream are told where all calls have the same") {
  Job made;
  const SourceId first = made.Rank(0), second = made.Rank(1);
  const OpId one = made.Op("one"), both = made.Op("both"), streams = made.Op("streams");
  const TrackId threads[] = {made.Track(first, "/host:CPU", TrackKind::kThread),
                             made.Track(second, "/host:CPU", TrackKind::kThread)};
  const TrackId gpus[] = {made.StreamOf(first, "/device:GPU:0", "stream 7"),
                          made.StreamOf(second, "/device:GPU:1", "stream 7")};
  const TrackId side = made.StreamOf(first, "/device:GPU:0", "stream 20");
  made.Launch(threads[0], gpus[0], 0, one);
  made.Launch(threads[0], gpus[0], 10, one);
  made.Launch(threads[0], gpus[0], 20, both);
  made.Launch(threads[1], gpus[1], 20, both);
  made.Launch(threads[0], gpus[0], 40, streams);
  made.Launch(threads[0], side, 50, streams);
  const Report report = Answer("launches", made.builder.Build());
  CHECK((Cell(report, "one", "rank") == 0));
  CHECK(Word(report, "one", "device") == "/device:GPU:0");
  CHECK(Word(report, "one", "stream") == "stream 7");
  CHECK((Cell(report, "both", "rank") == kAbsent));
  CHECK(Word(report, "both", "device").empty());
  CHECK(Word(report, "both", "stream") == "stream 7");
  CHECK((Cell(report, "streams", "rank") == 0));
  CHECK(Word(report, "streams", "device") == "/device:GPU:0");
  CHECK(Word(report, "streams", "stream").empty());
}

TEST_CASE("launches, idle: times that lie further apart than 64 bits tell") {
  constexpr int64_t kFar = int64_t{9'000'000} * 1'000'000;  // us
  LaunchTimes times;
  times.Add({-kFar * kUs, kUs, 1, true, kFar * kUs, kUs, true, true, false});
  CHECK((times.delay == 2 * Int128{kFar} * kUs - kUs));
  CHECK((times.longest_delay == times.delay));

  Job made;
  const TrackId stream = made.StreamOf(made.Rank(0), "/device:GPU:0", "stream 7");
  made.Add(stream, -kFar, 1, "a");
  made.Add(stream, kFar, 1, "b");
  const Report idle = Answer("idle", made.builder.Build());
  REQUIRE(idle.rows.size() == 1);
  CHECK((Cell(idle, 0, "total_us") == 2 * Int128{kFar} - 1));
  CHECK((Cell(idle, 0, "largest_us") == 2 * Int128{kFar} - 1));
}

TEST_CASE("utilization: a name that the warning cuts is cut between letters") {
  Job made;
  std::string name = "my_lib::all_reduce_kernel<";
  name.resize(79, 'x');
  made.Add(made.StreamOf(made.Rank(0), "/device:GPU:0", "stream 7"), 0, 9, name + "\xc3\xa9>");
  const Report report = Answer("utilization", made.builder.Build());
  REQUIRE(report.notes.size() == 1);
  CHECK(report.notes[0].text.find(name + "... (") != std::string::npos);
}

TEST_CASE("launches -per_call: -top counts the rows that the name options leave") {
  Job made;
  const SourceId source = made.Rank(0);
  const TrackId thread = made.Track(source, "/host:CPU", TrackKind::kThread);
  const TrackId stream = made.StreamOf(source, "/device:GPU:0", "stream 7");
  for (const char* name : {"op0", "op1", "op2"}) {
    made.Launch(thread, stream, 10 * (name[2] - '0'), made.Op(name));
  }
  const Profile profile = made.builder.Build();
  Query shown;
  shown.per_call = true;
  shown.top = 1;
  Query hidden = shown;
  shown.show_names = *RegexSet::Compile({"op2"});
  hidden.hide_names = *RegexSet::Compile({"op0", "op1"});
  for (const Query& query : {shown, hidden}) {
    const Report report = Answer("launches", profile, query);
    REQUIRE(report.rows.size() == 1);
    CHECK(report.rows[0].name == "op2");
  }
}

TEST_CASE("ops: -top that leaves rows of devices alone says where those of hosts are") {
  Job made;
  const SourceId source = made.Rank(0);
  const TrackId thread = made.Track(source, "/host:CPU", TrackKind::kThread);
  const TrackId stream = made.StreamOf(source, "/device:GPU:0", "stream 7");
  const OpId op = made.Op("aten::mm");
  made.Event(thread, 0, 9, op);
  made.Launch(thread, stream, 1, op);
  const Profile profile = made.builder.Build();
  Query query;
  CHECK(Answer("ops", profile, query).notes.empty());
  query.top = 1;
  const Report report = Answer("ops", profile, query);
  REQUIRE(report.rows.size() == 1);
  REQUIRE(report.notes.size() == 1);
  CHECK(report.notes[0].id == "host_rows_behind");
  query.order_by = "device_total_us";
  CHECK(Answer("ops", profile, query).notes.empty());
}

}  // namespace
}  // namespace profiler
