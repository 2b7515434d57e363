// Metrics over time in the formats of other tools.
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "profiler/readers/metric_table/metric_table.h"
#include "tests/unit/readers/metric_table_recording.h"

namespace profiler {
namespace {

TEST_CASE("metric table: nvidia-smi") {
  const std::string rows =
      "2026/11/22 02:35:33.500, 1, 95 %, 40 %, 10 MiB, 40 MiB, [N/A]\n"
      "2026/11/22 02:35:34.500, 1, [Not Supported], 41 %, 20 MiB, 40 MiB, 70.5 W\n"
      "2026/11/22 02:35";
  const MetricRecording run(
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
  const MetricRecording run(names + units + rows + names + units + more + " 20261122   02:3");
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
  const MetricRecording run(
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
  const MetricRecording run(
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
  const MetricRecording run(
      "time,metric,gpu,value\n"
      "1795314933,DCGM_FI_PROF_SM_ACTIVE,0,0.5\n"
      "1795314933,DCGM_FI_PROF_SM_ACTIVE,1,0.25\n");
  REQUIRE(run.status.ok());
  CHECK(run.Values("|gpu|gpu0|DCGM_FI_PROF_SM_ACTIVE|") == std::vector<double>{0.5});
  CHECK(run.Values("|gpu|gpu1|DCGM_FI_PROF_SM_ACTIVE|") == std::vector<double>{0.25});
}

TEST_CASE("metric table: dool") {
  const MetricRecording run(
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
  const MetricRecording sadf(
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
  const MetricRecording sar(
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

}  // namespace
}  // namespace profiler
