#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "profiler/advise/rule.h"
#include "profiler/advise/rules/common/evidence.h"
#include "profiler/advise/rules/metrics/node_findings.h"
#include "profiler/analysis/metrics/distribution.h"
#include "profiler/analysis/metrics/system_use.h"
#include "profiler/analysis/time/lasting_rise.h"

namespace profiler {
namespace {

constexpr double kPicosOfMinute = 60e12;

struct IncreaseThresholds {
  Threshold increase = {"increase", 5, "the mean grows by more than this, in points of percent"};
  Threshold window = {"window", 10, "... from so many samples to the next so many"};
  Threshold rise = {"rise", 10,
                    "or it has grown by so many points until the end, without coming down"};
  Threshold minutes = {"minutes", 5, "... for so many minutes or longer"};
  Threshold patience = kPatience;
};

// Whether memory grows on and on: in most fifths of the samples. What a job allocates once, as when
// it starts to train or to evaluate, stays.
bool GrowsOn(const std::vector<double>& values, double least) {
  constexpr ptrdiff_t kParts = 5;
  constexpr int kMostRises = 3;
  const std::ptrdiff_t part = std::ssize(values) / kParts;
  int rises = 0;
  double before = Distribution::kNone;
  for (ptrdiff_t i = 0; i < kParts && part > 0; ++i) {
    const auto first = values.begin() + i * part;
    const double mean = Describe({first, first + part}).mean;
    if (mean - before >= least) ++rises;
    before = mean;
  }
  return rises >= kMostRises;
}

// What Debugger's rule is too short-sighted for: memory that grows slowly. Of the samples after the
// first `patience` ones.
std::optional<LastingRise> MemoryRise(const NodeUse& node, const std::vector<double>& judged,
                                      size_t patience, const IncreaseThresholds& thresholds) {
  const std::vector<int64_t> times(node.times.begin() + static_cast<ptrdiff_t>(patience),
                                   node.times.end());
  return FindLastingRise(times, judged, thresholds.rise, thresholds.minutes * kPicosOfMinute);
}

std::string RiseText(const std::string& subject, const LastingRise& rise) {
  constexpr double kFull = 100;  // percent
  const double left = rise.picos * (kFull - rise.to) / (rise.to - rise.from);
  return fmt::format(
      "the memory in use on {} rose from {:.0f}% to {:.0f}% in the last {:.0f} minutes and did not "
      "come down: {}. Tensors that are kept from step to step, a growing graph or a cache without "
      "a limit do that",
      subject, rise.from, rise.to, rise.picos / kPicosOfMinute,
      left < kPicosOfMinute
          ? "at this rate it is full in less than a minute"
          : fmt::format("at this rate it is full in about {}",
                        Count(static_cast<size_t>(std::lround(left / kPicosOfMinute)), "minute")));
}

absl::StatusOr<Verdict> JudgeGpuMemory(const InputOf<IncreaseThresholds>& input) {
  constexpr double kPartOfIncrease = 5;
  const auto window = std::max<size_t>(1, static_cast<size_t>(input.thresholds.window));
  return JudgeNodesOfJob(
      input, input.thresholds.patience,
      [&](const NodeUse& node, size_t patience, std::vector<Finding>& findings) {
        for (const NodeUse::Gpu& gpu : node.gpus) {
          double before = Distribution::kNone, most = 0;
          for (size_t i = patience; i + window <= gpu.memory.size(); i += window) {
            const auto first = gpu.memory.begin() + static_cast<ptrdiff_t>(i);
            const double mean = Describe({first, first + static_cast<ptrdiff_t>(window)}).mean;
            if (mean - before > most) most = mean - before;
            before = mean;
          }
          if (gpu.memory.size() <= patience) continue;
          const std::string subject = SubjectOf(node, gpu);
          const std::vector<double> judged(gpu.memory.begin() + static_cast<ptrdiff_t>(patience),
                                           gpu.memory.end());
          const auto rise = MemoryRise(node, judged, patience, input.thresholds);
          if (most <= input.thresholds.increase) {
            if (!rise) continue;
            findings.push_back(WarnOfMetric("memory_rises", subject, RiseText(subject, *rise),
                                            "GPUMemoryUtilization"));
            continue;
          }
          const bool grows_on =
              rise || GrowsOn(judged, input.thresholds.increase / kPartOfIncrease);
          Finding& finding = findings.emplace_back(WarnOfMetric(
              "memory_increase", subject,
              fmt::format("the memory in use on {} grows by {:.1f} points within {} samples{}",
                          subject, most, window,
                          grows_on
                              ? ": if it goes on, it runs out. Tensors that are kept from step "
                                "to step, or a growing graph, do that"
                              : ", but not on and on, as where a job starts to train or to "
                                "evaluate"),
              "GPUMemoryUtilization"));
          finding.severity = WarningIf(grows_on);
        }
      });
}

}  // namespace

extern const Rule kGpuMemoryIncrease = RuleOf<IncreaseThresholds>{
    .name = "GPUMemoryIncrease",
    .summary = "GPUs whose memory use grows (SageMaker Debugger's rule, and slow leaks)",
    .run = JudgeGpuMemory,
    .applies = HasSystemUse,
};

}  // namespace profiler
