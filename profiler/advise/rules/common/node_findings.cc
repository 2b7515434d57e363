#include "profiler/advise/rules/common/node_findings.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "profiler/advise/rules/common/evidence.h"
#include "profiler/base/status.h"
#include "profiler/query/options/spelling.h"

namespace profiler {
namespace {

// A patience with which the shortest of these would be judged: a fifth of it, as a round number.
size_t SmallerPatience(size_t samples) {
  size_t patience = samples / 5, unit = 1;
  while (unit * 10 <= patience) unit *= 10;
  return patience / unit * unit;
}

}  // namespace

absl::StatusOr<Verdict> JudgeNodes(const RuleInput& input, size_t patience,
                                   const NodeJudge& judge) {
  Verdict verdict;
  size_t nodes = 0, left_out = 0, most_samples = 0;  // of those left out
  const auto visit = [&](const NodeUse& node) {
    ++nodes;
    if (node.points > patience) return judge(node, verdict.findings);
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

Finding WarnOf(std::string id, std::string subject, std::string text, std::string_view metric) {
  Finding finding;
  finding.id = std::move(id);
  finding.subject = std::move(subject);
  finding.severity = FindingSeverity::kWarning;
  finding.text = std::move(text);
  finding.command = fmt::format("metrics -where {} -format pretty",
                                QuoteWord(fmt::format("dimension == '{}'", metric)));
  return finding;
}

std::string BeforeSentence(const NodeUse& node) {
  return node.node.empty() ? "" : fmt::format("{}: ", node.node);
}

std::string SubjectOf(const NodeUse& node, const NodeUse::Gpu& gpu) {
  return node.node.empty() ? gpu.name : fmt::format("{}/{}", node.node, gpu.name);
}

}  // namespace profiler
