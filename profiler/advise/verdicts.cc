#include "profiler/advise/verdicts.h"

#include <fmt/format.h>

#include <string>

#include "profiler/base/heap_bytes.h"
#include "profiler/report/report_bytes.h"

namespace profiler {
namespace {

std::string KeyOfVerdict(const Rule& rule, const RuleInput& input) {
  const Query& query = input.query;
  const Selection& selection = query.selection;
  std::string key =
      fmt::format("{}, step {}, types {}, places {}, compat {}, {}", rule.name,
                  selection.steps.text(), PatternsKey(selection.account_types),
                  PlacesKey(selection), query.compat_tfprof, Info(query.statistic).name);
  for (const auto& [name, value] : input.thresholds) key += fmt::format(", {} {}", name, value);
  return key;
}

}  // namespace

uint64_t HeapBytes(const Finding& finding) {
  return HeapBytes(finding.id) + HeapBytes(finding.subject) + HeapBytes(finding.text) +
         HeapBytes(finding.command) + (finding.evidence ? HeapBytes(*finding.evidence) : 0);
}

uint64_t HeapBytes(const Verdict& verdict) {
  return HeapBytes(verdict.findings) + HeapBytes(verdict.lacks);
}

Query KnownToRules(const Query& query) {
  Query known;
  known.selection = query.selection;
  known.compat_tfprof = query.compat_tfprof;
  known.statistic = query.statistic;
  return known;
}

absl::StatusOr<std::shared_ptr<const Verdict>> AskRule(const Rule& rule, const RuleInput& input) {
  return input.context.memo().TryGet<Verdict>(input.profile().identity, KeyOfVerdict(rule, input),
                                              [&] { return rule.run(input); });
}

}  // namespace profiler
