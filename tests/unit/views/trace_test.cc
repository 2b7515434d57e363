// The view `trace` and its timeline, on profiles built by hand.
#include "profiler/views/trace/trace.h"

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "profiler/catalog/exporters.h"
#include "profiler/export/export.h"
#include "tests/unit/common/made_profile.h"
#include "tests/unit/export/memory_files.h"

namespace profiler {
namespace {

using nlohmann::json;

constexpr char kHost[] = "/job:w/replica:0/task:0/device:cpu:0";
constexpr char kGpu[] = "/job:w/replica:0/task:0/device:gpu:0";

struct Trace : MadeProfile {
  SourceId source = Source("one", "host_a");
  TrackId thread = Track(source, kHost, TrackKind::kThread);
  TrackId stream = Stream(source, kGpu);
  OpId outer = Op("outer"), inner = Op("inner"), kernel = Op("kernel");

  // A launch, in an op in step 4, and its kernel.
  void AddLaunch() {
    const StepId step = builder.Step(source, 4);
    Event(thread, 100, 40, outer, step);
    EventRow launch;
    launch.begin = 110 * kUs;
    launch.duration = 10 * kUs;
    launch.op = inner;
    EventRow work;
    work.begin = 130 * kUs;
    work.duration = 50 * kUs;
    work.op = kernel;
    work.label = builder.Intern("gemm \"x\"");
    work.detail = builder.Intern("grid:1,1,1");
    builder.AddFlow({builder.AddEvent(thread, launch), builder.AddEvent(stream, work)});
  }
};

TEST_CASE("trace: -top, -where and -order_by look at all events") {
  Trace made;
  for (int64_t i = 0; i < 1000; ++i) made.Event(made.thread, 10 * i, 1 + i % 7, made.outer);
  const Profile profile = made.builder.Build();
  Query query;
  query.top = 3;
  Report report = Answer("trace", profile, query);
  REQUIRE(report.rows.size() == 3);
  CHECK((Cell(report, 2, "begin_us") == 200));  // the longest, the first ones first
  CHECK(report.hidden_rows == 997);
  CHECK(report.notes.empty());  // -top is the user's own limit
  query.where = Where::Parse("begin_us >= 9000us").value();
  report = Answer("trace", profile, query);
  REQUIRE(report.rows.size() == 3);
  CHECK((Cell(report, 0, "begin_us") == 9000));
  query.order_by = "duration_us";
  report = Answer("trace", profile, query);
  REQUIRE(report.rows.size() == 3);
  CHECK((Cell(report, 0, "duration_us") == 7));
  CHECK((Cell(report, 0, "begin_us") == 9020));
  CHECK(report.rows[0].depth == 0);
  query.select = {"self_us"};
  CHECK(Answer("trace", profile, query).columns.size() == 1);
}

TEST_CASE("trace: more rows than fit are told of, whatever sifts them") {
  Trace made;
  const int64_t all = 3 * kMostTraceRows;
  for (int64_t i = 0; i < all; ++i) made.Event(made.thread, 2 * i, 1 + i % 2, made.outer);
  const Profile profile = made.builder.Build();
  for (const bool sifts : {false, true}) {
    Query query;
    query.where = Where::Parse("begin_us >= 0us").value();
    if (sifts) query.order_by = "duration_us";
    const Report report = Answer("trace", profile, query);
    CHECK(static_cast<int64_t>(report.rows.size()) == kMostTraceRows);
    CHECK(report.hidden_rows == all - kMostTraceRows);
    CHECK((Cell(report, 0, "begin_us") == (sifts ? 2 : 0)));
    REQUIRE(report.notes.size() == 1);
    CHECK(report.notes[0].id == "trace_limit");
  }
  Query query;
  query.top = all;
  CHECK(static_cast<int64_t>(Answer("trace", profile, query).rows.size()) == all);
}

TEST_CASE("trace: without a window or steps it shows the longest events") {
  Trace made;
  for (int64_t i = 0; i < 2 * kLongestTraceRows; ++i) {
    made.Event(made.thread, 1000 * i, 1 + i, made.outer);
  }
  const Profile profile = made.builder.Build();
  Query query;
  Report report = Answer("trace", profile, query);
  REQUIRE(static_cast<int64_t>(report.rows.size()) == kLongestTraceRows);
  CHECK((Cell(report, 0, "duration_us") == 2 * kLongestTraceRows));
  CHECK((Cell(report, kLongestTraceRows - 1, "duration_us") == kLongestTraceRows + 1));
  REQUIRE(report.notes.size() == 1);
  CHECK(report.notes[0].text ==
        "these are the longest 50 of 100 events: -top N shows more of them, -from and -to or -step "
        "those of a time in order, -from 0s all");
  query.where = Where::Parse("begin_us >= 0us").value();
  report = Answer("trace", profile, query);
  CHECK(static_cast<int64_t>(report.rows.size()) == 2 * kLongestTraceRows);
  CHECK((Cell(report, 0, "duration_us") == 1));
  CHECK(report.notes.empty());
}

json Drawn(const Profile& profile, const Query& query = {}) {
  RunContext context;
  MemoryFiles files;
  ExportParams params;
  params.view = "trace";
  params.outfile = "t";
  const auto result = RunExporter(*FindExporter("timeline"), {profile, query.selection}, query,
                                  params, files, context);
  INFO(result.status().ToString());
  REQUIRE(result.ok());
  REQUIRE(files.closed.size() == 1);
  return json::parse(files.closed["t"])["traceEvents"];
}

std::vector<json> Phase(const json& events, const std::string& phase) {
  std::vector<json> found;
  for (const json& event : events) {
    if (event["ph"] == phase) found.push_back(event);
  }
  return found;
}

std::map<int64_t, std::string> ThreadNames(const json& events) {
  std::map<int64_t, std::string> names;
  for (const json& event : Phase(events, "M")) {
    if (event["name"] == "thread_name") names[event["tid"]] = event["args"]["name"];
  }
  return names;
}

TEST_CASE("the trace's timeline has each event on its track, with its op and step") {
  Trace made;
  made.AddLaunch();
  const json events = Drawn(made.builder.Build());
  const std::vector<json> slices = Phase(events, "X");
  REQUIRE(slices.size() == 3);
  CHECK(slices[0]["name"] == "outer");
  CHECK(slices[0]["ts"] == 0);
  CHECK(slices[0]["dur"] == 40);
  CHECK(slices[0]["args"] == json({{"step", 4}}));
  CHECK(slices[2]["name"] == "gemm \"x\"");
  CHECK(slices[2]["args"] == json({{"detail", "grid:1,1,1"}, {"op", "kernel"}, {"step", 4}}));
  CHECK(slices[0]["pid"] == slices[1]["pid"]);
  CHECK(slices[0]["pid"] != slices[2]["pid"]);
  const std::vector<json> begins = Phase(events, "s"), ends = Phase(events, "f");
  REQUIRE(begins.size() == 1);
  REQUIRE(ends.size() == 1);
  CHECK(begins[0]["ts"] == 10);
  CHECK(begins[0]["pid"] == slices[1]["pid"]);
  CHECK(ends[0]["ts"] == 30);
  CHECK(ends[0]["pid"] == slices[2]["pid"]);
  CHECK(ends[0]["bp"] == "e");
  CHECK(begins[0]["id"] == ends[0]["id"]);
}

TEST_CASE("the trace's timeline keeps picoseconds, and what overlaps goes to threads behind") {
  Trace made;
  EventRow row;
  row.op = made.kernel;
  row.begin = 1'000'001;
  row.duration = 2'500'000;
  made.builder.AddEvent(made.stream, row);
  row.begin = 2'000'000;
  made.builder.AddEvent(made.stream, row);
  row.begin = 9'000'000;
  row.kind = EventKind::kInstant;
  row.duration = 0;
  made.builder.AddEvent(made.stream, row);
  const json events = Drawn(made.builder.Build());
  const std::vector<json> slices = Phase(events, "X");
  REQUIRE(slices.size() == 2);
  CHECK(slices[0]["ts"] == 0.000001);  // from the base, in whole microseconds
  CHECK(slices[0]["dur"] == 2.5);
  CHECK(slices[0]["tid"] != slices[1]["tid"]);
  const std::map<int64_t, std::string> names = ThreadNames(events);
  CHECK(names.at(slices[0]["tid"]) == kGpu);
  CHECK(names.at(slices[1]["tid"]) == std::string(kGpu) + " (2)");
  CHECK(Phase(events, "i").size() == 1);
}

TEST_CASE("the trace's timeline draws what is asked for, and refuses to draw nothing") {
  Trace made;
  made.AddLaunch();
  const Profile profile = made.builder.Build();
  Query query;
  query.show_names = RegexSet::Compile({"gemm.*"}).value();
  const json events = Drawn(profile, query);
  CHECK(Phase(events, "X").size() == 1);
  CHECK(Phase(events, "f").empty());  // an arrow has two ends
  query.show_names = RegexSet::Compile({"no such"}).value();
  RunContext context;
  MemoryFiles files;
  ExportParams params;
  params.view = "trace";
  params.outfile = "t";
  CHECK(absl::IsNotFound(RunExporter(*FindExporter("timeline"), {profile, query.selection}, query,
                                     params, files, context)
                             .status()));
  CHECK(files.closed.empty());
}

}  // namespace
}  // namespace profiler
