// Stacks for other programs: the pprof, folded and speedscope files of a small profile.

#include <algorithm>
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>
#include <numeric>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "profiler/base/run_context.h"
#include "profiler/catalog/exporters.h"
#include "profiler/catalog/options.h"
#include "profiler/catalog/views.h"
#include "profiler/export/export.h"
#include "profiler/export/gzip_file.h"
#include "profiler/io/gzip.h"
#include "profiler/query/quirks.h"
#include "profiler/store/builder.h"
#include "proto/pprof.pb.h"
#include "tests/unit/common/ask.h"
#include "tests/unit/export/memory_files.h"

namespace profiler {
namespace {

namespace pprof = tensorflow::tfprof::pprof;
using Option = std::pair<std::string, std::string>;

constexpr int64_t kUs = kPicosPerMicro;

struct Call {
  std::string file;
  int64_t line;
  std::string function;
};
struct OpFacts {
  std::string name;
  std::vector<Call> stack;
  int64_t picos = 0;
  int64_t float_ops = kUnknown;
  int64_t residual = kUnknown;
  std::vector<std::string> types = {"Op"};
};

Profile Make(const std::vector<OpFacts>& ops) {
  ProfileBuilder builder;
  SourceRow source;
  source.has_code_traces = true;
  const SourceId id = builder.AddSource(source);
  TrackRow track;
  track.source = id;
  track.device = builder.Device("/device:cpu:0");
  track.kind = TrackKind::kLane;
  const TrackId lane = builder.Track(track);
  const StepId step = builder.Step(id, 0);
  for (const OpFacts& facts : ops) {
    OpRow row;
    row.name = builder.Intern(facts.name);
    row.type = builder.Intern("Op");
    row.float_ops = facts.float_ops;
    for (const Call& call : facts.stack) {
      FrameRow frame;
      frame.parent = row.frame;
      frame.file = builder.Intern(call.file);
      frame.line = call.line;
      frame.function = builder.Intern(call.function);
      row.frame = builder.Frame(frame);
    }
    const OpId op = builder.AddOp(row);
    for (const std::string& type : facts.types) builder.AddType(op, builder.Intern(type));
    builder.AddEvent(lane,
                     {0, facts.picos, op, step, StringId(), EventKind::kSlice, EventRow::kNoArgs});
    if (facts.residual == kUnknown) continue;
    SnapshotRow snapshot;
    snapshot.op = op;
    snapshot.step = step;
    snapshot.device = track.device;
    snapshot.residual_bytes = facts.residual;
    builder.AddSnapshot(snapshot);
  }
  return builder.Build();
}

struct Written {
  absl::Status status;
  std::string bytes;
  std::vector<Note> notes;

  bool HasNote(std::string_view id) const {
    return std::any_of(notes.begin(), notes.end(), [&](const Note& note) { return note.id == id; });
  }
};

Query QueryOf(bool compat, const std::vector<Option>& options) {
  Options parsed;
  for (const auto& [name, value] : options) REQUIRE(FindOption(name)->set(parsed, value).ok());
  parsed.query.compat_tfprof = compat;
  return parsed.query;
}

Written Write(const std::string& exporter, const std::string& view, const Profile& profile,
              bool compat, const std::vector<Option>& options = {}) {
  RunContext context;
  MemoryFiles files;
  ExportParams params;
  params.view = view;
  params.outfile = "f";
  auto result = RunExporter(*FindExporter(exporter), {profile, QueryOf(compat, options).selection},
                            QueryOf(compat, options), params, files, context);
  Written written;
  written.status = result.status();
  REQUIRE(files.closed.size() == (result.ok() ? 1 : 0));
  if (!result.ok()) return written;
  written.bytes = files.closed["f"];
  written.notes = result->notes;
  return written;
}

pprof::Profile Parsed(const Written& written) {
  REQUIRE(written.status.ok());
  REQUIRE(IsGzip(written.bytes));
  pprof::Profile profile;
  REQUIRE(profile.ParseFromString(InflateBeginning(written.bytes)));
  return profile;
}

// "op: values: frame frame", the innermost first.
std::vector<std::string> Samples(const pprof::Profile& profile) {
  std::vector<std::string> lines;
  for (const pprof::Sample& sample : profile.sample()) {
    std::string line = profile.string_table(static_cast<int>(sample.label(0).str())) + ":";
    for (const int64_t value : sample.value()) line += " " + std::to_string(value);
    line += ":";
    for (const uint64_t id : sample.location_id()) {
      const pprof::Line& at = profile.location(static_cast<int>(id) - 1).line(0);
      const pprof::Function& function = profile.function(static_cast<int>(at.function_id()) - 1);
      line += " " + profile.string_table(static_cast<int>(function.name())) + "@" +
              profile.string_table(static_cast<int>(function.filename())) + ":" +
              std::to_string(at.line());
    }
    lines.push_back(line);
  }
  return lines;
}

std::vector<std::string> SampleTypes(const pprof::Profile& profile) {
  std::vector<std::string> types;
  for (const pprof::ValueType& type : profile.sample_type()) {
    types.push_back(profile.string_table(static_cast<int>(type.type())) + "/" +
                    profile.string_table(static_cast<int>(type.unit())));
  }
  return types;
}

Value RootTotal(const std::string& view, const Profile& profile, const Query& query) {
  RunContext context;
  const auto report = Ask(profile, view, query, context);
  REQUIRE(report.ok());
  return report->columns[0].grand_total;
}

const Call kMain = {"train/run.py", 10, "main"}, kBuild = {"lib/model.v2.py", 20, "build"},
           kLayer = {"lib/layer.py", 30, "a_layer_of_a_long_name"};

TEST_CASE("by tfprof's rules a location is a call, and only innermost frames have samples") {
  const Profile profile =
      Make({{"outer", {kMain, kBuild}, 4 * kUs}, {"inner", {kMain, kBuild, kLayer}, 7 * kUs}});
  const Written written = Write("pprof", "code", profile, true);
  CHECK(Samples(Parsed(written)) ==
        std::vector<std::string>{"inner: 1 7: layer:a_layer_of_a_long_name@lib/layer.py:20 "
                                 "model.v2:build@lib/model.v2.py:10"});
  CHECK(written.HasNote(Info(Quirk::kPprofLeavesOnly).id));
  // A hidden row becomes a sample of the last shown frame, so nothing is lost.
  const Written cut = Write("pprof", "code", profile, true, {{"max_depth", "2"}});
  CHECK(Samples(Parsed(cut)) == std::vector<std::string>{"inner: 1 7:"});
  const Written alone = Write("pprof", "code", Make({{"op", {kMain}, kUs}}), true);
  CHECK_FALSE(alone.HasNote(Info(Quirk::kPprofLeavesOnly).id));
}

TEST_CASE("with -compat off every op is a sample, with the lines of its frames") {
  const Profile profile = Make({{"outer", {kMain, kBuild}, 4 * kUs},
                                {"inner", {kMain, kBuild, kLayer}, 7 * kUs},
                                {"untraced", {}, 2 * kUs}});
  const Written written = Write("pprof", "code", profile, false);
  CHECK(Samples(Parsed(written)) ==
        std::vector<std::string>{
            "untraced: 1 2: <no trace>@:0",
            "outer: 1 4: model.v2:build@lib/model.v2.py:20 run:main@train/run.py:10",
            "inner: 1 7: layer:a_layer_of_a_long_name@lib/layer.py:30 "
            "model.v2:build@lib/model.v2.py:20 run:main@train/run.py:10"});
  CHECK(written.notes.empty());
  const Written hidden = Write("pprof", "code", profile, false, {{"max_depth", "0"}});
  const std::vector<std::string> samples = Samples(Parsed(hidden));
  CHECK(samples.size() == 3);
  for (const std::string& sample : samples) CHECK(sample.find(": <not shown>@:0") > 0);
}

TEST_CASE("scopes are stacks of the parts of names") {
  const Profile profile = Make({{"net/conv/w", {}, kUs}, {"net", {}, 2 * kUs}, {"a//b", {}, kUs}});
  CHECK(Samples(Parsed(Write("pprof", "scope", profile, true))) ==
        std::vector<std::string>{"a//b: 1 1: b@a//b:0 <no name>@a/:0 a@a:0", "net: 1 2: net@net:0",
                                 "net/conv/w: 1 1: w@net/conv/w:0 conv@net/conv:0 net@net:0"});
  CHECK(Write("folded", "scope", profile, true, {{"hide_name_regexes", "net/conv"}}).bytes ==
        "a;<no name>;b 1\nnet 2\nnet;conv/w 1\n");
}

TEST_CASE("all selected numbers are sample types, the first one pprof's own choice") {
  const Profile profile = Make({{"op", {kMain}, kUs, 5, 6}});
  const pprof::Profile written = Parsed(Write(
      "pprof", "code", profile, false, {{"select", "residual_bytes,micros,float_ops,occurrence"}}));
  CHECK(SampleTypes(written) == std::vector<std::string>{"count/count", "residual_bytes/bytes",
                                                         "micros/microseconds", "float_ops/count",
                                                         "run_count/count"});
  CHECK(written.string_table(static_cast<int>(written.default_sample_type())) == "residual_bytes");
  CHECK(Samples(written) == std::vector<std::string>{"op: 1 6 1 5 1: run:main@train/run.py:10"});
}

TEST_CASE("times finer than a microsecond are nanoseconds, and their sum stays true") {
  std::vector<OpFacts> ops;
  for (int i = 0; i < 10; ++i) ops.push_back({"op" + std::to_string(i), {kMain}, 2 * kUs + 1300});
  const Profile profile = Make(ops);
  const pprof::Profile exact =
      Parsed(Write("pprof", "code", profile, false, {{"select", "micros,cpu_micros"}}));
  CHECK(SampleTypes(exact) ==
        std::vector<std::string>{"count/count", "micros/nanoseconds", "cpu_micros/nanoseconds"});
  int64_t sum = 0;
  for (const pprof::Sample& sample : exact.sample()) {
    CHECK((sample.value(1) == 2001 || sample.value(1) == 2002));
    sum += sample.value(1);
  }
  CHECK(sum == 20013);
  CHECK(SampleTypes(Parsed(Write("pprof", "code", profile, true)))[1] == "micros/microseconds");
  CHECK(Write("folded", "code", profile, false).bytes == "run.py:10:main 20013\n");
}

TEST_CASE("names of any bytes make valid files") {
  const std::string name = "a;\n\x80\"\x1b[1m";
  const Profile profile = Make({{name, {{"d/f.py", 1, name}}, kUs}});
  const std::string valid = "a;\n\xef\xbf\xbd\"\x1b[1m";
  const pprof::Profile written = Parsed(Write("pprof", "code", profile, false));
  CHECK(Samples(written)[0] == valid + ": 1 1: f:" + valid + "@d/f.py:1");
  CHECK(Write("folded", "scope", profile, true).bytes == "a\\x3b\\x0a\xef\xbf\xbd\"\\x1b[1m 1\n");
  const auto document = nlohmann::json::parse(Write("speedscope", "code", profile, true).bytes);
  CHECK(document["shared"]["frames"][0]["name"] == "f.py:1:" + valid);
}

TEST_CASE("ops that match two patterns count twice, as in the view") {
  const Profile profile = Make({{"op", {kMain}, 3 * kUs, kUnknown, kUnknown, {"A", "B"}}});
  const std::vector<Option> both = {{"account_type_regexes", "A,B"}};
  CHECK((RootTotal("code", profile, QueryOf(true, both)) == 6 * kUs));
  CHECK(Write("folded", "code", profile, true, both).bytes == "run.py:10:main 6\n");
  CHECK(Write("folded", "code", profile, false, both).bytes == "run.py:10:main 3\n");
}

TEST_CASE("equal lines of code are one frame of speedscope") {
  const Call again = {"lib/model.v2.py", 21, "again"};
  const Profile profile = Make({{"a", {kMain, kBuild}, kUs}, {"b", {kMain, again, kBuild}, kUs}});
  const auto document = nlohmann::json::parse(Write("speedscope", "code", profile, false).bytes);
  CHECK(document["shared"]["frames"].size() == 3);
  CHECK(document["profiles"][0]["samples"] == nlohmann::json::parse("[[0,1],[0,2,1]]"));
  CHECK(document["profiles"][0]["weights"] == nlohmann::json::parse("[1,1]"));
}

TEST_CASE("numbers that a file cannot hold") {
  const Profile negative =
      Make({{"op", {kMain}, kUs, kUnknown, -8}, {"p", {kBuild}, 0, kUnknown, 9}});
  const std::vector<Option> residual = {{"select", "residual_bytes"},
                                        {"min_residual_bytes", "-100"}};
  const Written folded = Write("folded", "code", negative, false, residual);
  CHECK(folded.bytes == "model.v2.py:20:build 9\n");
  CHECK(folded.HasNote("negative_left_out"));
  const Written written = Write("pprof", "code", negative, false, residual);
  CHECK(Samples(Parsed(written))[1] == "op: 1 -8: run:main@train/run.py:10");

  const Profile huge = Make({{"op", {}, kUs, INT64_MAX}, {"op", {}, kUs, INT64_MAX}});
  const Written refused = Write("pprof", "scope", huge, false, {{"select", "float_ops"}});
  CHECK(refused.status.code() == absl::StatusCode::kOutOfRange);
  CHECK(Write("pprof", "scope", huge, false).status.ok());
}

TEST_CASE("what was not recorded is 0, and a note says so") {
  const Profile profile = Make({{"op", {kMain}, kUs}});
  const Written written = Write("pprof", "code", profile, false, {{"select", "bytes,micros"}});
  CHECK(written.HasNote("not_recorded"));
  CHECK(Samples(Parsed(written)) ==
        std::vector<std::string>{"op: 1 0 1: run:main@train/run.py:10"});
  CHECK_FALSE(Write("pprof", "code", profile, false).HasNote("not_recorded"));
}

TEST_CASE("an interrupted export leaves no file") {
  const Profile profile = Make({{"op", {kMain}, kUs}});
  for (const char* exporter : {"pprof", "folded", "speedscope"}) {
    RunContext context;
    context.Cancel();
    MemoryFiles files;
    const ExportParams params{"code", "f"};
    const auto result = RunExporter(*FindExporter(exporter), {profile, QueryOf(true, {}).selection},
                                    QueryOf(true, {}), params, files, context);
    CHECK(absl::IsCancelled(result.status()));
    CHECK(files.closed.empty());
  }
}

// Bytes that compress to about a third.
std::string Letters(size_t count) {
  std::mt19937 random(7);
  std::string text(count, ' ');
  for (char& c : text) c = static_cast<char>('a' + random() % 8);
  return text;
}

TEST_CASE("gzip: the same bytes however it is cut and on any number of threads") {
  constexpr size_t kPart = 1 << 19;
  for (const size_t size : {size_t{0}, size_t{1}, kPart, 2 * kPart, 3 * kPart + 5, 7 * kPart - 1}) {
    const std::string bytes = Letters(size);
    std::set<std::string> written;
    for (const size_t threads : {0, 1, 2, 5}) {
      for (const size_t piece : {size_t{1000}, kPart + 1, size + 1}) {
        MemoryFiles files;
        GzipFile gzip(*files.Create("f"), threads);
        for (size_t at = 0; at < size; at += piece) {
          REQUIRE(gzip.Append(std::string_view(bytes).substr(at, piece)).ok());
        }
        CHECK(files.closed.empty());
        REQUIRE(gzip.Close().ok());
        written.insert(files.closed["f"]);
      }
    }
    REQUIRE(written.size() == 1);
    RunContext context;
    const auto inflated = Inflate(*written.begin(), size + 1, context);
    REQUIRE(inflated.ok());
    CHECK(inflated->end == Inflated::End::kWhole);  // checksum and length are right
    CHECK((inflated->bytes == bytes));
    CHECK(written.begin()->size() < size / 2 + 64);
  }
}

}  // namespace
}  // namespace profiler
