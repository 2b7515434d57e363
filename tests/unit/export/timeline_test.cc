// -output timeline: drawings of recorded profiles and of sources in other formats.
#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "profiler/base/run_context.h"
#include "profiler/catalog/exporters.h"
#include "profiler/export/export.h"
#include "profiler/export/timeline/graph/timeline_lanes.h"
#include "profiler/open/open.h"
#include "profiler/store/builder.h"
#include "tests/unit/export/memory_files.h"
#include "tests/unit/views/trace_checks.h"

namespace profiler {
namespace {

constexpr int64_t kUs = kPicosPerMicro;

struct Written {
  std::map<std::string, json> files;  // by name, the content of traceEvents
  std::map<std::string, json> whole;
  ExportResult result;

  bool HasNote(const std::string& id) const {
    return std::any_of(result.notes.begin(), result.notes.end(),
                       [&](const Note& note) { return note.id == id; });
  }
};

Query GraphQuery(bool compat_tfprof = true) {
  Query query;
  query.max_depth = 1'000'000;
  query.compat_tfprof = compat_tfprof;
  return query;
}

Written Draw(const Profile& profile, const Query& query, bool merge_steps = false,
             std::string_view view = "graph") {
  MemoryFiles files;
  RunContext context;
  const ExportParams params{view, "t", merge_steps};
  auto result = RunExporter(*FindExporter("timeline"), {profile, query.selection}, query, params,
                            files, context);
  REQUIRE(result.ok());
  Written written;
  written.result = *std::move(result);
  for (const auto& [path, bytes] : files.closed) {
    CHECK(bytes.back() == '\n');
    CHECK(std::count(bytes.begin(), bytes.end(), '\n') == 1);
    written.whole[path] = json::parse(bytes);
    written.files[path] = written.whole[path]["traceEvents"];
  }
  return written;
}

int64_t EventsOf(const Profile& profile, int64_t step) {
  int64_t count = 0;
  for (const Events& events : profile.events.values()) {
    for (StepId id : events.step) count += profile.steps[id].number == step;
  }
  return count;
}

Profile Open(const OpenRequest& request) {
  RunContext context;
  absl::StatusOr<OpenedProfile> opened = OpenProfile(request, context);
  REQUIRE(opened.ok());
  return std::move(opened->profile);
}

OpenRequest Profiles(const std::string& path) {
  OpenRequest request;
  request.profile_paths = {path};
  return request;
}

OpenRequest RunOf(const std::string& folder, const std::vector<std::string>& steps) {
  OpenRequest request;
  request.graph_path = folder + "/graph.pb";
  for (const std::string& step : steps) {
    request.run_meta_paths.push_back(folder + "/run_meta_" + step + ".pb");
  }
  return request;
}

TEST_CASE("a timeline holds every event of the profile, and viewers can show it") {
  const OpenRequest requests[] = {
      Profiles("testdata/dist/profile_6"),        RunOf("testdata/dist", {"3", "6"}),
      Profiles("testdata/gpu_synth/profile_300"), RunOf("testdata/gpu_synth", {"100", "200"}),
      Profiles("testdata/lstm/cf2_profile_2"),    Profiles("testdata/mlp/profile_1055"),
  };
  for (const OpenRequest& request : requests) {
    CAPTURE(request.Paths());
    const Profile profile = Open(request);
    REQUIRE(profile.unplaced.empty());
    for (bool compat : {true, false}) {
      const Written written = Draw(profile, GraphQuery(compat));
      CHECK(written.files.size() == profile.steps.size());
      for (const StepRow& step : profile.steps.values()) {
        const json& events = written.files.at("t_" + std::to_string(step.number));
        CheckTrace(events);
        CHECK(Count(events, "cat", "Op") == EventsOf(profile, step.number));
      }
      const json merged = Draw(profile, GraphQuery(compat), true).files.at("t");
      CheckTrace(merged);
      int64_t count = 0;
      for (const auto& [path, events] : written.files) count += Count(events, "cat", "Op");
      CHECK(Count(merged, "cat", "Op") == count);
    }
  }
}

TEST_CASE("workers and parameter servers stand side by side, with what they receive") {
  const Profile profile = Open(RunOf("testdata/dist", {"3", "6"}));
  const json events = Draw(profile, GraphQuery(), true).files.at("t");
  CHECK(Count(events, "name", "RecvTensor") > 0);
  std::map<int64_t, std::string> by_place, names;
  for (const json& event : events) {
    if (event["name"] == "process_name") names[event["pid"]] = event["args"]["name"];
  }
  for (const json& event : events) {
    if (event["name"] != "process_sort_index") continue;
    by_place[event["args"]["sort_index"]] = names[event["pid"]];
  }
  std::vector<std::string> devices;
  for (const auto& [place, name] : by_place) devices.push_back(name.substr(name.find('/')));
  CHECK(devices == std::vector<std::string>{"/job:ps/replica:0/task:0/device:cpu:0",
                                            "/job:ps/replica:0/task:0/device:cpu:0",
                                            "/job:worker/replica:0/task:0/device:cpu:0",
                                            "/job:worker/replica:0/task:0/device:cpu:0",
                                            "/job:worker/replica:0/task:1/device:cpu:0",
                                            "/job:worker/replica:0/task:1/device:cpu:0"});
  CHECK(Count(events, "ph", "s") > 0);
  std::set<int64_t> steps;
  for (const json& event : events) {
    if (event["ph"] == "X") steps.insert(event["args"]["step"].get<int64_t>());
  }
  CHECK(steps == std::set<int64_t>{0, 1});
}

// A source like those of other formats: a thread, a stream, waiting, counters.
struct Trace {
  ProfileBuilder builder;
  SourceId source;
  StepId step;
  TrackRow track;

  Trace() {
    SourceRow row;
    row.format = builder.Intern("other");
    row.resolution_ps = 1000;
    row.epoch_ns = 1'700'000'000'000'000'000;
    source = builder.AddSource(row);
    step = builder.Step(source, 4);
    builder.step(step).begin = 0;
    builder.step(step).end = 100 * kUs;
    track.source = source;
    track.device = builder.Device("host");
    On("main", TrackKind::kThread);
  }

  void On(std::string_view name, TrackKind kind, TrackRole role = TrackRole::kExec) {
    track.name = builder.Intern(name);
    track.kind = kind;
    track.role = role;
  }
  OpId Op(std::string_view name) {
    OpRow row;
    row.name = builder.Intern(name);
    row.type = builder.Intern("Type");
    row.kind = OpKind::kFrameworkOp;
    return builder.AddOp(row);
  }
  EventId Event(std::string_view name, int64_t begin, int64_t duration,
                EventKind kind = EventKind::kSlice) {
    return builder.AddEvent(builder.Track(track),
                            {begin, duration, Op(name), {}, {}, kind, EventRow::kNoArgs});
  }
};

TEST_CASE("threads nest, overlaps get rows, and times are finer than a microsecond") {
  Trace trace;
  trace.Event("outer", 10 * kUs, 30 * kUs);
  trace.Event("inner", 12 * kUs + 1000, 5 * kUs);
  trace.Event("crossing", 35 * kUs, 10 * kUs);
  trace.Event("mark", 36 * kUs, 0, EventKind::kInstant);
  trace.On("waits", TrackKind::kThread, TrackRole::kAsync);
  trace.Event("wait", 0, 90 * kUs);
  const json whole = Draw(trace.builder.Build(), GraphQuery(false)).whole.at("t_4");
  const json& events = whole["traceEvents"];
  CheckTrace(events);
  CHECK(whole["baseTimeNanoseconds"] == 1'700'000'000'000'000'000);
  CHECK(Find(events, "inner")["ts"] == 12.001);
  CHECK(Find(events, "outer")["tid"] == Find(events, "inner")["tid"]);
  CHECK(Find(events, "outer")["tid"] != Find(events, "crossing")["tid"]);
  CHECK(Find(events, "mark")["ph"] == "i");
  CHECK(ProcessOf(events, "wait") == "host");
  CHECK(Find(events, "wait")["tid"] != Find(events, "outer")["tid"]);
  CHECK(Count(events, "name", "thread_name") == 3);
}

TEST_CASE("times count from the first event, as -from does") {
  Trace trace;
  trace.Event("first", 874'000, 2 * kUs);
  trace.Event("second", 10 * kUs + 874'000, 5 * kUs);
  const json whole = Draw(trace.builder.Build(), GraphQuery(false)).whole.at("t_4");
  CHECK(whole["baseTimeNanoseconds"] == 1'700'000'000'000'000'874);
  CHECK(Find(whole["traceEvents"], "first")["ts"] == 0);
  CHECK(Find(whole["traceEvents"], "second")["ts"] == 10);
}

TEST_CASE("recorded arrows and counters, and what ran outside every step") {
  Trace trace;
  const EventId launch = trace.Event("launch", 10 * kUs, kUs);
  const EventId late = trace.Event("late", 200 * kUs, kUs);
  trace.On("stream 7", TrackKind::kStream);
  trace.track.device = trace.builder.Device("gpu");
  const EventId kernel = trace.Event("kernel", 20 * kUs, 5 * kUs);
  trace.builder.AddFlow({launch, kernel, FlowKind::kLaunch});
  trace.builder.AddFlow({late, kernel, FlowKind::kAsync});
  const MetricId metric =
      trace.builder.AddMetric({trace.builder.Intern("power"), trace.builder.Intern("W")});
  trace.builder.AddCounter({metric, trace.source, {}, 50 * kUs, 2.5});
  const Profile profile = trace.builder.Build();

  const Written written = Draw(profile, GraphQuery(false));
  REQUIRE(written.files.size() == 2);
  const json& events = written.files.at("t_4");
  CheckTrace(events);
  CHECK(Count(events, "cat", "Launch") == 2);
  CHECK(ProcessOf(events, "kernel") == "gpu");
  CHECK(Find(events, "power")["args"] == json({{"W", 2.5}}));
  CHECK(Count(written.files.at("t_outside_steps"), "name", "late") == 1);
  CHECK(written.HasNote("flows_between_steps"));

  const json merged = Draw(profile, GraphQuery(false), true).files.at("t");
  CheckTrace(merged);
  CHECK(Count(merged, "cat", "Async") == 2);
  CHECK(Find(merged, "kernel")["args"]["step"] == 4);
}

TEST_CASE("arrows between the runs of two loops stay few") {
  Trace trace;
  const OpId producer = trace.Op("producer"), consumer = trace.Op("consumer");
  trace.builder.AddInput(consumer, {0, producer, 0, false});
  for (const auto& [op, device] : {std::pair(producer, "/device:CPU:0"), {consumer, "/gpu:0"}}) {
    trace.On(device, TrackKind::kLane);
    trace.track.device = trace.builder.Device(device);
    const TrackId track = trace.builder.Track(trace.track);
    const int64_t first = op == producer ? 0 : kUs;
    for (int64_t i = 0; i < 1000; ++i) {
      trace.builder.AddEvent(track, {first + i * 10 * kUs, kUs, op, trace.step, {}, {}, {}});
    }
  }
  const json events = Draw(trace.builder.Build(), GraphQuery(false)).files.at("t_4");
  CheckTrace(events);
  CHECK(Count(events, "ph", "s") == 1000);
  std::map<int64_t, Int128> begins;
  for (const json& event : events) {
    if (event["ph"] == "s") begins[event["id"]] = Picos(event["ts"]);
    if (event["ph"] == "t") CHECK((Picos(event["ts"]) - begins.at(event["id"]) <= kUs));
  }
}

TEST_CASE("equal names on two hosts are two processes") {
  Trace trace;
  trace.builder.source(trace.source).host = trace.builder.Intern("b");
  trace.Event("on b", 0, kUs);
  SourceRow other = trace.builder.source(trace.source);
  other.host = trace.builder.Intern("a");
  other.epoch_ns = kUnknown;
  trace.track.source = trace.builder.AddSource(other);
  trace.Event("on a", 7 * kUs, kUs);
  const Written written = Draw(trace.builder.Build(), GraphQuery(false), true);
  const json& events = written.files.at("t");
  CheckTrace(events);
  CHECK(ProcessOf(events, "on b") == "host (b)");
  CHECK(ProcessOf(events, "on a") == "host (a)");
  // Without a wall clock it begins with the earliest of the others.
  CHECK(Find(events, "on a")["ts"] == Find(events, "on b")["ts"]);
  CHECK(written.HasNote("no_wall_clock"));
}

TEST_CASE("what cannot be drawn is told") {
  Trace trace;
  trace.Event("op", 10 * kUs, kUs);
  trace.Event("name that is no UTF-8: \xff\"", 15 * kUs, kUs);
  trace.builder.AddUnplaced({trace.Op("lost"), trace.step, trace.builder.Track(trace.track), 0, 9,
                             UnplacedReason::kZeroStart});
  const Profile profile = trace.builder.Build();
  CHECK(Draw(profile, GraphQuery(false)).HasNote("not_placed"));
  Query query = GraphQuery(false);
  CHECK_FALSE(Draw(profile, query).HasNote("hidden_ops"));
  query.max_depth = 0;
  CHECK(Draw(profile, query).HasNote("hidden_ops"));

  MemoryFiles files;
  RunContext context;
  const Profile nothing = ProfileBuilder().Build();
  const auto refused = RunExporter(*FindExporter("timeline"), {nothing, GraphQuery().selection},
                                   GraphQuery(), {"graph", "t", false}, files, context);
  CHECK(refused.status().code() == absl::StatusCode::kNotFound);
  CHECK(files.closed.empty());
}

TEST_CASE("lanes: the first free one, among any number") {
  FlatLanes flat;
  for (int64_t i = 0; i < 1000; ++i) CHECK(flat.Place(i, 2000 - i) == i);
  CHECK(flat.Place(1000, 1001) == 1000);
  CHECK(flat.Place(1001, 3000) == 999);
  CHECK(flat.Place(2000, 2001) == 0);
  NestedLanes nested;
  CHECK(nested.Place(0, 100) == 0);
  CHECK(nested.Place(10, 90) == 0);
  CHECK(nested.Place(50, 95) == 1);
  CHECK(nested.Place(90, 100) == 0);
  CHECK(nested.Place(100, 120) == 0);
}

}  // namespace
}  // namespace profiler
