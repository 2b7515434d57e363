// Functions from Python's cProfile and pyinstrument, intact and damaged.
#include <catch2/catch.hpp>
#include <map>
#include <string>

#include "profiler/analysis/values/function_times.h"
#include "profiler/io/input.h"
#include "profiler/open/formats.h"
#include "profiler/readers/sagemaker/marshal.h"
#include "profiler/readers/sagemaker/python_stats.h"
#include "profiler/views/trees/code.h"

namespace profiler {
namespace {

using namespace std::string_literals;

constexpr char kFolder[] = "testdata/sagemaker/python_functions/profiler-output/framework/pytorch/";

std::string BytesOf(const std::string& path) {
  const auto input = Input::Map(kFolder + path);
  REQUIRE(input.ok());
  return std::string(input->bytes());
}
std::string Stats() {
  return BytesOf("cProfile/1700120582000000.0_1700120582500000.0_101-algo-1_3/python_stats");
}
std::string Session() {
  return BytesOf(
      "pyinstrument/1700120583000000.0_1700120583500000.0_101-algo-1_4/python_stats.json");
}

struct ReadRun {
  Profile profile;
  ImportReport report;

  int64_t Counted(ImportProblem problem) const {
    int64_t count = 0;
    for (const ImportReport::Entry& entry : report.entries()) {
      count += entry.problem == problem ? entry.count : 0;
    }
    return count;
  }
  // By the name of the frame, and of its caller.
  std::map<std::string, FunctionTime> ByName() const {
    std::map<std::string, FunctionTime> functions;
    for (const FunctionTime& function : FunctionTimesOf(profile, ChooseSampleTypes(profile, ""))) {
      functions.emplace(profile.strings[profile.frames[function.frame].function], function);
    }
    return functions;
  }
};

ReadRun Read(const Format& format, const std::string& name, const std::string& bytes) {
  ReadRun run;
  ProfileBuilder builder;
  RunContext context;
  REQUIRE(format.read(Input::FromBytes(name, bytes), builder, run.report, context).ok());
  run.profile = builder.Build();
  return run;
}

// A pstats entry in Python 2's marshal format: file, line, name and four numbers.
std::string Entry(const std::string& line, const std::string& self) {
  return "(\3\0\0\0s\4\0\0\0a.pyi"s + line + "t\1\0\0\0f(\5\0\0\0i\2\0\0\0l\1\0\0\0\3\0"s + self +
         "f\0031.5{0"s;
}
const std::string kLine = "\7\0\0\0"s, kSelf = "f\0040.25"s;

}  // namespace

TEST_CASE("python: cProfile's statistics become functions below the step that they are of") {
  const ReadRun run =
      Read(kPythonStatsFormat, "framework/pytorch/cProfile/5_6_101-algo-1_3/python_stats", Stats());
  CHECK(run.report.entries().empty());
  auto functions = run.ByName();
  REQUIRE(functions.size() == 9);
  const FunctionTime& walk = functions.at("walk");
  CHECK(walk.own[Measure::kOccurrence] == 3193);
  CHECK(walk.own[Measure::kCpuMicros] > 0);
  CHECK(walk.elsewhere[Measure::kCpuMicros] == kAbsent);  // it only calls itself
  const FunctionTime& step = functions.at("step");
  const Value sleep = functions.at("<built-in method time.sleep>").own[Measure::kCpuMicros];
  CHECK(sleep >= 10'000'000'000);
  CHECK(step.elsewhere[Measure::kCpuMicros] > sleep);
  const FrameRow& frame = run.profile.frames[step.frame];
  CHECK(run.profile.strings[frame.file] == "/opt/ml/code/train.py");
  CHECK(frame.line == 19);
  CHECK(run.profile.strings[run.profile.frames[frame.parent].function] ==
        "step 3 (cProfile, process 101 of algo-1)");
  REQUIRE(run.profile.sources.size() == 1);
  CHECK(run.profile.strings[run.profile.sources[SourceId(0)].host] == "algo-1");
}

TEST_CASE("python: a function's total has what it called, and the sum of all has it once") {
  const ReadRun run = Read(kPythonStatsFormat, "python_stats", Stats());
  Query query;
  query.compat_tfprof = false;
  RunContext context;
  const auto answer = AnswerCode({run.profile, query.selection}, query, context);
  REQUIRE(answer.ok());
  std::map<std::string, Value> total;
  Value self = 0;
  for (size_t node = 0; node < answer->tree->skeleton.size(); ++node) {
    total.emplace(answer->tree->skeleton.name[node], answer->output.total[node][Measure::kMicros]);
    self += OrZero(answer->input.own[node][Measure::kMicros]);
  }
  CHECK(total.at(std::string(kRootName)) == self);
  CHECK(total.at("python_stats (cProfile)") == self);
  CHECK(total.at("train.py:19:step") > self * 8 / 10);
  CHECK(total.at("train.py:19:step") < total.at("train.py:27:train"));
  // A filter on ops matches none of this.
  query.selection.account_types = RegexSet::Compile({"MatMul"}).value();
  const auto filtered = AnswerCode({run.profile, query.selection}, query, context);
  REQUIRE(filtered.ok());
  CHECK(OrZero(filtered->output.total[0][Measure::kMicros]) == 0);
}

TEST_CASE("python: a session of pyinstrument is a tree, whose self times add up to the whole") {
  const ReadRun run =
      Read(kPyinstrumentFormat, "pyinstrument/1_2_101-algo-1_-1/python_stats.json", Session());
  CHECK(run.report.entries().empty());
  Value sum = 0;
  for (const FunctionTime& function :
       FunctionTimesOf(run.profile, ChooseSampleTypes(run.profile, ""))) {
    CHECK(function.elsewhere[Measure::kMicros] == kAbsent);
    sum += function.own[Measure::kMicros];
  }
  CHECK(sum / 1'000'000 == 104485);
  auto functions = run.ByName();
  const FrameRow& sleep = run.profile.frames[functions.at("sleep").frame];
  CHECK(sleep.line == kUnknown);
  CHECK(run.profile.strings[sleep.file].empty());
  const FrameRow& step = run.profile.frames[sleep.parent];
  CHECK(run.profile.strings[step.function] == "step");
  CHECK(step.line == 19);
  CHECK(run.profile.strings[run.profile.frames[FrameId(0)].function] ==
        "before the first step (pyinstrument, process 101 of algo-1)");
}

TEST_CASE("python: files that are cut keep what stands before the cut") {
  const std::string stats = Stats(), session = Session();
  size_t before = 0;
  for (size_t cut = 0; cut < stats.size(); ++cut) {
    CAPTURE(cut);
    const ReadRun run = Read(kPythonStatsFormat, "python_stats", stats.substr(0, cut));
    CHECK(run.report.entries().size() == 1);
    CHECK(run.Counted(ImportProblem::kTruncated) == 1);
    const size_t functions =
        FunctionTimesOf(run.profile, ChooseSampleTypes(run.profile, "")).size();
    CHECK(functions >= before);
    before = functions;
  }
  CHECK(before == 9);
  for (size_t cut = 1; cut < session.size() - 1; cut += 7) {
    CAPTURE(cut);
    const ReadRun run = Read(kPyinstrumentFormat, "python_stats.json", session.substr(0, cut));
    CHECK(run.report.entries().size() == 1);
  }
}

TEST_CASE("python: a changed byte is told, or changes a value") {
  const std::string stats = Stats();
  int told = 0;
  for (size_t at = 0; at < stats.size(); ++at) {
    std::string bytes = stats;
    bytes[at] = static_cast<char>(bytes[at] ^ 0x55);
    told += Read(kPythonStatsFormat, "python_stats", bytes).report.entries().empty() ? 0 : 1;
  }
  CHECK(told > 100);
}

TEST_CASE("python: what older Pythons marshalled, and what nobody did") {
  const auto read = [](const std::string& bytes) {
    return Read(kPythonStatsFormat, "python_stats", bytes);
  };
  const std::string entry = Entry(kLine, kSelf);
  const ReadRun old = read("{"s + entry + "0");
  CHECK(old.report.entries().empty());
  REQUIRE(old.ByName().size() == 1);
  const FunctionTime function = old.ByName().at("f");
  CHECK(function.own[Measure::kOccurrence] == 3);
  CHECK(function.own[Measure::kMicros] == 250'000'000'000);
  CHECK(function.elsewhere[Measure::kMicros] == 1'250'000'000'000);

  const auto told = [&](const std::string& bytes) {
    const ReadRun run = read(bytes);
    REQUIRE(run.report.entries().size() == 1);
    return run.report.entries()[0].problem;
  };
  CHECK(told("[\0\0\0\0"s) == ImportProblem::kMalformedField);
  CHECK(told("{"s + Entry(kLine, "f\4nan?"s) + "0") == ImportProblem::kMalformedField);
  CHECK(told("{"s + Entry(kLine, "f\3inf"s) + "0") == ImportProblem::kBadNumber);
  CHECK(told("{"s + Entry(kLine, "f\2-1"s) + "0") == ImportProblem::kBadNumber);
  CHECK(told("{r\0\0\0\0"s) == ImportProblem::kMalformedField);  // a reference to a missing object
  CHECK(told("{\xa9\1r\0\0\0\0i\0\0\0\0"s
             "0"s) == ImportProblem::kMalformedField);              // contains itself
  CHECK(told("{(\xff\xff\xff\x7f"s) == ImportProblem::kTruncated);  // longer than the file
  CHECK(told("{N0"s) == ImportProblem::kMalformedField);            // a key without a value
  CHECK(told("{"s + std::string(1000, ')')) == ImportProblem::kMalformedField);
  std::string deep = "{";
  for (int i = 0; i < 1000; ++i) deep += ")\1"s;
  CHECK(told(deep) == ImportProblem::kMalformedField);
}

TEST_CASE("python: a stack of pyinstrument may be deep") {
  constexpr int kDepth = 20000;
  std::string json = R"({"sample_count":1,"root_frame":)";
  for (int i = 0; i < kDepth; ++i) {
    json += R"({"function":"f","file_path":"a.py","line_no":1,"time":2,"children":[)";
  }
  for (int i = 0; i < kDepth; ++i) json += "]}";
  const ReadRun run = Read(kPyinstrumentFormat, "python_stats.json", json + "}");
  CHECK(run.report.entries().empty());
  CHECK(run.profile.frames.size() == kDepth + 1);
  CHECK(FunctionTimesOf(run.profile, ChooseSampleTypes(run.profile, ""))
            .back()
            .own[Measure::kMicros] == 2 * kPicosPerMicro * 1'000'000);
}

TEST_CASE("python: its profilers' files are known by what is in them") {
  const auto sniff = [](const std::string& bytes) {
    const Format* format = SurestFormat(bytes);
    return format == nullptr ? "" : std::string(format->name);
  };
  CHECK(sniff(Stats()) == "python_stats");
  CHECK(sniff("{"s + Entry(kLine, kSelf) + "0") == "python_stats");
  CHECK(sniff(Session()) == "pyinstrument");
  CHECK(sniff("{)\2z\1a").empty());
}

}  // namespace profiler
