// Metrics over time: which tables are read, and what their columns and rows mean.
#include "profiler/readers/metric_table/metric_table.h"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "tests/unit/readers/metric_table_recording.h"

namespace profiler {
namespace {

TEST_CASE("metric table: a table of durations is none") {
  const auto why = [](const std::string& text) { return WhyNoMetricTable(text); };
  CHECK(why("type,time ms,percent\nbusy,0.3,7.9\nidle,0.1,2.1\n").find("no samples") !=
        std::string::npos);
  CHECK(why("time_ms,percent\n3,7\n1,2\n").find("no samples") != std::string::npos);
  CHECK(why("op,time_ms,calls\nmm,1,7\nadd,3,2\n").find("no samples") != std::string::npos);
  CHECK(why("time_ms,depth\n1,7\n3,2\n").empty());
  CHECK(why("node,time_ms,depth\na,1,7\na,3,2\n").empty());
}

TEST_CASE("metric table: a column for each metric") {
  const MetricRecording run(
      "time,cpu_percent,cpu1_percent,GPU0_util,gpu_0_memory_used,gpu_0_memory_total,queue,model\n"
      "1795314933.5,50,60,70,1,4,12,A100\n"
      "1795314934.5,N/A,high,80,2,4,nan,A100\n");
  REQUIRE(run.status.ok());
  CHECK((run.FirstTime() == 1795314933 * kSecond + kSecond / 2));
  CHECK(run.Values("|cpu|CPUUtilization|CPUUtilization|percent") == std::vector<double>{50});
  CHECK(run.Values("|cpu|cpu1|CPUUtilization|percent") == std::vector<double>{60});
  CHECK(run.Values("|gpu|gpu0|GPUUtilization|percent") == std::vector<double>{70, 80});
  CHECK(run.Values("|gpu|gpu0|GPUMemoryUtilization|percent") == std::vector<double>{25, 50});
  CHECK(run.Values("||queue|queue|") == std::vector<double>{12});
  CHECK(run.profile.series.size() == 7);
  CHECK(run.Counted(ImportProblem::kBadNumber) == 2);    // "high" and "nan"
  CHECK(run.Counted(ImportProblem::kCounterText) == 1);  // the model, once
  CHECK(run.report.worst() == ImportSeverity::kLoss);
}

TEST_CASE("metric table: a metric in each row") {
  const std::vector<std::string> texts = {
      "value;name;kind;node;time\n30;gpu1;gpu;a;2026-11-22T02:35:33Z\n"
      "40;cpu3;cpu;a;2026-11-22T02:35:33Z\n1e3;eth0;network;b;2026-11-22T02:35:34Z\n",
      R"({"time":1795314933,"node":"a","kind":"gpu","name":"gpu1","value":30})"
      "\n"
      R"({"time":1795314933,"host":"a","type":"cpu","metric":"cpu3","value":40,"tags":{"x":[1]}})"
      "\n"
      R"({"ts":"2026-11-22T02:35:34Z","node":"b","kind":"network","name":"eth0","value":1e3})"};
  for (const std::string& text : texts) {
    CAPTURE(text);
    const MetricRecording run(text);
    REQUIRE(run.status.ok());
    CHECK(run.report.entries().empty());
    CHECK(run.Values("a|gpu|a/gpu1|GPUUtilization|percent") == std::vector<double>{30});
    CHECK(run.Values("a|cpu|a/cpu3|CPUUtilization|percent") == std::vector<double>{40});
    CHECK(run.Values("b|network|eth0|eth0|") == std::vector<double>{1000});
    CHECK((run.FirstTime() == 1795314933 * kSecond));
  }
}

TEST_CASE("metric table: a metric in each row, with a dimension, a device and a unit") {
  const MetricRecording run(
      "time,name,dimension,device,unit,value\n"
      "1795314933,,utilization.gpu,gpu2,,30\n"
      "1795314933,Algorithm,received,,KiB,2\n");
  REQUIRE(run.status.ok());
  CHECK(run.Values("|gpu|gpu2|GPUUtilization|percent") == std::vector<double>{30});
  CHECK(run.Values("||Algorithm|received|bytes") == std::vector<double>{2048});
}

TEST_CASE("metric table: a column of small numbers that identify rows is a key") {
  // Each row is of one GPU of a node.
  std::string rows = "time,host,gpu,utilization,power_w,cpu_percent\n";
  for (int time = 0; time < 4; ++time) {
    for (const char* const host : {"a", "b"}) {
      for (int gpu = 0; gpu < 2; ++gpu) {
        rows += std::to_string(1795314933 + time) + "," + host + "," + std::to_string(gpu) +
                (gpu == 0 ? ",90" : ",50") + ",600,7\n";
      }
    }
  }
  const MetricRecording keyed(rows);
  REQUIRE(keyed.status.ok());
  CHECK(keyed.Values("b|gpu|b/gpu1|GPUUtilization|percent") == std::vector<double>(4, 50));
  // Equal samples of two GPUs are both there.
  CHECK(keyed.Values("b|gpu|b/gpu0|power_w|") == std::vector<double>(4, 600));
  CHECK(keyed.Values("b|gpu|b/gpu1|power_w|") == std::vector<double>(4, 600));
  CHECK(keyed.Values("b|cpu|CPUUtilization|CPUUtilization|percent").front() == 7);
}

TEST_CASE("metric table: a column gpu is a use where its numbers do not identify rows") {
  const std::string at = "179531493";
  const MetricRecording use("time,gpu,cpu_percent\n" + at + "3,0,7\n" + at + "4,0,8\n" + at +
                            "5,1,8\n" + at + "6,95,9\n");
  CHECK(use.Values("|gpu|gpu0|GPUUtilization|percent") == std::vector<double>{0, 0, 1, 95});
  // An idle GPU beside a use of processors is no key.
  const MetricRecording idle("time,gpu,cpu_percent\n" + at + "3,0,7\n" + at + "4,0,8\n");
  CHECK(idle.Values("|gpu|gpu0|GPUUtilization|percent") == std::vector<double>{0, 0});
  // Nor is it one beside a use of whatever.
  const MetricRecording unnamed("time,gpu,utilization\n" + at + "3,0,7\n" + at + "4,0,8\n");
  CHECK(unnamed.Values("|gpu|gpu0|GPUUtilization|percent") == std::vector<double>{0, 0});
}

TEST_CASE("metric table: what no name says to be of something else is of the GPU of the row") {
  const std::string at = "1795314933";
  const MetricRecording wide("time,gpu_id,gpu_util,power_w\n" + at + ",0,90,600\n" + at +
                             ",1,90,600\n");
  CHECK(wide.Values("|gpu|gpu0|power_w|") == std::vector<double>{600});
  CHECK(wide.Values("|gpu|gpu1|power_w|") == std::vector<double>{600});
  const MetricRecording narrow("time,gpu,metric,value\n" + at + ",0,power_w,600\n" + at +
                               ",1,power_w,600\n");
  CHECK(narrow.Values("|gpu|gpu0|power_w|") == std::vector<double>{600});
  CHECK(narrow.Values("|gpu|gpu1|power_w|") == std::vector<double>{600});
}

TEST_CASE("metric table: bad rows cost themselves") {
  const std::string head = "time,cpu_percent\n", good = "1795314933,5\n";
  const std::vector<std::pair<std::string, ImportProblem>> cases = {
      {"1795314934\n", ImportProblem::kBadRow},
      {"1795314934,1,2\n", ImportProblem::kBadRow},
      {"1795314934,\"1\n", ImportProblem::kBadRow},
      {"yesterday,1\n", ImportProblem::kBadRowTime},
      {"12.5,1\n", ImportProblem::kBadRowTime},
      {"1795314934,much\n", ImportProblem::kBadNumber},
      {"99999999999999,1\n", ImportProblem::kFarRowTime},
      {"17953149", ImportProblem::kUnfinishedLine},
  };
  for (const auto& [bad, problem] : cases) {
    CAPTURE(bad);
    const MetricRecording run(head + good + head + "\n" + good + bad);
    REQUIRE(run.status.ok());
    CHECK(run.Counted(problem) == 1);
    CHECK(run.report.entries().size() == 1);
    CHECK(run.Values("|cpu|CPUUtilization|CPUUtilization|percent").size() == 2);
  }
}

TEST_CASE("metric table: times without a wall clock") {
  const MetricRecording run("ts,cpu_percent\n1.5,1\n2.5,2\n");
  REQUIRE(run.status.ok());
  CHECK(run.Counted(ImportProblem::kClocklessTimes) == 1);
  CHECK(run.profile.time_axis.without_wall_clock == 1);
  CHECK(run.profile.series.at(0).time[1] - run.profile.series.at(0).time[0] ==
        static_cast<int64_t>(kSecond));
}

TEST_CASE("metric table: what is none says why") {
  const auto why = [](const std::string& text) {
    CAPTURE(text);
    CHECK(kMetricTableFormat.sniff(text) == 0);
    const MetricRecording run(text);
    CHECK_FALSE(run.status.ok());
    return std::string(run.status.message());
  };
  CHECK_THAT(why("a,b\n1,2\n"), Catch::Contains("no column is named time"));
  CHECK_THAT(why("time,node\n1795314933,a\n"), Catch::Contains("none of metrics"));
  CHECK_THAT(why("time,x\nnow,2\n"), Catch::Contains("time of its first row"));
  CHECK_THAT(why("{\"a\":1}\n"), Catch::Contains("no column is named time"));
  CHECK_THAT(why(std::string("\0\1\2", 3)), Catch::Contains("no text"));
  CHECK(kMetricTableFormat.sniff("time,x\n") > 0);  // a recorder that has just begun
}

TEST_CASE("metric table: cut anywhere, what is whole is read") {
  const std::string rows = "time,a,b\n1795314933,1,2\n1795314934,3,4\n1795314935,5,6\n";
  for (size_t cut = 9; cut < rows.size(); ++cut) {
    CAPTURE(cut);
    const MetricRecording run(rows.substr(0, cut));
    REQUIRE(run.status.ok());
    CHECK(run.report.worst() == ImportSeverity::kInfo);
    const size_t whole = cut < 24 ? 0 : (cut - 9) / 15;
    for (const Series& series : run.profile.series) {
      CHECK(series.size() >= whole);
      CHECK(series.size() <= whole + 1);
    }
  }
}

}  // namespace
}  // namespace profiler
