#include "profiler/advise/verdicts.h"

#include <fmt/format.h>

#include <string>

#include "profiler/base/heap_bytes.h"
#include "profiler/report/report_bytes.h"

namespace profiler {
namespace {

std::string KeyOfVerdict(const Rule& rule, const RuleInput& input,
                         const std::vector<ThresholdValue>& thresholds) {
  std::string values;
  for (const ThresholdValue& one : thresholds) {
    values += fmt::format(", {}{}", one.value, one.is_given ? " given" : "");
  }
  const Query& query = input.query;
  const Selection& selection = query.selection;
  return fmt::format("{}, step {}, types {}, places {}, compat {}, {}{}", rule.name,
                     selection.steps.text(), PatternsKey(selection.account_types),
                     SourceFilterKey(selection), query.compat_tfprof, Info(query.statistic).name,
                     values);
}

}  // namespace

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

absl::StatusOr<std::shared_ptr<const Verdict>> AskRule(
    const Rule& rule, const RuleInput& input, const std::vector<ThresholdValue>& thresholds) {
  return input.context.memo().TryGet<Verdict>(input.profile().identity,
                                              KeyOfVerdict(rule, input, thresholds),
                                              [&] { return rule.run(input, thresholds); });
}

}  // namespace profiler
