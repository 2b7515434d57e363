// Transformed profiles: rebuilt unchanged, cut to a window, and with other steps.
#include "profiler/engine/transform.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "profiler/catalog/exporters.h"
#include "profiler/export/export.h"
#include "profiler/store/transform/to_builder.h"
#include "profiler/store/transform/window.h"
#include "tests/unit/common/ask.h"
#include "tests/unit/common/made_profile.h"
#include "tests/unit/store/store_files.h"
#include "tests/unit/store/store_full_profile.h"

namespace profiler {
namespace {

constexpr char kHost[] = "/job:w/replica:0/task:0/device:cpu:0";
constexpr char kGpu[] = "/job:w/replica:0/task:0/device:gpu:0";

// All files of testdata that can be opened, except expected answers.
std::vector<std::pair<std::string, Profile>> RecordedProfiles() {
  std::vector<std::string> paths;
  for (const auto& entry : std::filesystem::recursive_directory_iterator("testdata")) {
    const std::string path = entry.path();
    const bool is_answer = path.find("expected") != std::string::npos;
    if (entry.is_regular_file() && !is_answer) paths.push_back(path);
  }
  std::sort(paths.begin(), paths.end());
  std::vector<std::pair<std::string, Profile>> profiles;
  for (const std::string& path : paths) {
    RunContext context;
    OpenRequest request;
    request.profile_paths = {path};
    absl::StatusOr<OpenedProfile> opened = OpenProfile(request, context);
    if (opened.ok()) profiles.emplace_back(path, std::move(opened->profile));
  }
  return profiles;
}

Selection Window(const std::string& from, const std::string& to) {
  Selection selection;
  selection.from = TimeBound::Parse(from).value();
  selection.to = TimeBound::Parse(to).value();
  return selection;
}

Transformed Made(const Profile& profile, const Selection& selection) {
  RunContext context;
  absl::StatusOr<Transformed> transformed = Transform(profile, selection, context);
  INFO(transformed.status().ToString());
  REQUIRE(transformed.ok());
  return *std::move(transformed);
}

std::string Refused(const Profile& profile, const Selection& selection) {
  RunContext context;
  const absl::StatusOr<Transformed> transformed = Transform(profile, selection, context);
  REQUIRE(absl::IsNotFound(transformed.status()));
  return Message(transformed.status());
}

struct Times {
  Int128 cpu = 0, accelerator = 0;
  friend bool operator==(const Times&, const Times&) = default;
};
using TimesByOp = std::map<uint32_t, Times>;

void AddTimes(const Profile& profile, TimesByOp& times) {
  for (const ExecRow& row : profile.execs().row.values()) {
    times[row.op.row()].cpu += row.cpu_time;
    times[row.op.row()].accelerator += row.accelerator_time;
  }
}

// The last end of an event, from the start; 0 if nothing has a time.
int64_t LengthOf(const Profile& profile) {
  Int128 end = 0;
  for (uint32_t t = 0; t < profile.tracks.size(); ++t) {
    const Events& events = profile.events[TrackId(t)];
    for (size_t e = 0; e < events.size(); ++e) {
      end = std::max(end, profile.time_axis.FromStart(profile.tracks[TrackId(t)].source,
                                                      events.begin[e] + events.duration[e]));
    }
  }
  return static_cast<int64_t>(std::min<Int128>(end, INT64_MAX / 2));
}

TEST_CASE("a profile that is reopened and built again is the same, whatever it holds") {
  size_t checked = 0;
  const auto check = [&](const Profile& profile) {
    const Profile again = ToBuilder(profile, BuilderEvents::kAll).Build();
    CHECK((StoreOf(again) == StoreOf(profile)));
    CHECK(again.strings.size() == profile.strings.size());
    CHECK(again.import_rows.size() == profile.import_rows.size());
    CHECK((again.time_axis.start == profile.time_axis.start));
    REQUIRE(again.execs().row.size() == profile.execs().row.size());
    for (uint32_t i = 0; i < again.execs().row.size(); ++i) {
      REQUIRE(SameExec(again.execs().row[ExecId(i)], profile.execs().row[ExecId(i)]));
    }
    for (uint32_t t = 0; t < again.tracks.size(); ++t) {
      CHECK(again.events[TrackId(t)].self == profile.events[TrackId(t)].self);
    }
    ++checked;
  };
  for (const auto& [path, profile] : RecordedProfiles()) {
    CAPTURE(path);
    check(profile);
  }
  CHECK(checked > 30);
  check(FullProfile().Make());
}

TEST_CASE("two adjoining windows hold the time of the whole, op by op") {
  size_t checked = 0;
  for (const auto& [path, profile] : RecordedProfiles()) {
    CAPTURE(path);
    const int64_t length = LengthOf(profile);
    if (length < 3) continue;
    for (const int64_t middle : {length / 2, length / 3, int64_t{1}}) {
      WindowReport before, behind;
      TimesByOp parts, whole;
      const Profile first = CutToWindow(profile, {0, middle}, before);
      const Profile second = CutToWindow(profile, {middle}, behind);
      AddTimes(first, parts);
      AddTimes(second, parts);
      AddTimes(profile, whole);
      CHECK((first.time_axis.start == profile.time_axis.start));
      CHECK(LengthOf(first) <= middle);
      CHECK(before.cut_events == behind.cut_events);
      CHECK(before.unplaced_events == static_cast<int64_t>(profile.unplaced.size()));
      if (before.unplaced_events > 0 || before.untold_totals + behind.untold_totals > 0) continue;
      std::erase_if(whole, [](const auto& op) { return op.second == Times(); });
      std::erase_if(parts, [](const auto& op) { return op.second == Times(); });
      CHECK((parts == whole));
      ++checked;
    }
  }
  CHECK(checked > 60);
}

TEST_CASE("every view and every exporter answers on a window of every kind of profile") {
  int answered = 0;  // exporters
  for (const char* path :
       {"testdata/xspace/tf_compute_bound/host0.xplane.pb",
        "testdata/xspace/syn_gpu1/host0.xplane.pb", "testdata/mlp/profile_1055"}) {
    CAPTURE(path);
    RunContext context;
    OpenRequest request;
    request.profile_paths = {path};
    const absl::StatusOr<OpenedProfile> opened = OpenProfile(request, context);
    REQUIRE(opened.ok());
    const std::string middle = std::to_string(LengthOf(opened->profile) / 2) + "ps";
    const Transformed transformed = Made(opened->profile, Window("", middle));
    Query query = Everything(false);
    Asker ask_whole(opened->profile), ask_part(transformed.profile);
    for (const View& view : CommandsOnOneProfile()) {
      CAPTURE(std::string(view.name));
      const absl::StatusCode of_part = ask_part(view.name, query, context).status().code();
      CHECK(of_part == ask_whole(view.name, query, context).status().code());
    }
    for (const Exporter& exporter : AllExporters()) {
      std::vector<std::string_view> views = CommandsOf(exporter);
      if (views.empty()) views = {"op"};
      for (const std::string_view view : views) {
        CAPTURE(std::string(exporter.name), std::string(view));
        Query one = query;
        if (exporter.name == "folded") one.select = {Measure::kMicros};
        MemoryFiles files;
        ExportParams params;
        params.view = view;
        params.outfile = "f";
        const auto code = [&](const Profile& profile) {
          const Selected selected(profile, one.selection);
          return RunExporter(exporter, selected, one, params, files, context).status().code();
        };
        const absl::StatusCode of_whole = code(opened->profile);
        const size_t files_of_whole = files.closed.size();
        files.closed.clear();
        CHECK(code(transformed.profile) ==
              of_whole);  // without stacks, `code` has nothing to export
        CHECK(files.closed.empty() == (files_of_whole == 0));
        answered += of_whole == absl::StatusCode::kOk ? 1 : 0;
      }
    }
  }
  CHECK(answered > 20);
}

struct Cut : MadeProfile {
  SourceId source = Source("one");
  TrackId thread = Track(source, kHost, TrackKind::kThread);
  TrackId stream = Stream(source, kGpu);
  OpId outer = Op("outer"), inner = Op("inner"), kernel = Op("kernel");

  static ExecRow ExecOf(const Profile& profile, OpId op) {
    const auto [first, last] = profile.ExecsOf(op);
    REQUIRE(last == first + 1);
    return profile.execs().row[ExecId(first)];
  }
};

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
