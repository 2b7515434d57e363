// Damaged and odd files of SageMaker Debugger: intact parts are read, damage is reported.
#include <algorithm>
#include <catch2/catch.hpp>
#include <string>
#include <utility>
#include <vector>

#include "profiler/open/formats.h"
#include "profiler/readers/sagemaker/python_stats.h"
#include "profiler/readers/sagemaker/recorder_settings.h"
#include "profiler/store/derive/host_clocks.h"
#include "profiler/store/derive/repeated_samples.h"
#include "tests/unit/common/ask_all.h"
#include "tests/unit/sagemaker/sagemaker_files.h"

namespace profiler {
namespace {

size_t ValuesOf(const Profile& profile) {
  size_t values = 0;
  for (const Series& series : profile.series) values += series.size();
  return values;
}

size_t EventsIn(const Profile& profile) {
  size_t events = 0;
  for (const Events& track : profile.events.values()) events += track.size();
  return events;
}

std::string Input100Lines() {
  std::string text;
  for (int i = 0; i < 100; ++i) {
    text += Line(std::to_string(i % 7), "1700120" + std::to_string(580 + i) + ".25",
                 R"("Type":"cpu","Name":"cpu)" + std::to_string(i % 3) +
                     R"(","Dimension":"CPUUtilization")");
  }
  return text;
}

// Slices, a beginning with its end, and arguments.
std::string Timeline40Events() {
  std::string events;
  for (int i = 0; i < 10; ++i) {
    const std::string at = std::to_string(i * 100);
    events += R"(,{"name":"Step:ModeKeys.TRAIN","ph":"X","pid":1,"ts":)" + at +
              R"(,"dur":90,"args":{"step_num":")" + std::to_string(i) + R"("}})";
    events += R"(,{"name":"layer \u00e9 )" + at + R"(","ph":"X","pid":3,"ts":)" + at +
              R"(.5,"dur":3,"args":{"layer_name":"a[0]{\"b\"}"}})";
    events += R"(,{"name":"outer","ph":"B","pid":3,"ts":)" + at + "}";
    events += R"(,{"ph":"E","pid":3,"ts":)" + at + "9}";
  }
  return Started(events);
}

}  // namespace

TEST_CASE("sagemaker: a system file that is cut anywhere loses the line that is cut") {
  const std::string whole = Input100Lines();
  for (size_t cut = 1; cut < whole.size(); cut += 37) {
    Recording run;
    CAPTURE(cut);
    REQUIRE(run.System(whole.substr(0, cut)).ok());
    const std::string_view kept = std::string_view(whole).substr(0, cut);
    const auto lines = std::count(kept.begin(), kept.end(), '\n');
    const bool is_whole = kept.ends_with("}") || kept.ends_with("\n");
    CHECK(run.Counted(ImportProblem::kUnfinishedLine) == (is_whole ? 0 : 1));
    CHECK(run.report.worst() == ImportSeverity::kInfo);
    const Profile profile = run.builder.Build();
    CHECK(ValuesOf(profile) == static_cast<size_t>(lines) + (kept.ends_with("}") ? 1 : 0));
    if (cut % 5 == 0) AskAll(profile, {.max_depth = 20});
  }
}

TEST_CASE("sagemaker: a timeline that is cut anywhere keeps what stands before the cut") {
  const std::string whole = Timeline40Events();
  size_t before = 0;
  for (size_t cut = 1; cut < whole.size(); cut += 11) {
    Recording run;
    CAPTURE(cut);
    REQUIRE(run.Timeline(whole.substr(0, cut)).ok());
    CHECK(run.Counted(ImportProblem::kTruncated) == 1);
    const Profile profile = run.builder.Build();
    const size_t events = EventsIn(profile);
    CHECK(events >= before);
    before = events;
    if (cut % 7 == 0) AskAll(profile, {.max_depth = 20});
  }
  CHECK(before >= 29);
}

TEST_CASE("sagemaker: a changed byte costs no more than what is beside it") {
  const std::string system = Input100Lines(), timeline = Timeline40Events();
  for (const char mask : {'\x01', '\x20', '\x7f', '\x80'}) {
    for (size_t at = 0; at < system.size(); at += 53) {
      std::string bytes = system;
      bytes[at] = static_cast<char>(bytes[at] ^ mask);
      Recording run;
      CAPTURE(at, static_cast<int>(mask));
      REQUIRE(run.System(bytes).ok());
      CHECK(ValuesOf(run.builder.Build()) >= 98);
    }
    for (size_t at = 1000; at < timeline.size(); at += 53) {
      std::string bytes = timeline;
      bytes[at] = static_cast<char>(bytes[at] ^ mask);
      Recording run;
      CAPTURE(at, static_cast<int>(mask));
      REQUIRE(run.Timeline(bytes).ok());
      CHECK(EventsIn(run.builder.Build()) >= 28);
    }
  }
}

TEST_CASE("sagemaker: clocks that are wrong, or jump") {
  const std::string good = Line("1", "1700120581") + Line("2", "1700120582");
  SECTION("never set: the first line does not decide when the recording was") {
    Recording run;
    REQUIRE(run.System(Line("9", "0.5") + good).ok());
    CHECK(run.Counted(ImportProblem::kWrongClock) == 1);
    CHECK(ValuesOf(run.builder.Build()) == 2);
  }
  SECTION("never set while a whole file was written, whose name tells so") {
    Recording run;
    REQUIRE(run.System(Line("9", "61") + Line("9", "62"), "system/incremental/1970010100/60.a.json")
                .ok());
    REQUIRE(run.System(good).ok());
    CHECK(run.Counted(ImportProblem::kWrongClock) == 2);
    CHECK(ValuesOf(run.builder.Build()) == 2);
  }
  SECTION("a first line from next year") {
    Recording run;
    REQUIRE(run.System(Line("9", "1731656580") + good).ok());
    CHECK(run.Counted(ImportProblem::kWrongClock) == 1);
    CHECK(ValuesOf(run.builder.Build()) == 2);
  }
  SECTION("back and forth by seconds: all count, by time") {
    Recording run;
    REQUIRE(run.System(good + Line("3", "1700120500") + Line("4", "1700120583")).ok());
    CHECK(run.report.entries().empty());
    const Profile profile = run.builder.Build();
    REQUIRE(profile.series.size() == 1);
    CHECK(profile.series[0].value == std::vector<double>{3, 1, 2, 4});
  }
  SECTION("of a timeline, months away from the system metrics") {
    Recording run;
    REQUIRE(run.System(good).ok());
    std::string timeline = Timeline40Events();
    timeline.replace(timeline.find("1700120580000000"), 16, "1731656580000000");
    REQUIRE(run.Timeline(timeline).ok());
    CHECK(run.Counted(ImportProblem::kWrongClock) == 30);
    CHECK(EventsIn(run.builder.Build()) == 0);
  }
}

TEST_CASE("sagemaker: samples that were sent twice count once") {
  Recording run;
  const std::string other = R"("Type":"gpu","Name":"gpu2","Dimension":"GPUUtilization")";
  std::string text;
  for (const std::string time : {"1700120580", "1700120581", "1700120582"}) {
    text += Line("5", time) + Line("6", time, other);
  }
  REQUIRE(run.System(text + text + Line("7", "1700120581")).ok());
  Profile profile = run.builder.Build();
  CHECK(ValuesOf(profile) == 13);
  const RepeatedSamples repeated = DropRepeatedSamples(profile);
  CHECK(repeated.count == 6);
  REQUIRE(profile.series.size() == 2);
  CHECK(repeated.first_series == 0);
  CHECK(profile.series[0].value == std::vector<double>{5, 5, 7, 5});  // a different value stays
  CHECK(profile.series[0].time.size() == 4);
  CHECK(profile.series[1].value == std::vector<double>{6, 6, 6});
  CHECK(DropRepeatedSamples(profile).count == 0);
}

TEST_CASE("sagemaker: hosts whose clocks differ are told by steps of one number") {
  const auto differ = [](const std::string& start, int count) {
    std::string events;
    for (int i = 0; i < count; ++i) {
      events += R"(,{"name":"s","ph":"X","pid":1,"dur":90,"ts":)" + std::to_string(i * 100) +
                R"(,"args":{"step_num":)" + std::to_string(i) + "}}";
    }
    Recording run;
    REQUIRE(run.Timeline(Started(events)).ok());
    std::string later = Started(events);
    later.replace(later.find("1700120580000000"), 16, start);
    REQUIRE(run.Timeline(later,
                         "framework/pevents/2023111607/1700120582353517_7-algo-2_"
                         "pythontimeline.json")
                .ok());
    const Profile profile = run.builder.Build();
    const auto found = FindClockDifference(profile);
    if (!found.has_value()) return Int128{0};
    CHECK(profile.strings[found->host] == "algo-1");
    CHECK(profile.strings[found->other] == "algo-2");
    return found->picos;
  };
  CHECK(differ("1700124180000000", 5) == Int128{3600} * kSecond);
  CHECK(differ("1700120520000000", 5) == Int128{-60} * kSecond);
  CHECK(differ("1700120584000000", 5) == 0);  // a node that starts late
  // Steps that keep their distance are taken together.
  CHECK(differ("1700120584000000", 60) == Int128{4} * kSecond);
  CHECK(differ("1700124180000000", 2) == 0);  // too few to compare
}

TEST_CASE("sagemaker: values of other kinds") {
  Recording run;
  REQUIRE(run.System(Line("\"7.5\"", "1700120580") + Line("8", "\"1700120581.5\"") +
                     Line("Infinity", "1700120582") + Line("1e999", "1700120583") +
                     Line("null", "1700120584") + Line("true", "1700120585") +
                     Line("[1]", "1700120586") + Line("1", "null") +
                     Line("-3", "1700120587", R"("Type":"air","Name":"t","Dimension":"Celsius")"))
              .ok());
  CHECK(run.Counted(ImportProblem::kBadNumber) + run.Counted(ImportProblem::kBadJsonLine) == 5);
  CHECK(run.Counted(ImportProblem::kMalformedTime) == 1);
  CHECK(run.Counted(ImportProblem::kNegativeValue) == 0);  // of an unknown unit
  const Profile profile = run.builder.Build();
  REQUIRE(profile.series.size() == 2);
  CHECK(profile.series[0].value == std::vector<double>{7.5, 8});
  CHECK(profile.series[1].value == std::vector<double>{-3});
}

TEST_CASE("sagemaker: marks, line ends and blank lines of other editors") {
  Recording run;
  std::string text = "\xef\xbb\xbf" + Line("1", "1700120580") + "\n \r\n" + Line("2", "1700120581");
  text.insert(text.size() - 1, "\r");
  REQUIRE(run.System(text).ok());
  REQUIRE(run.Timeline("\xef\xbb\xbf\r\n" + Timeline40Events()).ok());
  CHECK(run.report.entries().empty());
  const Profile profile = run.builder.Build();
  CHECK(ValuesOf(profile) == 2);
  CHECK(EventsIn(profile) == 30);
}

TEST_CASE("sagemaker: names as long as a file, and with letters that are none") {
  Recording run;
  const std::string longest(1 << 20, 'x');
  REQUIRE(run.System(Line("1", "1700120580",
                          R"("Type":"gpu","Name":")" + longest + R"(","Dimension":")" + longest +
                              "\"") +
                     R"({"Type":"cpu","Name":"cpu0","Dimension":"CPUUtilization","Value":1,)"
                     R"("NodeId":"a/b\n\u001b[31m","Timestamp":1700120580})")
              .ok());
  const Profile profile = run.builder.Build();
  REQUIRE(profile.series.size() == 2);
  for (const MetricRow& metric : profile.metrics.values()) {
    CHECK(profile.strings[metric.name].size() <= 4096);
  }
  AskAll(profile, {.max_depth = 20});
}

TEST_CASE("sagemaker: beginnings and ends without each other") {
  Recording run;
  REQUIRE(
      run.Timeline(Started(R"(,{"name":"a","ph":"B","pid":3,"ts":1},{"ph":"E","pid":3,"ts":5})"
                           R"(,{"ph":"E","pid":3,"ts":6},{"name":"b","ph":"B","pid":3,"ts":7})"))
          .ok());
  CHECK(run.Counted(ImportProblem::kUnmatchedEnd) == 1);
  CHECK(run.Counted(ImportProblem::kUnmatchedBegin) == 1);
  CHECK(EventsIn(run.builder.Build()) == 2);
}

TEST_CASE("sagemaker: exchanges of tensors are waiting, whichever library recorded them") {
  for (const std::string recorder : {"horovod_timeline", "smdataparallel_timeline"}) {
    CAPTURE(recorder);
    Recording run;
    REQUIRE(
        run.Timeline(Started(R"(,{"name":"ALLREDUCE","ph":"B","pid":3,"ts":1},)"
                             R"({"name":"NCCL","ph":"B","pid":3,"ts":2},)"
                             R"({"ph":"E","pid":3,"ts":4},{"ph":"E","pid":3,"ts":9})"),
                     "framework/pevents/2023111607/1700120582353517_7-algo-2_" + recorder + ".json")
            .ok());
    CHECK(run.report.entries().empty());
    const Profile profile = run.builder.Build();
    REQUIRE(profile.tracks.size() == 1);
    CHECK(profile.tracks[TrackId(0)].role == TrackRole::kAsync);
    CHECK(profile.events[TrackId(0)].duration == std::vector<int64_t>{8'000'000, 2'000'000});
    CHECK(profile.strings[profile.sources[SourceId(0)].host] == "algo-2");
  }
}

TEST_CASE("sagemaker: system files are known by any of their first lines") {
  const auto sniff = [](const std::string& text) {
    const Format* format = SurestFormat(text);
    return format == nullptr ? "" : std::string(format->name);
  };
  CHECK(sniff("80,\"Dimension\": 5}\n" + Line("1", "1700120580")) == "sagemaker_system");
  CHECK(sniff("{\"Type\":\n\n" + Line("1", "1700120580")) == "sagemaker_system");
  CHECK(sniff("{\"a\":1}\n{\"b\":2}\n").empty());
}

TEST_CASE("sagemaker: what the recorder was told stands in the import report") {
  ProfileBuilder builder;
  ImportReport report;
  RunContext context;
  const std::string text =
      R"({"profilingparameters":{"LocalPath":"/opt/ml","Detailed":"{\"StartStep\": 2}"},"S3":1})";
  CHECK(SurestFormat(text)->name == std::string("sagemaker_settings"));
  REQUIRE(kRecorderSettingsFormat
              .read(Input::FromBytes("profilerconfig.json", text), builder, report, context)
              .ok());
  REQUIRE(report.entries().size() == 1);
  CHECK(report.entries()[0].problem == ImportProblem::kRecorderSettings);
  CHECK(report.entries()[0].first_detail ==
        R"(S3 1, Detailed {"StartStep": 2}, LocalPath /opt/ml)");
  ImportReport damaged;
  REQUIRE(kRecorderSettingsFormat
              .read(Input::FromBytes("profilerconfig.json", text.substr(0, 40)), builder, damaged,
                    context)
              .ok());
  REQUIRE(damaged.entries().size() == 1);
  CHECK(damaged.entries()[0].problem == ImportProblem::kMalformedField);
}

}  // namespace profiler
