// SageMaker Debugger's files, read one after the other into one profile.
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "profiler/inputs/formats.h"
#include "profiler/readers/sagemaker/file_name.h"
#include "tests/unit/sagemaker_files.h"

namespace profiler {
namespace {

const Events& EventsOf(const Profile& profile, std::string_view track) {
  for (uint32_t t = 0; t < profile.tracks.size(); ++t) {
    if (profile.strings[profile.tracks[TrackId(t)].name] == track)
      return profile.events[TrackId(t)];
  }
  FAIL("no track " << track);
  return profile.events[TrackId(0)];
}

}  // namespace

TEST_CASE("sagemaker: names of files") {
  sagemaker::FileName name;
  CHECK(sagemaker::ParseSystemName(kSystem, name));
  CHECK(name.folder == "job/profiler-output/system");
  CHECK(name.begin_s == 1700120580);
  CHECK(name.node == "algo-1");
  name = {};
  CHECK(sagemaker::ParseTimelineName(kTimeline, name));
  CHECK(name.folder == "job/profiler-output/framework");
  CHECK(name.node == "algo-1");
  CHECK(name.process == "101");
  CHECK(name.recorder == "pythontimeline");
  CHECK(name.end_us == 1700120582353517);
  name = {};
  CHECK(sagemaker::ParseTimelineName("1590461139923994_0001_model_timeline.json.gz", name));
  CHECK(name.node == "0001");
  CHECK(name.process.empty());
  CHECK(name.recorder == "model_timeline");
  CHECK_FALSE(sagemaker::ParseSystemName("metrics.json", name));
  CHECK_FALSE(sagemaker::ParseTimelineName("trace.json", name));
}

TEST_CASE("sagemaker: values of all files of a node are one series, by time") {
  Recording run;
  REQUIRE(run.System(Line("30.5", "1700120581.25") + Line("0", "1700120582.75")).ok());
  REQUIRE(run.System(Line("7e1", "1700120580.000000000001")).ok());
  const Profile profile = run.builder.Build();
  REQUIRE(profile.series.size() == 1);
  const Series& series = profile.series[0];
  CHECK(series.value == std::vector<double>{70, 30.5, 0});
  CHECK(series.time[1] - series.time[0] == kSecond * 5 / 4 - 1);
  CHECK(series.time[2] - series.time[1] == kSecond * 3 / 2);
  const DeviceRow& device = profile.devices[series.device];
  CHECK(profile.strings[device.name] == "algo-1/gpu1");
  CHECK(device.kind == DeviceKind::kGpu);
  CHECK(device.ordinal == 1);
  const MetricRow& metric = profile.metrics[series.metric];
  CHECK(profile.strings[metric.kind] == "gpu");
  CHECK(profile.strings[metric.dimension] == "GPUUtilization");
  CHECK(profile.strings[metric.unit] == "percent");
  CHECK(run.report.entries().empty());
}

TEST_CASE("sagemaker: metrics of a host, without a name, of an unknown dimension") {
  Recording run;
  const std::string network = R"("Type":"network","Name":"Algorithm","Dimension":"Algorithm")";
  REQUIRE(run.System(Line("1", "1700120580", network) +
                     Line("2", "1700120580", R"("Type":"memory","Dimension":"MemoryUsedPercent")") +
                     Line("3", "1700120580", R"("Type":"tpu","Name":null,"Dimension":"Heat")"))
              .ok());
  CHECK(run.Counted(ImportProblem::kUnknownDimension) == 1);
  const Profile profile = run.builder.Build();
  REQUIRE(profile.series.size() == 3);
  for (const Series& series : profile.series) CHECK_FALSE(series.device.valid());
  CHECK(profile.strings[profile.metrics[profile.series[0].metric].unit] == "bytes");
  CHECK(profile.strings[profile.metrics[profile.series[1].metric].name] == "MemoryUsedPercent");
  CHECK(profile.strings[profile.metrics[profile.series[2].metric].name] == "Heat");
}

TEST_CASE("sagemaker: a bad line costs itself") {
  const std::string good = Line("1", "1700120580");
  const std::vector<std::pair<std::string, ImportProblem>> cases = {
      {"{\"Type\":\n", ImportProblem::kBadJsonLine},
      {"nonsense\n", ImportProblem::kBadJsonLine},
      {"[1,2]\n", ImportProblem::kBadJsonLine},
      {Line("NaN", "1700120580"), ImportProblem::kBadNumber},
      {Line("\"high\"", "1700120580"), ImportProblem::kBadNumber},
      {Line("1", "\"today\""), ImportProblem::kMalformedTime},
      {Line("1", "1e17"), ImportProblem::kWrongClock},
      {Line("-1", "1700120580"), ImportProblem::kNegativeValue},
  };
  for (const auto& [bad, problem] : cases) {
    CAPTURE(bad);
    Recording run;
    REQUIRE(run.System(good + bad + "\n" + good).ok());
    CHECK(run.Counted(problem) == 1);
    const Profile profile = run.builder.Build();
    REQUIRE(profile.series.size() == 1);
    CHECK(profile.series[0].size() == 2);
  }
}

TEST_CASE("sagemaker: the last line of a file that is being written") {
  const std::string line = Line("1", "1700120580.5");
  for (size_t cut = 1; cut + 2 < line.size(); ++cut) {
    Recording run;
    REQUIRE(run.System(line + line.substr(0, cut)).ok());
    CAPTURE(cut);
    CHECK(run.Counted(ImportProblem::kUnfinishedLine) == 1);
    CHECK(run.report.entries().size() == 1);
    CHECK(run.builder.Build().series.at(0).size() == 1);
  }
}

TEST_CASE("sagemaker: phases are tracks, and steps have their mode") {
  Recording run;
  REQUIRE(run.System(Line("1", "1700120580")).ok());
  const std::string events = Started(
      R"(,{"name":"Step:ModeKeys.TRAIN","ph":"X","pid":1,"ts":100,"dur":50,"args":{"step_num":"7"}})"
      R"(,{"name":"Step:ModeKeys.EVAL","ph":"X","pid":2,"ts":200,"dur":60,"args":{"step_num":7}})"
      R"(,{"name":"Forward","ph":"X","pid":3,"ts":110,"dur":5,"args":{"step_num":7}})"
      R"(,{"name":"Forward","ph":"X","pid":3,"ts":210,"dur":5,"args":{"step_num":7}})"
      R"(,{"name":"Forward","ph":"X","pid":3,"ts":120,"dur":5})"
      R"(,{"name":"Forward","ph":"X","pid":3,"ts":20,"dur":5})");
  REQUIRE(run.Timeline(events).ok());
  CHECK(run.report.entries().empty());
  const Profile profile = run.builder.Build();
  CHECK(profile.sources.size() == 2);
  CHECK(profile.sources[SourceId(0)].epoch_ns == profile.sources[SourceId(1)].epoch_ns);
  REQUIRE(profile.steps.size() == 2);
  const StepRow& train = profile.steps[StepId(0)];
  const StepRow& eval = profile.steps[StepId(1)];
  CHECK(profile.strings[train.name] == "Step:ModeKeys.TRAIN");
  CHECK(profile.strings[eval.name] == "Step:ModeKeys.EVAL");
  CHECK(train.number == 7);
  CHECK(eval.number == 7);
  CHECK(eval.end - eval.begin == 60'000'000);
  const Events& forward = EventsOf(profile, "Forward-node");
  REQUIRE(forward.size() == 4);
  CHECK(forward.begin[0] == 20'000'000);
  CHECK_FALSE(forward.step[0].valid());
  CHECK(forward.step[1] == StepId(0));
  CHECK(forward.step[2] == StepId(0));
  CHECK(forward.step[3] == StepId(1));
}

TEST_CASE("sagemaker: Horovod's ends have no name, and a file may lack its start") {
  Recording run;
  REQUIRE(run.Timeline(R"([{"name":"process_name","ph":"M","pid":1,"args":{"name":"Adam_0"}},)"
                       R"({"name":"NEGOTIATE","ph":"B","pid":1,"ts":1000},)"
                       R"({"name":"READY","ph":"B","pid":1,"ts":1010},)"
                       R"({"ph":"E","pid":1,"ts":1030},{"ph":"E","pid":1,"ts":1500}])",
                       "1700120580000500_1-algo-1_horovod_timeline.json")
              .ok());
  CHECK(run.Counted(ImportProblem::kMissingStartTime) == 1);
  const Profile profile = run.builder.Build();
  const Events& events = EventsOf(profile, "Adam_0");
  REQUIRE(events.size() == 2);
  CHECK(events.begin[0] == 0);
  CHECK(events.duration[0] == 500'000'000);
  CHECK(events.duration[1] == 20'000'000);
  CHECK(profile.tracks[TrackId(0)].role == TrackRole::kAsync);
}

TEST_CASE("sagemaker: its files are known by what is in them") {
  const auto sniff = [](const std::string& text) {
    const Format* format = SurestFormat(text);
    return format == nullptr ? "" : std::string(format->name);
  };
  CHECK(sniff(Line("1", "1700120580")) == "sagemaker_system");
  CHECK(sniff(Started("")) == "sagemaker_timeline");
  CHECK(sniff(R"([{"name":"a","ph":"X","ts":1,"dur":1}])") == "chrome_trace");
}

}  // namespace profiler
