// The proposal for a query of dips without a limit.
#include "profiler/analysis/metrics/dip_threshold.h"

#include <catch2/catch.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace profiler {
namespace {

const std::vector<double> kBusy(12, 80);
const std::vector<double> kBoth = {90, 91, 4, 90, 6, 89, 90, 5, 90, 90, 5, 90};

MetricSeries Named(std::string_view name, std::string_view dimension) {
  MetricSeries series;
  series.name = name;
  series.dimension = dimension;
  return series;
}

bool Has(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("Two levels of values") {
  const auto levels = LevelsOfUse({0, 70, 71, 2, 69, 1, 70, 70});
  REQUIRE(levels.has_value());
  CHECK(levels->low == Approx(1));
  CHECK(levels->high == Approx(70));
  CHECK(levels->low_share == Approx(3 / 8.0));
  CHECK(levels->between > 2);
  CHECK(levels->between < 69);
  // The upper level is wide, and some values are between.
  std::vector<double> wide(60, 0);
  for (int i = 0; i < 400; ++i) wide.push_back(35 + 65.0 * i / 400);
  wide.push_back(20);
  const auto found = LevelsOfUse(wide);
  REQUIRE(found.has_value());
  CHECK(found->between > 5);
  CHECK(found->between < 35);
}

TEST_CASE("No two levels: spread evenly, hardly apart, too few, all equal") {
  std::vector<double> evenly, close;
  for (int i = 0; i < 100; ++i) evenly.push_back(i);
  for (int i = 0; i < 100; ++i) close.push_back(i % 10 == 0 ? 90 : 100);
  CHECK_FALSE(LevelsOfUse(evenly).has_value());
  CHECK_FALSE(LevelsOfUse(close).has_value());
  CHECK_FALSE(LevelsOfUse({0, 0, 70, 70, 70, 70}).has_value());
  CHECK_FALSE(LevelsOfUse({5, 5, 5, 5, 5, 5, 5}).has_value());
  CHECK_FALSE(LevelsOfUse({}).has_value());
}

TEST_CASE("The value to try sets two levels apart") {
  const MetricSeries gpu0 = Named("gpu0", kGpuUtilization), gpu1 = Named("gpu1", kGpuUtilization);
  CHECK(ProposedThreshold({{&gpu0, true, kBusy}, {&gpu1, true, kBoth}}) ==
        "GPUUtilization of gpu1 is at about 5 or 90, for 33 % of its values the lower: dips "
        "-metric 'GPUUtilization' -below 48");
}

TEST_CASE("GPUs come first, then what was asked for, then what else has two levels") {
  const MetricSeries gpu = Named("gpu0", kGpuUtilization), cpu = Named("cpu0", kCpuUtilization),
                     process = Named("process_cpu_percent", "process_cpu_percent");
  CHECK(Has(ProposedThreshold({{&process, false, kBoth}, {&cpu, true, kBoth}, {&gpu, true, kBoth}}),
            "-metric 'GPUUtilization'"));
  CHECK(Has(ProposedThreshold({{&process, false, kBoth}, {&cpu, true, kBoth}}),
            "-metric 'CPUUtilization'"));
  CHECK(Has(ProposedThreshold({{&process, false, kBoth}, {&cpu, true, kBusy}}),
            "process_cpu_percent is at about 5 or 90"));
}

TEST_CASE("Where no metric has two levels that is said") {
  const MetricSeries gpu0 = Named("gpu0", kGpuUtilization), gpu1 = Named("gpu1", kGpuUtilization);
  const std::vector<double> idle(12, 10);
  CHECK(ProposedThreshold({{&gpu0, true, kBusy}, {&gpu1, true, idle}}) ==
        "no metric has two levels that a value sets apart; GPUUtilization of gpu0 lies between 80 "
        "and 80, its median is 80: dips -metric 'GPUUtilization' -below 40");
  CHECK(Has(ProposedThreshold({{&gpu0, true, {}}}), "has no values"));
}

}  // namespace profiler
