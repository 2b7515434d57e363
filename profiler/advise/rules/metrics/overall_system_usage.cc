#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

#include "profiler/advise/rule.h"
#include "profiler/advise/rules/common/evidence.h"
#include "profiler/advise/rules/metrics/node_findings.h"
#include "profiler/analysis/metrics/distribution.h"
#include "profiler/analysis/metrics/system_use.h"

namespace profiler {
namespace {

struct UseRow {
  std::string name;
  Distribution use;
};

void AddUse(const std::string& name, const std::vector<double>& values, std::vector<UseRow>& rows) {
  const Distribution use = Describe(values);
  if (use.count > 0) rows.push_back({name, use});
}

// The rows of a node, with devices first.
std::vector<UseRow> UsesOf(const NodeUse& node) {
  std::vector<UseRow> rows;
  for (const NodeUse::Gpu& gpu : node.gpus) AddUse(gpu.name, gpu.busy, rows);
  for (const NodeUse::Gpu& gpu : node.gpus) AddUse(gpu.name + " memory", gpu.memory, rows);
  AddUse("processors", node.cpu, rows);
  AddUse("waiting for I/O", node.io_wait, rows);
  return rows;
}

Report Evidence(const std::vector<UseRow>& rows) {
  using C = ColumnOf<UseRow>;
  const auto percent = [](const char* name, const char* sentence, double Distribution::*value) {
    return C::Real(name, Unit::kPercent, "", sentence,
                   [=](const UseRow& row) { return row.use.*value; });
  };
  return EvidenceOf<UseRow>(
      {
          percent("mean", "The mean.", &Distribution::mean),
          percent("p50", "The median.", &Distribution::p50),
          percent("p95", "95 % of the samples are below it.", &Distribution::p95),
          percent("p99", "99 % are below it.", &Distribution::p99),
      },
      rows, &UseRow::name, "devices first");
}

void ReportUse(const NodeUse& node, size_t /*patience*/, std::vector<Finding>& findings) {
  const std::vector<UseRow> rows = UsesOf(node);
  std::vector<std::string> words;
  words.reserve(rows.size());
  for (const UseRow& row : rows) words.push_back(fmt::format("{} {:.0f}%", row.name, row.use.mean));
  Finding finding;
  finding.id = "system_usage";
  finding.subject = node.node;
  finding.text = fmt::format("{}mean use over {}: {}", BeforeSentence(node),
                             Count(node.points, "sample"), fmt::join(words, ", "));
  finding.command = "metrics -by node";
  finding.evidence.push_back(Evidence(rows));
  findings.push_back(std::move(finding));
}

}  // namespace

extern const Rule kOverallSystemUsage = RuleOf<>{
    .name = "OverallSystemUsage",
    .summary = "how much each node was used; never a warning (SageMaker Debugger's rule)",
    .run = [](const InputOf<NoThresholds>& input) { return JudgeNodes(input, 0, ReportUse); },
    .applies = HasSystemUse,
};

}  // namespace profiler
