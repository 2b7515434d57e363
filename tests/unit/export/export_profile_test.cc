// -output profile: the output equals the input, and what tfprof itself wrote.
#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "profiler/base/run_context.h"
#include "profiler/base/status.h"
#include "profiler/catalog/exporters.h"
#include "profiler/catalog/output_options.h"
#include "profiler/catalog/renderers.h"
#include "profiler/catalog/views.h"
#include "profiler/export/export.h"
#include "profiler/export/profile_proto/profile_proto.h"
#include "profiler/io/input.h"
#include "profiler/open/open.h"
#include "profiler/readers/tfprof/profile_proto.h"
#include "profiler/render/render.h"
#include "profiler/store/builder.h"
#include "proto/tfprof_log.pb.h"
#include "tests/unit/common/ask.h"
#include "tests/unit/common/sanitized.h"
#include "tests/unit/export/memory_files.h"
#include "tests/unit/readers/profile_proto_compare.h"

namespace profiler {
namespace {

using tensorflow::tfprof::ProfileNode;
using tensorflow::tfprof::ProfileProto;

constexpr int64_t kUs = kPicosPerMicro;

std::string FileBytes(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

struct Read {
  Profile profile;
  ImportReport report;

  explicit Read(const std::string& bytes) {
    ProfileBuilder builder;
    RunContext context;
    CHECK(
        kTfprofProfileFormat.read(Input::FromBytes("test", bytes), builder, report, context).ok());
    profile = builder.Build();
  }
};

Query ExportQuery(bool compat_tfprof = true, int64_t step = -1) {
  Query query;
  query.compat_tfprof = compat_tfprof;
  query.selection.steps = StepSelection::One(step);
  return query;
}

ProfileProtoBytes Write(const Profile& profile, const Query& query = ExportQuery()) {
  RunContext context;
  absl::StatusOr<ProfileProtoBytes> written =
      WriteProfileProto({profile, query.selection}, query, context);
  CHECK(written.ok());
  return *std::move(written);
}

ProfileProto Parse(const std::string& bytes) {
  ProfileProto proto;
  CHECK(proto.ParseFromString(bytes));
  return proto;
}

// Every view of every step, with every column, in every format. In a sanitized build all steps and
// the first one, in one format: the rest takes minutes there, and other tests cover it.
std::vector<std::string> AllAnswers(const Profile& profile) {
  std::vector<std::string> answers;
  std::set<int64_t> steps = {-1};
  for (const StepRow& step : profile.steps.values()) {
    if (!kSanitized || steps.size() < 2) steps.insert(step.number);
  }
  for (int64_t step : steps) {
    for (bool compat : {true, false}) {
      RunContext context;
      Query query = ExportQuery(compat, step);
      query.max_depth = 100;
      for (const OpColumn& info : OpColumns()) query.select.emplace_back(info.name);
      Asker ask(profile);
      for (const View& view : CommandsOnOneProfile()) {
        const absl::StatusOr<Report> report = ask(view.name, query, context);
        if (!report.ok()) {
          answers.push_back(report.status().ToString());
          continue;
        }
        for (const Renderer& renderer : AllRenderers()) {
          if (kSanitized && renderer.name != "json") continue;
          answers.push_back(renderer.render(*report, {"command", {"profile"}}));
        }
      }
    }
  }
  return answers;
}

std::vector<std::string> RecordedProfiles() {
  std::vector<std::string> paths;
  for (const auto& entry : std::filesystem::recursive_directory_iterator("testdata")) {
    const std::string name = entry.path().filename();
    if (name.find("profile_") != std::string::npos || name.ends_with(".profile")) {
      paths.push_back(entry.path());
    }
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

// Not a ProfileProto, or too damaged to compare.
bool IsDamaged(const std::string& path) {
  for (const char* name : {"truncated", "garbage", "text", "runmeta", "dangling_input",
                           "dangling_string", "short_tuple", "dup_names"}) {
    if (path.find(std::string("profile_") + name) != std::string::npos) return true;
  }
  return false;
}

TEST_CASE("a recorded profile that is written again gives the same answers") {
  for (const std::string& path : RecordedProfiles()) {
    CAPTURE(path);
    const Read original(FileBytes(path));
    const ProfileProtoBytes written = Write(original.profile);
    CHECK(written.nodes == static_cast<int64_t>(original.profile.op_count()));
    CHECK(written.notes.empty());
    const Read again(written.bytes);
    // It is complete: only start times of 0 may be reported again.
    for (const ImportReport::Entry& entry : again.report.entries()) {
      CHECK(Info(entry.problem).severity != ImportSeverity::kError);
    }
    const std::vector<std::string> want = AllAnswers(original.profile);
    const std::vector<std::string> got = AllAnswers(again.profile);
    REQUIRE(want.size() == got.size());
    for (size_t i = 0; i < want.size(); ++i) {
      if (want[i] == got[i]) continue;
      const auto at = std::mismatch(want[i].begin(), want[i].end(), got[i].begin(), got[i].end());
      const size_t from = std::max<ptrdiff_t>(at.first - want[i].begin() - 100, 0);
      CAPTURE(i, want[i].substr(from, 300), got[i].substr(from, 300));
      FAIL_CHECK("an answer differs");
      break;
    }
    CHECK((Write(again.profile).bytes == written.bytes));
  }
}

TEST_CASE("a recorded profile that is written again holds the same fields") {
  for (const std::string& path : RecordedProfiles()) {
    if (IsDamaged(path)) continue;
    CAPTURE(path);
    const std::string bytes = FileBytes(path);
    CHECK(Differences(Parse(bytes), Parse(Write(Read(bytes).profile).bytes)) == "");
  }
}

// tfprof's result for a graph, its run metadata, op log and checkpoint.
TEST_CASE("of graph and run metadata what tfprof writes is written") {
  int cases = 0;
  for (const auto& model : std::filesystem::directory_iterator("testdata")) {
    std::ifstream stream(model.path() / "ingest.json");
    if (!stream) continue;
    const auto path = [&](const nlohmann::json& name) {
      return name == "" ? "" : (model.path() / name.get<std::string>()).string();
    };
    for (const nlohmann::json& spec : nlohmann::json::parse(stream)) {
      CAPTURE(spec["id"].get<std::string>());
      const nlohmann::json& inputs = spec["inputs"];
      OpenRequest request;
      request.graph_path = path(inputs["graph_path"]);
      for (const std::string& name : SplitList(inputs["run_meta_path"].get<std::string>())) {
        request.run_meta_paths.push_back(path(name));
      }
      request.op_log_path = path(inputs["op_log_path"]);
      request.checkpoint_path = path(inputs["checkpoint_path"]);
      RunContext context;
      const absl::StatusOr<OpenedProfile> opened = OpenProfile(request, context);
      REQUIRE(opened.status().ToString() == "OK");
      const ProfileProto want = Parse(FileBytes(path(spec["expected_profile"])));
      CHECK(Differences(want, Parse(Write(opened->profile).bytes)) == "");
      ++cases;
    }
  }
  CHECK(cases >= 10);
}

// A run of a graph and one step, as a reader adds it.
struct Run {
  ProfileBuilder builder;
  SourceId source;
  TrackRow track;
  StepId step;

  explicit Run(TfprofRules rules = TfprofRules::kToApply) {
    SourceRow row;
    row.path = builder.Intern("run");
    row.tfprof_rules = rules;
    row.resolution_ps = kUs;
    row.epoch_ns = 1'000'000;
    source = builder.AddSource(row);
    track.source = source;
    track.kind = TrackKind::kLane;
    step = builder.Step(source, 4);
    Use("/device:CPU:0");
  }

  void Use(std::string_view device) {
    track.device = builder.Device(device);
    track.name = builder.Intern(device);
  }
  OpId Op(std::string_view name, OpKind kind = OpKind::kGraphNode) {
    OpRow row;
    row.name = builder.Intern(name);
    row.type = builder.Intern("Type");
    row.kind = kind;
    row.assigned_device = track.device;
    return builder.AddOp(row);
  }
  void Event(OpId op, int64_t begin, int64_t duration, StepId of) {
    builder.AddEvent(builder.Track(track),
                     {begin, duration, op, of, StringId(), EventKind::kSlice, EventRow::kNoArgs});
  }
  void Event(OpId op, int64_t begin_us, int64_t us) { Event(op, begin_us * kUs, us * kUs, step); }
};

const ProfileNode& Node(const ProfileProto& proto, const std::string& name) {
  for (const auto& [id, node] : proto.nodes()) {
    if (node.name() == name) return node;
  }
  FAIL("no node " << name);
  return proto.nodes().begin()->second;
}

bool HasNote(const ProfileProtoBytes& written, const std::string& id) {
  return std::any_of(written.notes.begin(), written.notes.end(),
                     [&](const Note& note) { return note.id == id; });
}

TEST_CASE("of run metadata tfprof's losses are written, and without them with -compat off") {
  Run run;
  const OpId producer = run.Op("producer"), op = run.Op("op");
  run.builder.AddInput(op, {0, producer, 1, false});
  run.builder.AddAttribute(op, {run.builder.Intern("_requested_device"), StringId()});
  run.Event(op, 5, 7);
  run.Event(run.Op("MEMCPYHtoD", OpKind::kRuntime), 5, 1);
  SnapshotRow snapshot;
  snapshot.op = op;
  snapshot.step = run.step;
  snapshot.device = run.track.device;
  snapshot.time = 12 * kUs;
  run.builder.AddSnapshot(snapshot);
  for (const char* allocator : {"GPU_0_bfc", "cpu"}) {
    AllocationRow row;
    row.op = op;
    row.step = run.step;
    row.device = run.track.device;
    row.allocator = run.builder.Intern(allocator);
    row.delta = 8;
    run.builder.AddAllocation(row);
  }
  run.builder.AddUnplaced(
      {op, run.step, run.builder.Track(run.track), 0, 9, UnplacedReason::kZeroStart});
  run.Use("/device:CPU:1");
  run.Event(op, 6, 100);
  const Profile profile = run.builder.Build();

  const ProfileProto as_tfprof = Parse(Write(profile).bytes);
  CHECK(as_tfprof.nodes_size() == 2);
  const ProfileNode& node = Node(as_tfprof, "op");
  CHECK(node.canonical_device() == "/device:cpu:0");
  CHECK(node.src_output_index().at(0) == 0);
  CHECK(node.attrs_size() == 0);
  const auto& exec = node.execs().at(4);
  CHECK(exec.run_count() == 1);
  CHECK(exec.all_start_micros() == 1005);
  CHECK(exec.latest_end_micros() == 1012);
  REQUIRE(exec.cpu_execs_size() == 1);
  CHECK(exec.cpu_execs().at("/device:cpu:0").times_size() == 1);
  CHECK(exec.devices_size() == 1);
  REQUIRE(exec.memory_execs_size() == 1);
  CHECK(exec.memory_execs(0).memory_micros() == 1012);
  CHECK(exec.allocations_size() == 1);

  const ProfileProto whole = Parse(Write(profile, ExportQuery(false)).bytes);
  CHECK(whole.nodes_size() == 3);
  CHECK(Node(whole, "op").src_output_index().at(0) == 1);
  CHECK(Node(whole, "op").execs().at(4).cpu_execs_size() == 2);
  CHECK(Node(whole, "op").execs().at(4).cpu_execs().at("/device:cpu:0").times_size() == 2);
}

TEST_CASE("a step and places that are selected narrow what is written, not the ops") {
  Run run;
  const OpId op = run.Op("op");
  run.Event(op, 5, 7);
  run.Event(op, 50 * kUs, kUs, run.builder.Step(run.source, 6));
  run.Event(run.Op("other"), 50 * kUs, kUs, run.builder.Step(run.source, 6));
  const Profile profile = run.builder.Build();

  const ProfileProto proto = Parse(Write(profile, ExportQuery(true, 4)).bytes);
  CHECK(proto.nodes_size() == 2);
  REQUIRE(proto.steps_size() == 1);
  CHECK(proto.steps(0) == 4);
  CHECK(Node(proto, "op").execs_size() == 1);
  CHECK(Node(proto, "other").execs_size() == 0);

  Query query = ExportQuery();
  query.selection.devices = RegexSet::Compile({"none such"}).value();
  CHECK(Node(Parse(Write(profile, query).bytes), "op").execs_size() == 0);

  RunContext context;
  const auto missing =
      WriteProfileProto({profile, ExportQuery(true, 5).selection}, ExportQuery(true, 5), context);
  CHECK(missing.status().code() == absl::StatusCode::kNotFound);
  context.Cancel();
  CHECK(WriteProfileProto({profile, ExportQuery().selection}, ExportQuery(), context)
            .status()
            .code() == absl::StatusCode::kCancelled);
}

TEST_CASE("what the format cannot hold is told") {
  Run run(TfprofRules::kNotRead);
  const OpId op = run.Op("same");
  run.Event(op, 5 * kUs + 1, kUs / 2, run.step);
  run.Event(run.Op("same"), 9, 1);
  run.Event(op, 9 * kUs, kUs, StepId());
  SourceRow second;
  const SourceId source = run.builder.AddSource(second);
  run.track.source = source;
  run.Event(op, -3 * kUs, kUs, run.builder.Step(source, 4));
  const ProfileProtoBytes written = Write(run.builder.Build(), ExportQuery(false));
  for (const char* id : {"outside_steps", "rounded_times", "renamed_ops", "renumbered_steps"}) {
    CAPTURE(id);
    CHECK(HasNote(written, id));
  }
  const ProfileProto proto = Parse(written.bytes);
  CHECK(proto.steps_size() == 2);
  CHECK(Node(proto, "same#1").execs_size() == 1);
  // Without a wall clock it starts at 1, as a start of 0 would mean none.
  CHECK(Node(proto, "same").execs().at(5).all_start_micros() == 1);
  CHECK(Node(proto, "same").canonical_device() == "/device:cpu:0");
}

TEST_CASE("steps that sources share are one step") {
  Run run(TfprofRules::kApplied);
  const OpId op = run.Op("op");
  run.Event(op, 5, 7);
  SourceRow second;
  second.tfprof_rules = TfprofRules::kApplied;
  second.epoch_ns = 2'000'000;
  run.track.source = run.builder.AddSource(second);
  const StepId same = run.builder.Step(run.track.source, 4);
  run.builder.step(same).counts_as = run.step;
  run.Use("/device:CPU:1");
  run.Event(op, 6 * kUs, 8 * kUs, same);
  const ProfileProto proto = Parse(Write(run.builder.Build()).bytes);
  CHECK(proto.steps_size() == 1);  // all are listed, as there are several sources
  const auto& exec = Node(proto, "op").execs().at(4);
  CHECK(exec.cpu_execs_size() == 2);
  CHECK(exec.all_start_micros() == 1005);
  CHECK(exec.latest_end_micros() == 2014);
}

TEST_CASE("each exporter is an output type and the other way round") {
  std::set<std::string_view> names = {"stdout", "file", "html", "none"};
  for (const Exporter& exporter : AllExporters()) names.insert(exporter.name);
  std::set<std::string_view> types;
  for (const OutputType& type : AllOutputTypes()) types.insert(type.name);
  CHECK(names == types);
  CHECK(FindExporter("stdout") == nullptr);

  static constexpr RowKind kFrames[] = {RowKind::kFrames};
  Exporter picky = *FindExporter("profile");
  picky.name = "picky";
  picky.rows = kFrames;
  RunContext context;
  MemoryFiles files;
  CHECK(RunExporter(picky, {Profile(), Query().selection}, Query(), {"op", "f"}, files, context)
            .status()
            .message() == "-output picky works from code, not from op");
}

TEST_CASE("every form tells the files that were written") {
  const FilesReport report = {{{"a,b", 12}}, "one file", {{"id", Severity::kInfo, "a note"}}};
  const auto render = [&](std::string_view form) {
    return FindRenderer(form)->render_files(report, {"op -output x", {"in"}});
  };
  CHECK(render("text") == "one file\n");
  CHECK(render("csv") == "path,bytes\n\"a,b\",12\n");
  CHECK(render("json") ==
        R"({"schema_version":1,"command":"op -output x","files":[{"path":"a,b","bytes":12}],)"
        R"("inputs":["in"],"notes":[{"id":"id","severity":"info","text":"a note"}]})"
        "\n");
}

}  // namespace
}  // namespace profiler
