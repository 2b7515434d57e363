#include "profiler/advise/rules/metrics/node_findings.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "profiler/advise/rules/common/evidence.h"
#include "profiler/advise/rules/common/place.h"
#include "profiler/analysis/metrics/distribution.h"
#include "profiler/analysis/metrics/job_end.h"
#include "profiler/base/status.h"
#include "profiler/query/options/spelling.h"

namespace profiler {
namespace {

// A lower value of `patience` that this number of samples satisfies: a fifth of the number,
// rounded.
size_t SmallerPatience(size_t samples) {
  size_t patience = samples / 5, unit = 1;
  while (unit * 10 <= patience) unit *= 10;
  return patience / unit * unit;
}

// The samples in the span.
NodeUse During(const NodeUse& node, const JobSpan& span) {
  const auto at = [&](Int128 time) {
    return std::lower_bound(node.times.begin(), node.times.end(), time) - node.times.begin();
  };
  const auto first = at(span.begin), last = std::max(first, at(span.end + 1));
  const auto cut = [&](std::vector<double>& values) {
    if (values.size() != node.points) return;
    values.assign(values.begin() + first, values.begin() + last);
  };
  NodeUse during = node;
  during.points = static_cast<size_t>(last - first);
  during.is_of_training = true;
  during.times.assign(node.times.begin() + first, node.times.begin() + last);
  for (std::vector<double>* values :
       {&during.cpu, &during.io_wait, &during.network, &during.fullest_core, &during.next_core}) {
    cut(*values);
  }
  for (NodeUse::Gpu& gpu : during.gpus) {
    cut(gpu.busy);
    cut(gpu.memory);
  }
  return during;
}

// Whether jobs run on the GPU at all: a monitor or a display alone uses a percent now and then.
bool IsEverUsed(const NodeUse::Gpu& gpu) {
  constexpr double kNothing = 2;  // percent
  return Describe(gpu.busy).p99 >= kNothing;
}

}  // namespace

absl::StatusOr<Verdict> JudgeNodes(const RuleInput& input, double least_samples,
                                   const NodeJudge& judge) {
  const auto patience = static_cast<size_t>(least_samples);
  Verdict verdict;
  size_t nodes = 0, left_out = 0, most_samples = 0;  // most_samples is for the nodes left out
  const auto visit = [&](const NodeUse& node) {
    ++nodes;
    if (node.points > patience) {
      const size_t first = verdict.findings.size();
      judge(node, patience, verdict.findings);
      for (size_t i = first; i < verdict.findings.size(); ++i) {
        SetPlaceOfHost(input.profile(), node.node, verdict.findings[i]);
      }
      return;
    }
    ++left_out;
    most_samples = std::max(most_samples, node.points);
  };
  PROFILER_RETURN_IF_ERROR(VisitNodes(input.selected, visit));
  if (nodes == 0) {
    verdict.lacks = "no utilization of processors or GPUs was recorded over time";
  } else if (left_out > 0) {
    const std::string samples = Count(most_samples, "sample");
    const std::string have =
        nodes == 1 ? fmt::format("the node has {}", samples)
                   : fmt::format("{} of {} nodes have {} or fewer", left_out, nodes, samples);
    verdict.lacks = fmt::format(
        "{}, and the rule waits for more than {}, its patience; to judge so short a job, give "
        "-threshold '*.patience={}'",
        have, patience, SmallerPatience(most_samples));
    const TooShort too_short = {most_samples, SmallerPatience(most_samples)};
    if (left_out == nodes && too_short.patience > 0) verdict.too_short = too_short;
  }
  return verdict;
}

absl::StatusOr<Verdict> JudgeNodesOfJob(const RuleInput& input, const Threshold& patience,
                                        const NodeJudge& judge) {
  // Fewer samples say nothing.
  constexpr double kLeastSamples = 20;
  std::optional<EndedJob> ended;
  if (!patience.is_given) ended = EndedJobOf(input.selected);
  if (!ended.has_value()) return JudgeNodes(input, patience, judge);
  return JudgeNodes(input, kLeastSamples,
                    [&](const NodeUse& node, size_t /*patience*/, std::vector<Finding>& findings) {
                      const NodeUse training = During(node, ended->training);
                      const auto samples = static_cast<double>(training.points);
                      if (samples > kLeastSamples) judge(training, 0, findings);
                    });
}

double MedianIoWait(const std::vector<double>& io_wait) {
  const double median = Describe(io_wait).p50;
  return std::isfinite(median) ? median : 0;
}

Finding WarnOfMetric(std::string id, std::string subject, std::string text,
                     std::string_view metric) {
  return Warning(std::move(id), std::move(subject), std::move(text),
                 fmt::format("metrics -where {} -format pretty",
                             QuoteWord(fmt::format("dimension == '{}'", metric))));
}

std::string BeforeSentence(const NodeUse& node) {
  return node.node.empty() ? "" : fmt::format("{}: ", node.node);
}

std::string SubjectOf(const NodeUse& node, const NodeUse::Gpu& gpu) {
  return node.node.empty() ? gpu.name : fmt::format("{}/{}", node.node, gpu.name);
}

std::string LastSamplesText(const NodeUse& node, size_t count) {
  return fmt::format("the last {} samples{}", count,
                     node.is_of_training ? " before the last step ended" : "");
}

std::string InLastSamplesText(const NodeUse& node, const std::vector<double>& values,
                              size_t count) {
  const auto known = std::count_if(values.begin(), values.end(),
                                   [](double value) { return std::isfinite(value); });
  if (static_cast<size_t>(known) > count) return "in " + LastSamplesText(node, count);
  return fmt::format("throughout ({}{})", Count(count, "sample"),
                     node.is_of_training ? " until the last step ended" : "");
}

std::string SampleBytesText(double bytes) {
  constexpr double kMost = 9e18;
  return FormatBytesOf(static_cast<Value>(std::llround(std::min(bytes, kMost))));
}

std::vector<double> Last(const std::vector<double>& values, double count) {
  const double most = std::min(count, static_cast<double>(values.size()));
  std::vector<double> last(values.end() - static_cast<ptrdiff_t>(most), values.end());
  std::erase_if(last, [](double value) { return !std::isfinite(value); });
  return last;
}

double MostP95(const NodeUse& node, double window, std::vector<double> NodeUse::Gpu::*values) {
  double most = Distribution::kNone;
  for (const NodeUse::Gpu& gpu : node.gpus) {
    most = std::fmax(most, Describe(Last(gpu.*values, window)).p95);
  }
  return most;
}

std::vector<double> MeanUseOfUsedGpus(const NodeUse& node) {
  std::vector<const NodeUse::Gpu*> used;
  for (const NodeUse::Gpu& gpu : node.gpus) {
    if (IsEverUsed(gpu)) used.push_back(&gpu);
  }
  std::vector<double> use(node.gpus.empty() ? 0 : node.points, Distribution::kNone);
  for (size_t i = 0; i < use.size(); ++i) {
    double sum = 0;
    int count = 0;
    for (const NodeUse::Gpu* const gpu : used) {
      if (i >= gpu->busy.size() || !std::isfinite(gpu->busy[i])) continue;
      sum += gpu->busy[i];
      ++count;
    }
    if (count > 0) use[i] = sum / count;
  }
  return use;
}

}  // namespace profiler
