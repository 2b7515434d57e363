// Metrics over time in the formats of other tools.
#include "profiler/readers/metric_table/metric_table.h"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "profiler/base/utc_offset.h"
#include "profiler/readers/metric_table/fields.h"
#include "profiler/readers/metric_table/number_cell.h"
#include "profiler/readers/metric_table/table_clock.h"

namespace profiler {
namespace {

using metric_table::NumberCell;
using metric_table::TableClock;
using metric_table::TableTime;

constexpr Int128 kSecond = 1'000'000'000'000;

struct Recording {
  ProfileBuilder builder;
  ImportReport report;
  RunContext context;
  Profile profile;

  explicit Recording(const std::string& text) {
    status = kMetricTableFormat.read(Input::FromBytes("m.csv", text), builder, report, context);
    profile = builder.Build();
  }
  absl::Status status;

  int64_t Counted(ImportProblem problem) const {
    int64_t count = 0;
    for (const ImportReport::Entry& entry : report.entries()) {
      count += entry.problem == problem ? entry.count : 0;
    }
    return count;
  }
  // "node|kind|name or device|dimension|unit".
  std::string Name(const Series& series) const {
    const MetricRow& metric = profile.metrics[series.metric];
    const StringId name = series.device.valid() ? profile.devices[series.device].name : metric.name;
    std::string text;
    for (const StringId id :
         {profile.sources[series.source].host, metric.kind, name, metric.dimension, metric.unit}) {
      text += std::string(profile.strings[id]) + "|";
    }
    text.pop_back();
    return text;
  }
  std::vector<double> Values(const std::string& name) const {
    std::string names;
    for (const Series& series : profile.series) {
      if (Name(series) == name) return series.value;
      names += Name(series) + "\n";
    }
    FAIL("no series " << name << " of\n" << names);
    return {};
  }
  // ps since 1970.
  Int128 FirstTime() const {
    const Series& first = profile.series.at(0);
    return profile.time_axis.At(first.source, first.time[0]);
  }
};

Int128 At(const std::string& text, TableTime::Clock clock = TableTime::Clock::kUtc) {
  CAPTURE(text);
  const std::optional<TableTime> time = TableClock().Read(text);
  REQUIRE(time.has_value());
  CHECK(time->clock == clock);
  return time->ps;
}

}  // namespace

TEST_CASE("metric table: a table of durations is none") {
  const auto why = [](const std::string& text) { return WhyNoMetricTable(text); };
  CHECK(why("type,time ms,percent\nbusy,0.3,7.9\nidle,0.1,2.1\n").find("no samples") !=
        std::string::npos);
  CHECK(why("time_ms,percent\n3,7\n1,2\n").find("no samples") != std::string::npos);
  CHECK(why("op,time_ms,calls\nmm,1,7\nadd,3,2\n").find("no samples") != std::string::npos);
  CHECK(why("time_ms,depth\n1,7\n3,2\n").empty());
  CHECK(why("node,time_ms,depth\na,1,7\na,3,2\n").empty());
}

TEST_CASE("metric table: times") {
  constexpr Int128 kAt = 1795314933 * kSecond;  // 2026-11-22T02:35:33Z
  const Int128 half = kSecond / 2;
  CHECK((At("1795314933") == kAt));
  CHECK((At("1795314933.5") == kAt + half));
  CHECK((At("1.795314933e9") == kAt));
  CHECK((At("1795314933500") == kAt + half));
  CHECK((At("1795314933500000") == kAt + half));
  CHECK((At("1795314933500000000") == kAt + half));
  CHECK((At("2026-11-22T02:35:33Z") == kAt));
  CHECK((At("2026-11-22 02:35:33 UTC") == kAt));
  CHECK((At("2026-11-22T03:35:33.5+01:00") == kAt + half));
  CHECK((At("2026-11-21T21:05:33,500-0530") == kAt + half));
  CHECK((At("2026/11/22 02:35:33.500", TableTime::Clock::kZoneless) == kAt + half));
  CHECK((At("11/22/26 02:35:33 AM", TableTime::Clock::kZoneless) == kAt));
  CHECK((At("22.11.2026 02:35:33", TableTime::Clock::kZoneless) == kAt));
  CHECK((At("20261122 02:35:33", TableTime::Clock::kZoneless) == kAt));
  CHECK((At("12.25", TableTime::Clock::kNone) == kSecond * 49 / 4));
  for (const char* bad :
       {"", "now", "02:35:33", "Nov-22 02:35:33", "2026-13-01 00:00:00", "-5", "2026-02-30",
        "2026-11-22 24:00:00", "2026-11-22 02:61:00", "1e40", "2026-11-22T02:35:33.",
        "2026-11-22x02:35:33", "20261322 02:35:33", "202611221 02:35:33", "nan"}) {
    CAPTURE(bad);
    CHECK_FALSE(TableClock().Read(bad).has_value());
  }
}

TEST_CASE("metric table: times of files that tell the day or the year once") {
  TableClock sar;
  REQUIRE(sar.SetDay("11/22/26"));
  const Int128 before = sar.Read("11:59:59 PM")->ps;
  CHECK((sar.Read("12:00:01 AM")->ps - before == 2 * kSecond));
  CHECK((sar.Read("12:00:02 AM")->ps - before == 3 * kSecond));
  REQUIRE(sar.SetDay("11/23/26"));  // a file of several days has each date
  CHECK((sar.Read("12:00:02 AM")->ps - before == 3 * kSecond));
  CHECK_FALSE(TableClock().SetDay("x86_64"));
  TableClock dool;
  REQUIRE(dool.SetStart("31 Dec 2026 23:59:59 UTC"));
  const TableTime last = *dool.Read("Dec-31 23:59:59");
  CHECK(last.clock == TableTime::Clock::kUtc);
  CHECK((dool.Read("Jan-01 00:00:01")->ps - last.ps == 2 * kSecond));
  CHECK((dool.Read("31-12 23:59:59")->ps == last.ps));  // dstat
  TableClock elsewhere;
  REQUIRE(elsewhere.SetStart("31 Dec 2026 23:59:59 CET"));
  CHECK(elsewhere.Read("Dec-31 23:59:59")->clock == TableTime::Clock::kZoneless);
}

TEST_CASE("metric table: offsets of zones") {
  CHECK(ParseUtcOffset("+02:00") == 7200);
  CHECK(ParseUtcOffset("-0530") == -19800);
  CHECK(ParseUtcOffset("+2") == 7200);
  CHECK(ParseUtcOffset("Z") == 0);
  for (const char* bad :
       {"", "CET", "2", "+", "+15:00", "+2:60", "+02:0", "+1:2:3", "+ab", "+12345"}) {
    CAPTURE(bad);
    CHECK_FALSE(ParseUtcOffset(bad).has_value());
  }
}

TEST_CASE("metric table: cells") {
  const auto is = [](const char* cell, NumberCell::What what) {
    CAPTURE(cell);
    CHECK(metric_table::ReadNumber(cell).what == what);
  };
  for (const char* unknown : {"", " ", "N/A", "[N/A]", "[Not Supported]", "-", "none", "null"}) {
    is(unknown, NumberCell::What::kUnknown);
  }
  for (const char* endless : {"nan", "NaN", "inf", "-inf", "Infinity", "1e999"}) {
    is(endless, NumberCell::What::kNoFinite);
  }
  for (const char* text : {"P0", "info", "nano", "00000000:01:00.0", "NVIDIA A100"}) {
    is(text, NumberCell::What::kText);
  }
  CHECK(metric_table::ReadNumber(" 45 % ").value == 45);
  CHECK(metric_table::ReadNumber("1024 MiB").unit == "MiB");
  CHECK(metric_table::ReadNumber("-3,5").value == -3.5);
  // States, as nvidia-smi's reasons of a lower clock.
  for (const char* on : {"Active", "Enabled", "Yes"}) {
    is(on, NumberCell::What::kNumber);
    CHECK(metric_table::ReadNumber(on).value == 1);
  }
  for (const char* off : {"Not Active", "Disabled", "No"}) {
    is(off, NumberCell::What::kNumber);
    CHECK(metric_table::ReadNumber(off).value == 0);
  }
  CHECK(metric_table::Normal("GPU 0 - util. [%]") == "gpu_0_util");
  metric_table::FieldSplitter splitter;
  REQUIRE(splitter.Split(R"( "a ""b"", c" ,, d,"e")", ','));
  CHECK(splitter.fields() == std::vector<std::string_view>{"a \"b\", c", "", "d", "e"});
  CHECK_FALSE(splitter.Split("a,\"b", ','));
}

TEST_CASE("metric table: a column for each metric") {
  const Recording run(
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
    const Recording run(text);
    REQUIRE(run.status.ok());
    CHECK(run.report.entries().empty());
    CHECK(run.Values("a|gpu|a/gpu1|GPUUtilization|percent") == std::vector<double>{30});
    CHECK(run.Values("a|cpu|a/cpu3|CPUUtilization|percent") == std::vector<double>{40});
    CHECK(run.Values("b|network|eth0|eth0|") == std::vector<double>{1000});
    CHECK((run.FirstTime() == 1795314933 * kSecond));
  }
}

TEST_CASE("metric table: a metric in each row, with a dimension, a device and a unit") {
  const Recording run(
      "time,name,dimension,device,unit,value\n"
      "1795314933,,utilization.gpu,gpu2,,30\n"
      "1795314933,Algorithm,received,,KiB,2\n");
  REQUIRE(run.status.ok());
  CHECK(run.Values("|gpu|gpu2|GPUUtilization|percent") == std::vector<double>{30});
  CHECK(run.Values("||Algorithm|received|bytes") == std::vector<double>{2048});
}

TEST_CASE("metric table: nvidia-smi") {
  const std::string rows =
      "2026/11/22 02:35:33.500, 1, 95 %, 40 %, 10 MiB, 40 MiB, [N/A]\n"
      "2026/11/22 02:35:34.500, 1, [Not Supported], 41 %, 20 MiB, 40 MiB, 70.5 W\n"
      "2026/11/22 02:35";
  const Recording run(
      "timestamp, index, utilization.gpu [%], utilization.memory [%], memory.used [MiB], "
      "memory.total [MiB], power.draw [W]\n" +
      rows);
  REQUIRE(run.status.ok());
  CHECK((run.FirstTime() == 1795314933 * kSecond + kSecond / 2));
  CHECK(run.Values("|gpu|gpu1|GPUUtilization|percent") == std::vector<double>{95});
  CHECK(run.Values("|gpu|gpu1|utilization.memory|percent") == std::vector<double>{40, 41});
  CHECK(run.Values("|gpu|gpu1|memory.used|bytes") == std::vector<double>{10485760, 20971520});
  CHECK(run.Values("|gpu|gpu1|GPUMemoryUtilization|percent") == std::vector<double>{25, 50});
  CHECK(run.Values("|gpu|gpu1|power.draw|W") == std::vector<double>{70.5});
  CHECK(run.Counted(ImportProblem::kUnfinishedLine) == 1);
  CHECK(run.Counted(ImportProblem::kZonelessTimes) == 1);
}

TEST_CASE("metric table: nvidia-smi dmon") {
  const std::string names = "#Date       Time        gpu    pwr     sm    mem   pclk     fb  xyz\n";
  const std::string units =
      "#YYYYMMDD   HH:MM:SS    Idx      W      %      %    MHz     MB  MB/s\n";
  const std::string rows =
      " 20261122   02:35:33      0    281     96     48   1410     10    3\n"
      " 20261122   02:35:33     11      -     95     47    705     20    4\n";
  const std::string more = " 20261122   02:35:34      0    280     94     46   1410     10    3\n";
  const Recording run(names + units + rows + names + units + more + " 20261122   02:3");
  REQUIRE(run.status.ok());
  CHECK((run.FirstTime() == 1795314933 * kSecond));
  CHECK(run.Values("|gpu|gpu0|GPUUtilization|percent") == std::vector<double>{96, 94});
  CHECK(run.Values("|gpu|gpu11|GPUUtilization|percent") == std::vector<double>{95});
  CHECK(run.Values("|gpu|gpu0|utilization.memory|percent") == std::vector<double>{48, 46});
  CHECK(run.Values("|gpu|gpu0|power.draw|W") == std::vector<double>{281, 280});
  CHECK(run.Values("|gpu|gpu11|clocks.current.sm|MHz") == std::vector<double>{705});
  CHECK(run.Values("|gpu|gpu11|memory.used|bytes") == std::vector<double>{20971520});
  CHECK(run.Values("|gpu|gpu11|xyz|MB/s") == std::vector<double>{4});
  CHECK(run.Counted(ImportProblem::kUnfinishedLine) == 1);
  CHECK(run.Counted(ImportProblem::kBadRow) == 0);
  CHECK(run.Counted(ImportProblem::kZonelessTimes) == 1);
}

TEST_CASE("metric table: nvidia-smi dmon, without units and with commas") {
  const Recording run(
      "#Date, Time, gpu, sm, mem\n20261122, 02:35:33, 3, 96, 48\n20261122, 02:35:34, 3, 95, 47\n");
  REQUIRE(run.status.ok());
  CHECK(run.Values("|gpu|gpu3|GPUUtilization|percent") == std::vector<double>{96, 95});
}

TEST_CASE("metric table: nvidia-smi dmon needs the time of each row") {
  CHECK(WhyNoMetricTable("# gpu    sm   mem\n# Idx     %     %\n    0    96    48\n")
            .find("dmon -o DT") != std::string::npos);
  // A table of other columns may have its header after '#', too.
  CHECK(WhyNoMetricTable("#time,gpu,mem\n1795314933,96,48\n").empty());
  CHECK_FALSE(WhyNoMetricTable("#Date Time gpu pid type sm mem command\n").empty());
}

TEST_CASE("metric table: dcgm-exporter") {
  // `gpu` is an index, `device` a name with it, and `instance` the exporter's address.
  const Recording run(
      "time,gpu,UUID,device,modelName,Hostname,instance,DCGM_FI_DEV_GPU_UTIL,DCGM_FI_DEV_SM_CLOCK,"
      "DCGM_FI_PROF_PIPE_TENSOR_ACTIVE\n"
      "1795314933,0,GPU-a,nvidia0,H100,a,10.0.0.1:9400,98,1980,0.5\n"
      "1795314933,3,GPU-b,nvidia3,H100,a,10.0.0.1:9400,97,1020,0.25\n");
  REQUIRE(run.status.ok());
  CHECK(run.Values("a|gpu|a/gpu0|GPUUtilization|percent") == std::vector<double>{98});
  CHECK(run.Values("a|gpu|a/gpu3|GPUUtilization|percent") == std::vector<double>{97});
  CHECK(run.Values("a|gpu|a/gpu3|DCGM_FI_DEV_SM_CLOCK|MHz") == std::vector<double>{1020});
  CHECK(run.Values("a|gpu|a/gpu3|DCGM_FI_PROF_PIPE_TENSOR_ACTIVE|") == std::vector<double>{0.25});
}

TEST_CASE("metric table: rows that name a metric of DCGM are of the GPU that they name") {
  const Recording run(
      "time,metric,gpu,value\n"
      "1795314933,DCGM_FI_PROF_SM_ACTIVE,0,0.5\n"
      "1795314933,DCGM_FI_PROF_SM_ACTIVE,1,0.25\n");
  REQUIRE(run.status.ok());
  CHECK(run.Values("|gpu|gpu0|DCGM_FI_PROF_SM_ACTIVE|") == std::vector<double>{0.5});
  CHECK(run.Values("|gpu|gpu1|DCGM_FI_PROF_SM_ACTIVE|") == std::vector<double>{0.25});
}

TEST_CASE("metric table: dool") {
  const Recording run(
      "\"dool 1.3.8 CSV output\"\n\"Author:\",\"Scott Baker\",,,,\"URL:\",\"x\"\n"
      "\"Host:\",\"vm\",,,,\"User:\",\"root\"\n"
      "\"Cmdline:\",\"dool\",,,,\"Date:\",\"22 Nov 2026 02:35:00 UTC\"\n"
      "\"system\",\"total cpu usage\",,,,,\"memory usage\",,,,\"net/total\",,\"dsk/total\",\n"
      "\"time\",\"usr\",\"sys\",\"idl\",\"wai\",\"stl\",\"used\",\"free\",\"cach\",\"avai\","
      "\"recv\",\"send\",\"read\",\"writ\"\n"
      "Nov-22 02:35:33,60,10,20,10,0,25,50,25,60,1,2,3,4\n");
  REQUIRE(run.status.ok());
  CHECK(run.report.entries().empty());
  CHECK((run.FirstTime() == 1795314933 * kSecond));
  CHECK(run.Values("vm|cpu|CPUUtilization|CPUUtilization|percent") == std::vector<double>{70});
  CHECK(run.Values("vm|cpu|I/OWaitPercentage|I/OWaitPercentage|percent") ==
        std::vector<double>{10});
  CHECK(run.Values("vm|memory|MemoryUsedPercent|MemoryUsedPercent|percent") ==
        std::vector<double>{25});
  CHECK(run.Values("vm|network|sent|sent|bytes/s") == std::vector<double>{2});
  CHECK(run.Values("vm|disk|written|written|bytes/s") == std::vector<double>{4});
}

TEST_CASE("metric table: sysstat") {
  const Recording sadf(
      "# hostname;interval;timestamp;CPU;%user;%nice;%system;%iowait;%steal;%idle\n"
      "vm;1;2026-11-22 02:35:33 UTC;-1;6,5;0;10;3.5;0;80\n"
      "vm;1;2026-11-22 02:35:33 UTC;1;6.5;0;10;3.5;0;70\n"
      "vm;-1;2026-11-22 02:35:33 UTC;LINUX-RESTART\t(2 CPU)\n"
      "# hostname;interval;timestamp;IFACE;rxkB/s;txkB/s\n"
      "vm;1;2026-11-22 02:35:33 UTC;eth0;2;1\n");
  REQUIRE(sadf.status.ok());
  CHECK(sadf.report.entries().empty());
  CHECK((sadf.FirstTime() == 1795314933 * kSecond));
  CHECK(sadf.Values("vm|cpu|CPUUtilization|CPUUtilization|percent") == std::vector<double>{16.5});
  CHECK(sadf.Values("vm|cpu|vm/cpu1|CPUUtilization|percent") == std::vector<double>{26.5});
  CHECK(sadf.Values("vm|cpu|%user|%user|percent") == std::vector<double>{6.5});
  CHECK(sadf.Values("vm|network|eth0|received|bytes/s") == std::vector<double>{2048});
  const Recording sar(
      "Linux 6.18 (vm) \t11/22/26 \t_x86_64_\t(2 CPU)\n\n"
      "02:35:32 AM     CPU     %user   %iowait     %idle\n"
      "02:35:33 AM     all     10.00      5.00     80.00\n\n"
      "02:35:32 AM kbmemused  %memused\n02:35:33 AM         7     35.00\n\n"
      "Average:        CPU     %user\n");
  REQUIRE(sar.status.ok());
  CHECK(sar.Counted(ImportProblem::kZonelessTimes) == 1);
  CHECK(sar.report.entries().size() == 1);
  CHECK((sar.FirstTime() == 1795314933 * kSecond));
  CHECK(sar.Values("vm|cpu|CPUUtilization|CPUUtilization|percent") == std::vector<double>{15});
  CHECK(sar.Values("vm|memory|MemoryUsedPercent|MemoryUsedPercent|percent") ==
        std::vector<double>{35});
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
  const Recording keyed(rows);
  REQUIRE(keyed.status.ok());
  CHECK(keyed.Values("b|gpu|b/gpu1|GPUUtilization|percent") == std::vector<double>(4, 50));
  // Equal samples of two GPUs are both there.
  CHECK(keyed.Values("b|gpu|b/gpu0|power_w|") == std::vector<double>(4, 600));
  CHECK(keyed.Values("b|gpu|b/gpu1|power_w|") == std::vector<double>(4, 600));
  CHECK(keyed.Values("b|cpu|CPUUtilization|CPUUtilization|percent").front() == 7);
}

TEST_CASE("metric table: a column gpu is a use where its numbers do not identify rows") {
  const std::string at = "179531493";
  const Recording use("time,gpu,cpu_percent\n" + at + "3,0,7\n" + at + "4,0,8\n" + at + "5,1,8\n" +
                      at + "6,95,9\n");
  CHECK(use.Values("|gpu|gpu0|GPUUtilization|percent") == std::vector<double>{0, 0, 1, 95});
  // An idle GPU beside a use of processors is no key.
  const Recording idle("time,gpu,cpu_percent\n" + at + "3,0,7\n" + at + "4,0,8\n");
  CHECK(idle.Values("|gpu|gpu0|GPUUtilization|percent") == std::vector<double>{0, 0});
  // Nor is it one beside a use of whatever.
  const Recording unnamed("time,gpu,utilization\n" + at + "3,0,7\n" + at + "4,0,8\n");
  CHECK(unnamed.Values("|gpu|gpu0|GPUUtilization|percent") == std::vector<double>{0, 0});
}

TEST_CASE("metric table: what no name says to be of something else is of the GPU of the row") {
  const std::string at = "1795314933";
  const Recording wide("time,gpu_id,gpu_util,power_w\n" + at + ",0,90,600\n" + at + ",1,90,600\n");
  CHECK(wide.Values("|gpu|gpu0|power_w|") == std::vector<double>{600});
  CHECK(wide.Values("|gpu|gpu1|power_w|") == std::vector<double>{600});
  const Recording narrow("time,gpu,metric,value\n" + at + ",0,power_w,600\n" + at +
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
    const Recording run(head + good + head + "\n" + good + bad);
    REQUIRE(run.status.ok());
    CHECK(run.Counted(problem) == 1);
    CHECK(run.report.entries().size() == 1);
    CHECK(run.Values("|cpu|CPUUtilization|CPUUtilization|percent").size() == 2);
  }
}

TEST_CASE("metric table: times without a wall clock") {
  const Recording run("ts,cpu_percent\n1.5,1\n2.5,2\n");
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
    const Recording run(text);
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
    const Recording run(rows.substr(0, cut));
    REQUIRE(run.status.ok());
    CHECK(run.report.worst() == ImportSeverity::kInfo);
    const size_t whole = cut < 24 ? 0 : (cut - 9) / 15;
    for (const Series& series : run.profile.series) {
      CHECK(series.size() >= whole);
      CHECK(series.size() <= whole + 1);
    }
  }
}

}  // namespace profiler
