#ifndef PROFILER_ADVISE_VERDICTS_H_
#define PROFILER_ADVISE_VERDICTS_H_

#include <memory>
#include <vector>

#include "absl/status/statusor.h"
#include "profiler/advise/rule.h"
#include "profiler/query/query.h"

namespace profiler {

// The part of a query that affects rules: its selection and statistic.
Query KnownToRules(const Query& query);

// Runs the rule. Verdicts are cached in the memo by selection and thresholds, so after a change of
// a threshold only its rule runs again. The query of `input` must come from KnownToRules(). Safe to
// call from several threads.
absl::StatusOr<std::shared_ptr<const Verdict>> AskRule(
    const Rule& rule, const RuleInput& input, const std::vector<ThresholdValue>& thresholds);

}  // namespace profiler

#endif  // PROFILER_ADVISE_VERDICTS_H_
