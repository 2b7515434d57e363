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

struct Judged {
  const Rule* rule;
  absl::StatusOr<std::shared_ptr<const Verdict>> verdict;
};
// The verdicts of the rules, in their order, by the thresholds of the query. Runs several rules in
// parallel. A time that several warnings are about is told once (same_time.h).
std::vector<Judged> AskRules(const std::vector<const Rule*>& rules, const Selected& selected,
                             const Query& query, Answerer& views, RunContext& context);

// What `overview` shows of the rules: the findings of some of them. Findings of one kind are one:
// the first names the subjects of the others.
absl::StatusOr<std::vector<Finding>> VerdictsForOverview(const Selected& selected,
                                                         const Query& query, RunContext& context);

// Those of them on how far input limits the steps.
absl::StatusOr<std::vector<Finding>> VerdictsOnInput(const Selected& selected, const Query& query,
                                                     RunContext& context);

}  // namespace profiler

#endif  // PROFILER_ADVISE_VERDICTS_H_
