// SageMaker Debugger's files, read one after the other into one profile.
#include <algorithm>
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "profiler/open/formats.h"
#include "profiler/readers/common/recorder_file_name.h"
#include "profiler/readers/sagemaker/line_shape.h"
#include "profiler/readers/sagemaker/system_line.h"
#include "tests/unit/sagemaker/sagemaker_files.h"

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

TEST_CASE("sagemaker: names of recordings") {
  using sagemaker::RecordingOf;
  CHECK(RecordingOf(kSystem) == "job/profiler-output");
  CHECK(RecordingOf(kTimeline) == "job/profiler-output");
  CHECK(RecordingOf("a/framework/tensorflow/detailed_profiling/1/2/plugins/profile/r/h.pb") == "a");
  CHECK(RecordingOf("a/framework/pytorch/cProfile/1_2_3-algo-1_-1/python_stats") == "a");
  CHECK(RecordingOf("framework/tensorflow/logs/plugins/profile/r/h.pb").empty());
  CHECK(RecordingOf("a/detailed_profiling/h.pb").empty());
  CHECK(sagemaker::TimeOfName(kSystem) == 1700120580000000);
  CHECK(sagemaker::TimeOfName(kTimeline) == 1700120582353517);
  CHECK(sagemaker::TimeOfName("algo-1.json") == kUnknown);
  CHECK(sagemaker::TimeOfName("99999999999999999999.algo-1.json") == kUnknown);
  sagemaker::TraceMetadata metadata;
  CHECK(sagemaker::ParseMetadataName("a/80807-host_1.com_15966_15967.metadata", metadata));
  CHECK(metadata.node == "host_1.com");
  CHECK(metadata.begin_us == 15966);
  for (const char* other : {".metadata", "_.metadata", "1_2_3.metadata", "1-a_x_3.metadata",
                            "1-_2_3.metadata", "a-b_2_3.metadata", "1-a_2_3.json"}) {
    CAPTURE(other);
    CHECK_FALSE(sagemaker::ParseMetadataName(other, metadata));
  }
}

TEST_CASE("sagemaker: a line of a known shape is read as a JSON parser reads it") {
  const std::string line = Line("1.5", "1700120580.113");
  const std::string_view json = std::string_view(line).substr(0, line.size() - 1);
  const auto part = [&](std::string_view text) {
    return json.substr(json.find(text), text.size());
  };
  const sagemaker::LineShape shape(json, part("1.5"), part("1700120580.113"));
  const auto length = [&](const std::string& text) {
    sagemaker::LineShape::Sample sample;
    return shape.Match(text, sample);
  };
  for (const char* value : {"0", "-0.25", "100", "59.970000000000006", "0.1", "123456789012345.5",
                            "9007199254740992", "-12.5"}) {
    for (const char* time : {"1700120580", "1700120580.123456789", "0.5", "8999999999.999999"}) {
      const std::string text = Line(value, time);
      CAPTURE(text);
      sagemaker::LineShape::Sample sample;
      if (const size_t read = shape.Match(text + "rest", sample); read > 0) {
        CHECK(read == text.size());
        sagemaker::SystemLineParser parser;
        sagemaker::SystemLine parsed;
        REQUIRE(parser.Parse(text, 0, parsed));
        CHECK(sample.value == *parsed.value);
        CHECK(Int128(sample.wall_ns) == *parsed.wall_ns);
      }
    }
  }
  CHECK(length(line) == line.size());
  CHECK(length(line.substr(0, line.size() - 1)) == line.size() - 1);  // the file's last
  CHECK(length(Line("0.1", "1700120580.1234567")) > 0);
  for (const char* odd : {"", "-", "01", "1.", ".5", "1e3", "+1", "NaN", "\"1\"", "1 ", "--1",
                          "9007199254740993", "99999999999999999999", "1.5.5"}) {
    CAPTURE(odd);
    CHECK(length(Line(odd, "1700120580")) == 0);
    CHECK(length(Line("1", odd)) == 0);
  }
  CHECK(length(Line("1", "-5")) == 0);
  CHECK(length(Line("1", "9000000001")) == 0);
  for (size_t cut = 0; cut + 1 < line.size(); ++cut) {
    CAPTURE(cut);
    CHECK(length(line.substr(0, cut)) == 0);
  }
  CHECK(length(line.substr(0, line.size() - 1) + " \n") == 0);
  sagemaker::LineShape::Sample sample;
  CHECK(sagemaker::LineShape().Match(line, sample) == 0);
}

TEST_CASE("sagemaker: lines in any order and with the time first are read alike") {
  const std::string gpu0 = R"("Type":"gpu","Name":"gpu0","Dimension":"GPUUtilization")";
  std::string in_order, mixed;
  for (int tick = 0; tick < 20; ++tick) {
    const std::string time = std::to_string(1700120580 + tick);
    const std::string a = Line(std::to_string(tick) + ".5", time, gpu0);
    const std::string b = Line(std::to_string(100 - tick), time);
    const std::string b_time_first = R"({"Timestamp":)" + time + R"(,"Value":)" +
                                     std::to_string(100 - tick) +
                                     R"(,"Type":"gpu","Name":"gpu1","Dimension":"GPUUtilization",)"
                                     R"("NodeId":"algo-1"})" +
                                     "\n";
    in_order += a + b;
    mixed += tick % 3 == 1 ? b_time_first + a : a + b_time_first;
  }
  Recording one, other;
  REQUIRE(one.System(in_order).ok());
  REQUIRE(other.System(mixed).ok());
  const Profile expected = one.builder.Build(), profile = other.builder.Build();
  REQUIRE(profile.series.size() == 2);
  for (size_t s = 0; s < 2; ++s) {
    CHECK(profile.series[s].value == expected.series[s].value);
    CHECK(profile.series[s].time.size() == 20);
    CHECK(std::equal(profile.series[s].time.begin(), profile.series[s].time.end(),
                     expected.series[s].time.begin()));
  }
  CHECK(expected.series[0].time.begin() == expected.series[1].time.begin());  // shared
}

TEST_CASE("sagemaker: a clock that is wrong at first costs only what it timed") {
  Recording run;
  const std::string memory = R"("Type":"memory","Dimension":"MemoryUsedPercent")";
  REQUIRE(run.System(Line("9", "0.5", memory) + Line("1", "0.5") + Line("2", "1700120580") +
                     Line("3", "1700120581"))
              .ok());
  CHECK(run.Counted(ImportProblem::kWrongClock) == 2);
  const Profile profile = run.builder.Build();
  REQUIRE(profile.series.size() == 1);
  CHECK(profile.series[0].value == std::vector<double>{2, 3});
}

TEST_CASE("sagemaker: values of all files of a node are one series, by time") {
  Recording run;
  REQUIRE(run.System(Line("30.5", "1700120581.25") + Line("0", "1700120582.75")).ok());
  REQUIRE(run.System(Line("7e1", "1700120580.000000001")).ok());
  const Profile profile = run.builder.Build();
  REQUIRE(profile.series.size() == 1);
  const Series& series = profile.series[0];
  CHECK(series.value == std::vector<double>{70, 30.5, 0});
  CHECK(series.time[1] - series.time[0] == kSecond * 5 / 4 - 1000);
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

TEST_CASE("sagemaker: a timeline that is none leaves no source") {
  Recording run;
  CHECK_FALSE(run.Timeline("{}").ok());
  CHECK(run.builder.source_count() == 0);
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
