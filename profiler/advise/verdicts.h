#ifndef PROFILER_ADVISE_VERDICTS_H_
#define PROFILER_ADVISE_VERDICTS_H_

#include <memory>

#include "absl/status/statusor.h"
#include "profiler/advise/rule.h"
#include "profiler/query/query.h"

namespace profiler {

// What a rule may know of a query: what it selects and how it is calculated.
Query KnownToRules(const Query& query);

// What the rule says, kept in the memo by that and by its thresholds, so that who asks again,
// perhaps with another threshold, waits only for the rules that this changes. The query of `input`
// is one that KnownToRules() made. Safe from several threads.
absl::StatusOr<std::shared_ptr<const Verdict>> AskRule(const Rule& rule, const RuleInput& input);

}  // namespace profiler

#endif  // PROFILER_ADVISE_VERDICTS_H_
