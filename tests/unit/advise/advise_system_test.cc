// The rules on metrics over time, which do not depend on the recorder.
#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "profiler/advise/rule.h"
#include "profiler/analysis/metrics/dip_facts.h"
#include "profiler/analysis/metrics/job_times.h"
#include "profiler/analysis/metrics/system_use.h"
#include "profiler/analysis/selection/selected.h"
#include "tests/unit/advise/advise_fixture.h"

namespace profiler {
namespace {

constexpr int64_t kSecond = 1'000'000 * kUs;

// A job with steps of a second each on one host, and samples of another host.
class Sampled {
 public:
  Sampled() {
    SourceRow row;
    row.path = make_.builder.Intern("metrics.csv");
    row.format = make_.builder.Intern("metrics");
    row.host = make_.builder.Intern("box");
    samples_ = make_.builder.AddSource(row);
  }
  // One value a second.
  void Sample(const std::string& device, DeviceKind kind, const std::string& dimension,
              const std::vector<double>& values, int64_t first_us = 0) {
    ProfileBuilder& builder = make_.builder;
    MetricRow metric;
    metric.name = metric.dimension = builder.Intern(dimension);
    metric.kind = builder.Intern(kind == DeviceKind::kGpu ? "gpu" : "cpu");
    const MetricId id = builder.Metric(metric);
    const DeviceId on = builder.Device("box/" + device);
    builder.device(on).kind = kind;
    builder.device(on).ordinal = 0;
    builder.device(on).host = builder.Intern("box");
    for (size_t i = 0; i < values.size(); ++i) {
      builder.AddCounter(
          {id, samples_, on, first_us * kUs + static_cast<int64_t>(i) * kSecond, values[i]});
    }
  }
  void Run(const std::string& op, int64_t begin_s, int64_t seconds, int64_t step) {
    const TrackId track = make_.Track(kCpu, TrackKind::kLane);
    make_.Event(track, begin_s * 1'000'000, seconds * 1'000'000, make_.Op(op, op),
                make_.Step(step));
  }
  Profile Build() { return make_.builder.Build(); }

 private:
  AdviseMaker make_;
  SourceId samples_;
};

// The ids of the rule's findings.
std::vector<std::string> Found(const Profile& profile, const std::string& rule) {
  std::vector<std::string> ids;
  for (const Row& row : Section(profile, rule, {{"*.patience", 20}}).rows)
    ids.emplace_back(row.name);
  return ids;
}

TEST_CASE("Rules on metrics are asked of any profile that has such series") {
  Sampled job;
  job.Run("Conv2D", 0, 60, 1);
  job.Sample("gpu0", DeviceKind::kGpu, "GPUUtilization", std::vector<double>(60, 20.0));
  const Profile profile = job.Build();
  std::vector<std::string> rules;
  for (const Report& section : Advise(profile, AdviceQuery({})).sections) {
    rules.push_back(section.view);
  }
  for (const char* rule :
       {"LowGPUUtilization", "LoadBalancing", "OverallSystemUsage", "DipChecker"}) {
    CHECK(std::count(rules.begin(), rules.end(), rule) == 1);
  }
  // A rule for data of SageMaker only runs if the profile has such data.
  CHECK(std::count(rules.begin(), rules.end(), "PhaseChecker") == 0);
  CHECK(Found(profile, "LowGPUUtilization") == std::vector<std::string>{"underutilized"});
}

TEST_CASE("What ran while processors idled is found, though hosts have other names") {
  Sampled job;
  std::vector<double> use;
  for (int64_t second = 0; second < 120; ++second) {
    const bool saves = second % 20 < 3;
    use.push_back(saves ? 4 : 60);
    job.Run(saves ? "SaveV2" : "MatMul", second, 1, second + 1);
  }
  job.Sample("cpu0", DeviceKind::kCpu, "CPUUtilization", use);
  const Profile profile = job.Build();
  CHECK(Found(profile, "DipChecker") == std::vector<std::string>{"periodic_dips"});
  const std::string text = Said(Section(profile, "DipChecker"), "periodic_dips");
  CHECK(text.find("every 20 steps (20 s); SaveV2 runs 100% of that time, and 0% of "
                  "the rest") != std::string::npos);
}

TEST_CASE("A GPU that is sampled a moment after the other has its own values") {
  Sampled job;
  std::vector<double> use;
  for (int i = 0; i < 40; ++i) use.push_back(i % 4 == 0 ? 5 : 90 + i);
  job.Sample("gpu0", DeviceKind::kGpu, "GPUUtilization", use);
  job.Sample("gpu1", DeviceKind::kGpu, "GPUUtilization", use, 1000);
  job.Sample("gpu2", DeviceKind::kGpu, "GPUUtilization", {7}, 500'000'000);
  size_t nodes = 0;
  REQUIRE(VisitNodes({job.Build(), Query().selection}, [&](const NodeUse& node) {
            ++nodes;
            REQUIRE(node.gpus.size() == 3);
            CHECK(node.gpus[0].busy == use);
            CHECK(node.gpus[1].busy == use);
            for (const double value : node.gpus[2].busy) CHECK(std::isnan(value));
          }).ok());
  CHECK(nodes == 1);
}

TEST_CASE("A dip ends where nothing was sampled for long") {
  Sampled job;
  std::vector<double> use(200, 80);
  std::fill(use.begin() + 50, use.begin() + 52, 3);
  use.back() = 3;  // then no samples for ten hours
  job.Sample("gpu0", DeviceKind::kGpu, "GPUUtilization", use);
  job.Sample("gpu0", DeviceKind::kGpu, "GPUUtilization", std::vector<double>(100, 80),
             36'000'000'000);
  const Profile profile = job.Build();
  const Selected all(profile, Query().selection);
  const JobTimes times(all);
  REQUIRE(VisitNodes(all, [&](const NodeUse& node) {
            const NodeDips dips = NodeDipsOf(times, node, node.gpus.at(0).busy, 30);
            CHECK(dips.dips.intervals().size() == 2);
            CHECK(dips.dips.total() == 3 * Int128{kSecond});
            CHECK(dips.share() < 0.02);
            CHECK(dips.inside == Approx(3));
            CHECK(dips.outside == Approx(80));
          }).ok());
}

TEST_CASE("Values that are no numbers, and series of two values, find nothing") {
  Sampled job;
  job.Run("MatMul", 0, 3, 1);
  job.Sample("gpu0", DeviceKind::kGpu, "GPUUtilization",
             {std::numeric_limits<double>::quiet_NaN(), -5.0});
  const Profile profile = job.Build();
  for (const Rule& rule : AllRules()) {
    if (rule.applies == nullptr || !rule.applies(profile)) continue;
    const std::vector<std::string> found = Found(profile, std::string(rule.name));
    const bool tells = rule.name == "OverallSystemUsage";
    CHECK(found.size() == (tells ? 1 : 0));
  }
}

}  // namespace
}  // namespace profiler
