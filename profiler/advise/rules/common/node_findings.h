// What the rules on system metrics share.
#ifndef PROFILER_ADVISE_RULES_COMMON_NODE_FINDINGS_H_
#define PROFILER_ADVISE_RULES_COMMON_NODE_FINDINGS_H_

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "profiler/advise/rule.h"
#include "profiler/analysis/metrics/system_use.h"

namespace profiler {

using NodeJudge = std::function<void(const NodeUse&, std::vector<Finding>&)>;

// Judges each node that was sampled more often than `patience`; says which were not.
absl::StatusOr<Verdict> JudgeNodes(const RuleInput& input, size_t patience, const NodeJudge& judge);

// A warning whose command shows the metric.
Finding WarnOf(std::string id, std::string subject, std::string text, std::string_view metric);

// "algo-1: " before a sentence on all of a node.
std::string BeforeSentence(const NodeUse& node);

std::string SubjectOf(const NodeUse& node, const NodeUse::Gpu& gpu);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_COMMON_NODE_FINDINGS_H_
