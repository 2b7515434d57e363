// Helpers of rules on system metrics.
#ifndef PROFILER_ADVISE_RULES_METRICS_NODE_FINDINGS_H_
#define PROFILER_ADVISE_RULES_METRICS_NODE_FINDINGS_H_

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "profiler/advise/rule.h"
#include "profiler/analysis/metrics/distribution.h"
#include "profiler/analysis/metrics/system_use.h"

namespace profiler {

inline constexpr Threshold kPatience = {
    "patience", 1000,
    "while a job runs, nodes with no more samples are not judged, and so many are not counted"};
// For rules that also judge short recordings.
inline constexpr Threshold kFewSamples = {"patience", 20,
                                          "nodes with no more samples are not judged"};

// What to do about a GPU that is not used.
inline constexpr char kUseOrTakeOut[] =
    "Start a process for it (CUDA_VISIBLE_DEVICES, --nproc_per_node), or take it out of the job";
// From this share of the time on, in percent, processors that wait for I/O are not idle for lack of
// work.
inline constexpr double kMuchIoWait = 20;
double MedianIoWait(const std::vector<double>& io_wait);  // in percent; 0 if not recorded

inline bool IsUnused(const Distribution& busy) { return busy.max <= 0; }

inline constexpr char kNoTimedSteps[] = "no training step with its times was recorded";

// Judges a node, whose first `patience` samples do not count.
using NodeJudge =
    std::function<void(const NodeUse&, size_t patience, std::vector<Finding>& findings)>;

// Judges each node with more samples than `patience`, and reports the nodes with fewer.
absl::StatusOr<Verdict> JudgeNodes(const RuleInput& input, double patience, const NodeJudge& judge);

// The same for SageMaker's rules, which wait while a job runs. Of a job that had ended, the samples
// during its training are judged, as no more will come, unless the user gave a patience.
absl::StatusOr<Verdict> JudgeNodesOfJob(const RuleInput& input, const Threshold& patience,
                                        const NodeJudge& judge);

// A warning with the command that shows the metric.
Finding WarnOfMetric(std::string id, std::string subject, std::string text,
                     std::string_view metric);

// The start of a sentence about a whole node, e.g. "algo-1: ".
std::string BeforeSentence(const NodeUse& node);

std::string SubjectOf(const NodeUse& node, const NodeUse::Gpu& gpu);

// Which samples Last() gives: "the last 495 samples" or, of a job that had ended, those before its
// last step ended.
std::string LastSamplesText(const NodeUse& node, size_t count);

// The same after a verb: "in the last 500 samples", or "throughout (480 samples)" where `values`
// are no more.
std::string InLastSamplesText(const NodeUse& node, const std::vector<double>& values, size_t count);

// What a network carries in a sample, or in the mean of some.
std::string SampleBytesText(double bytes);

// The finite values among the last `count` values.
std::vector<double> Last(const std::vector<double>& values, double count);
// The largest 95th percentile of the last `window` values of a GPU, over all GPUs; NaN if there are
// no values.
double MostP95(const NodeUse& node, double window, std::vector<double> NodeUse::Gpu::*values);
// The mean utilization, at each sample, of the node's GPUs that are used at all: one without work
// waits for nothing. NaN where there is none.
std::vector<double> MeanUseOfUsedGpus(const NodeUse& node);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_METRICS_NODE_FINDINGS_H_
