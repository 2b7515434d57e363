// The view `info`, on profiles built by hand; and `schema`.
#include <set>

#include "profiler/catalog/schema.h"
#include "profiler/catalog/views.h"
#include "profiler/readers/common/import_report.h"
#include "tests/unit/common/made_profile.h"

namespace profiler {
namespace {

constexpr char kCpu[] = "/job:w/replica:0/task:0/device:cpu:0";
constexpr char kGpu[] = "/job:w/replica:0/task:0/device:gpu:0";

const Report& Section(const Report& report, const std::string& id) {
  for (const Report& section : report.sections) {
    if (section.view == id) return section;
  }
  FAIL("no section " << id);
  return report.sections.front();
}

TEST_CASE("an empty profile has every section, and knows nothing") {
  const Report report = Answer("info", MadeProfile().builder.Build());
  REQUIRE(report.sections.size() == 7);
  CHECK(Section(report, "files").rows.empty());
  CHECK(Section(report, "problems").rows.empty());
  CHECK(Section(report, "problems").title == "Import problems: none");
  CHECK((Cell(Section(report, "totals"), "ops", "count") == 0));
  CHECK((Cell(Section(report, "totals"), "time_span", "time_us") == kAbsent));
  CHECK((Cell(Section(report, "totals"), "runs", "count") == kAbsent));
  for (const std::string& recorded : ColumnOf(Section(report, "columns"), "recorded").words) {
    CHECK(recorded == "no");
  }
  for (const std::string& why : ColumnOf(Section(report, "columns"), "why").words) {
    CHECK_FALSE(why.empty());
  }
}

TEST_CASE("files, hosts and devices") {
  MadeProfile made;
  const SourceId source = made.Source("a.pb", "h1");
  SourceRow& row = made.builder.source(source);
  row.rank = 3;
  row.role = made.builder.Intern("chief");
  row.run = made.builder.Intern("monday");
  row.epoch_ns = 1'714'735'353'123'456'000;
  row.clock_offset_ps = -5 * kUs;
  row.clock_offset_found_by = made.builder.Intern("collectives");
  made.Source("b.pb");
  const OpId a = made.Op("a");
  const StepId step = made.builder.Step(source, 1);
  made.Event(made.Track(source, kCpu), 0, 4, a, step);
  made.Event(made.Stream(source, kGpu), 0, 5, a, step);
  made.builder.device(made.builder.Device(kGpu)).memory_bytes = 1 << 20;
  const Report report = Answer("info", made.builder.Build());

  const Report& files = Section(report, "files");
  CHECK(Word(files, "a.pb", "format") == "hand_made");
  CHECK(Word(files, "a.pb", "host") == "h1");
  CHECK(Word(files, "a.pb", "role") == "chief");
  CHECK(Word(files, "a.pb", "run") == "monday");
  CHECK((Cell(files, "a.pb", "rank") == 3));
  CHECK((Cell(files, "a.pb", "steps") == 1));
  CHECK((Cell(files, "a.pb", "clock_offset_us") == -5));
  CHECK(Word(files, "a.pb", "clock_offset_found_by") == "collectives");
  CHECK(Word(files, "a.pb", "time_zero") == "2024-05-03T11:22:33.123456000Z");
  CHECK(Word(files, "b.pb", "time_zero").empty());
  CHECK((Cell(files, "b.pb", "rank") == kAbsent));
  CHECK((Cell(files, "b.pb", "clock_offset_us") == kAbsent));

  const Report& hosts = Section(report, "hosts");
  REQUIRE(hosts.rows.size() == 2);
  CHECK((Cell(hosts, "h1", "files") == 1));
  CHECK((Cell(hosts, "/job:w/replica:0/task:0", "devices") == 2));
  CHECK((Cell(hosts, "/job:w/replica:0/task:0", "events") == 2));

  const Report& devices = Section(report, "devices");
  REQUIRE(devices.rows.size() == 2);
  CHECK(Word(devices, kGpu, "kind") == "gpu");
  CHECK((Cell(devices, kGpu, "ordinal") == 0));
  CHECK((Cell(devices, kGpu, "accelerator_us") == 5));
  CHECK((Cell(devices, kGpu, "memory_bytes") == 1 << 20));
  CHECK((Cell(devices, kCpu, "cpu_us") == 4));
  CHECK((Cell(devices, kCpu, "memory_bytes") == kAbsent));
}

TEST_CASE("times before 1970 have a date") {
  MadeProfile made;
  made.builder.source(made.Source("a.pb")).epoch_ns = -1;
  const Report report = Answer("info", made.builder.Build());
  CHECK(Word(Section(report, "files"), "a.pb", "time_zero") == "1969-12-31T23:59:59.999999999Z");
}

TEST_CASE("steps by how they were found, and totals") {
  MadeProfile made;
  const SourceId source = made.Source("a.pb");
  const OpId a = made.Op("a");
  made.Op("never");
  const TrackId cpu = made.Track(source, kCpu);
  for (int64_t number : {7, 5, 9}) {
    made.Event(cpu, 10 * number, 10, a, made.builder.Step(source, number));
  }
  made.builder.step(made.builder.Step(source, 9)).partial = true;
  made.builder.step(made.builder.Step(source, 7)).found_by = StepFoundBy::kMarker;
  const Report report = Answer("info", made.builder.Build());
  const Report& steps = Section(report, "steps");
  REQUIRE(steps.rows.size() == 2);
  CHECK((Cell(steps, "recorded", "steps") == 2));
  CHECK((Cell(steps, "recorded", "first") == 5));
  CHECK((Cell(steps, "recorded", "last") == 9));
  CHECK((Cell(steps, "recorded", "partial") == 1));
  CHECK((Cell(steps, "marker", "first") == 7));
  const Report& totals = Section(report, "totals");
  CHECK((Cell(totals, "ops", "count") == 2));
  CHECK((Cell(totals, "ops_run", "count") == 1));
  CHECK((Cell(totals, "runs", "count") == 3));
  CHECK((Cell(totals, "events", "count") == 3));
  CHECK((Cell(totals, "time_span", "time_us") == 50));
  CHECK((Cell(totals, "cpu_time", "time_us") == 30));
  CHECK_FALSE(HasRow(totals, "unplaced"));
}

TEST_CASE("which columns have values") {
  MadeProfile made;
  const SourceId source = made.Source("a.pb");
  const OpId a = made.Op("a"), b = made.Op("b");
  const StepId step = made.builder.Step(source, 1);
  made.Event(made.Track(source, kCpu), 0, 4, a, step);
  made.Event(made.Track(source, kGpu), 0, 4, b, step);
  made.Memory(a, step, kCpu, 8);
  made.builder.op(a).float_ops = 5;
  made.builder.source(source).misses_accelerator_stream = true;
  made.builder.AddInput(b, {0, a, 0, false});
  const Report report = Answer("info", made.builder.Build());
  const Report& columns = Section(report, "columns");
  CHECK(Word(columns, "micros", "recorded") == "yes");
  CHECK(Word(columns, "micros", "why").empty());
  CHECK(Word(columns, "bytes", "recorded") == "partly");
  CHECK((Cell(columns, "bytes", "ops") == 1));
  CHECK((Cell(columns, "bytes", "of_ops") == 2));
  CHECK(Word(columns, "residual_bytes", "recorded") == "no");
  CHECK(Word(columns, "accelerator_micros", "recorded") == "no");
  CHECK(Word(columns, "accelerator_micros", "why").find("stream:all") != std::string::npos);
  CHECK(Word(columns, "float_ops", "recorded") == "partly");
  CHECK(Word(columns, "input_shapes", "recorded") == "no");
  CHECK(Word(columns, "input_shapes", "why").find("add_shapes") != std::string::npos);
  CHECK(Word(columns, "code_traces", "recorded") == "no");
  const Report& devices = Section(report, "devices");
  CHECK((Cell(devices, kGpu, "accelerator_us") == kAbsent));
  CHECK((Cell(devices, kCpu, "accelerator_us") == 0));
  CHECK((Cell(Section(report, "totals"), "accelerator_time", "time_us") == kAbsent));
}

TEST_CASE("accelerator times that one of two files holds are there in part") {
  MadeProfile made;
  const SourceId with = made.Source("a.pb"), without = made.Source("b.pb");
  const OpId a = made.Op("a"), b = made.Op("b");
  const StepId step = made.builder.Step(with, 1), other = made.builder.Step(without, 2);
  made.Event(made.Track(with, kGpu), 0, 4, a, step);
  made.Event(made.Stream(with, kGpu), 0, 4, a, step);
  const auto recorded = [&] {
    return Word(Section(Answer("info", made.builder.Build()), "columns"), "accelerator_micros",
                "recorded");
  };
  SECTION("all") { CHECK(recorded() == "yes"); }
  SECTION("some") {
    made.Event(made.Track(without, kGpu), 0, 4, b, other);
    made.builder.source(without).misses_accelerator_stream = true;
    CHECK(recorded() == "partly");
  }
}

TEST_CASE("the import report, the worst first") {
  Profile profile = MadeProfile().builder.Build();
  ImportReport met;
  met.Count(ImportProblem::kUnknownField, "a.pb", 12);
  met.Count(ImportProblem::kRepeatedInput, "b.pb", ImportReport::kNoOffset);
  met.Count(ImportProblem::kDanglingInput, "a.pb", 7, "node 99");
  met.Count(ImportProblem::kDanglingInput, "a.pb", 9, "node 98");
  met.Count(ImportProblem::kTruncated, "a.pb", 99);
  met.CountWhole(ImportProblem::kPartOfRun, "run_meta.pb", 1, "run_metadata");
  met.Record(profile);
  const Report report = Answer("info", profile);
  const Report& problems = Section(report, "problems");
  CHECK(problems.title == "Import problems: 1 error, 1 loss, 1 repaired, 1 info");
  REQUIRE(problems.rows.size() == 4);
  CHECK(problems.rows[0].name == "truncated");
  CHECK(Word(problems, "truncated", "severity") == "error");
  CHECK(Word(problems, "dangling_input", "severity") == "loss");
  CHECK(Word(problems, "repeated_input", "severity") == "repaired");
  CHECK(Word(problems, "unknown_field", "severity") == "info");
  CHECK((Cell(problems, "dangling_input", "count") == 2));
  CHECK((Cell(problems, "dangling_input", "first_offset") == 7));
  CHECK(Word(problems, "dangling_input", "first_detail") == "node 99");
  CHECK(Word(problems, "dangling_input", "file") == "a.pb");
  CHECK_FALSE(Word(problems, "dangling_input", "sentence").empty());
  CHECK((Cell(problems, "repeated_input", "first_offset") == kAbsent));
  // A file that was read is no problem.
  CHECK(Word(Section(report, "files"), "run_meta.pb", "format") == "run_metadata");
}

TEST_CASE("every problem has an id of its own and a sentence") {
  std::set<std::string_view> ids;
  constexpr auto kLast = static_cast<uint8_t>(ImportProblem::kPartOfRun);
  for (uint8_t i = 0; i <= kLast; ++i) {
    const ImportProblemInfo& info = Info(static_cast<ImportProblem>(i));
    CAPTURE(info.id);
    CHECK(static_cast<uint8_t>(info.problem) == i);
    CHECK(ids.insert(info.id).second);
    CHECK_FALSE(info.sentence.empty());
  }
}

TEST_CASE("schema tells of every column of every view") {
  const Report all = SchemaReport(AllCommands(), "", Query()).value();
  std::set<std::string> commands;
  std::set<std::vector<std::string>> keys;
  for (size_t row = 0; row < all.rows.size(); ++row) {
    CAPTURE(all.rows[row].key);
    commands.insert(ColumnOf(all, "command").words[row]);
    CHECK(keys.insert(all.rows[row].key).second);
    CHECK_FALSE(ColumnOf(all, "type").words[row].empty());
    CHECK_FALSE(ColumnOf(all, "description").words[row].empty());
  }
  for (const View& view : AllCommands()) {
    CAPTURE(view.name);
    const bool has_own_columns = view.name != "sql";  // those are of the query
    CHECK(commands.contains(std::string(view.name)) == has_own_columns);
  }
  CHECK(keys.count({"op", "share_total_micros"}) == 1);
  CHECK(keys.count({"scope", "total_micros"}) == 1);
  CHECK(keys.count({"scope", "share_micros"}) == 0);
  CHECK(keys.count({"steps", "against_median"}) == 1);
  CHECK(keys.count({"info", "problems", "severity"}) == 1);

  const Report steps = SchemaReport(AllCommands(), "steps", Query()).value();
  CHECK(Word(steps, "total_us", "unit") == "us");
  CHECK(Word(steps, "total_us", "type") == "number");
  CHECK(Word(steps, "partial", "type") == "boolean");
  CHECK_FALSE(SchemaReport(AllCommands(), "stepz", Query()).ok());
  Query query;
  query.show_names = RegexSet::Compile({".*bytes"}).value();
  CHECK(SchemaReport(AllCommands(), "steps", query).value().rows.size() == 2);
}

}  // namespace
}  // namespace profiler
