#include "profiler/advise/verdicts.h"

#include <fmt/format.h>

#include <string>
#include <utility>

#include "profiler/analysis/selection/places.h"
#include "profiler/base/status.h"

namespace profiler {

std::shared_ptr<Verdicts> Verdicts::Of(const Query& query, RunContext& context) {
  const Selection& selection = query.selection;
  const std::string key =
      fmt::format("verdicts, step {}, types {}, places {}, compat {}, {}", selection.steps.text(),
                  PatternsKey(selection.account_types), PlacesKey(selection), query.compat_tfprof,
                  Info(query.statistic).name);
  return *context.Cached<std::shared_ptr<Verdicts>>(key,
                                                    [] { return std::make_shared<Verdicts>(); });
}

Query Verdicts::KeptOf(const Query& query) {
  Query kept;
  kept.selection = query.selection;
  kept.compat_tfprof = query.compat_tfprof;
  kept.statistic = query.statistic;
  return kept;
}

absl::StatusOr<std::shared_ptr<const Verdict>> Verdicts::Ask(const Rule& rule,
                                                             const RuleInput& input) {
  Asked& last = LastOf(rule);
  if (last.verdict != nullptr && last.thresholds == input.thresholds) return last.verdict;
  PROFILER_ASSIGN_OR_RETURN(Verdict verdict, rule.run(input));
  last = {input.thresholds, std::make_shared<const Verdict>(std::move(verdict))};
  return last.verdict;
}

Verdicts::Asked& Verdicts::LastOf(const Rule& rule) {
  const std::lock_guard lock(mutex_);
  return last_[rule.name];
}

}  // namespace profiler
