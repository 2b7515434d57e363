#ifndef PROFILER_ADVISE_VERDICTS_H_
#define PROFILER_ADVISE_VERDICTS_H_

#include <map>
#include <memory>
#include <mutex>
#include <string_view>

#include "absl/status/statusor.h"
#include "profiler/advise/rule.h"

namespace profiler {

// What rules said of one selection of a profile. It is kept in the RunContext, so that who asks
// again, perhaps with another threshold, waits only for the rules that this changes.
class Verdicts {
 public:
  // `query`: of its options only those count that KeptOf leaves.
  static std::shared_ptr<Verdicts> Of(const Query& query, RunContext& context);
  // What a rule may know of a query: what it selects and how it is calculated.
  static Query KeptOf(const Query& query);

  // Asks the rule, unless it was asked the same last time. Errors are not kept. Safe from several
  // threads for several rules.
  absl::StatusOr<std::shared_ptr<const Verdict>> Ask(const Rule& rule, const RuleInput& input);

 private:
  struct Asked {
    ThresholdValues thresholds;
    std::shared_ptr<const Verdict> verdict;
  };

  Asked& LastOf(const Rule& rule);

  std::mutex mutex_;                        // of the map; who asks a rule has its entry alone
  std::map<std::string_view, Asked> last_;  // by rule
};

}  // namespace profiler

#endif  // PROFILER_ADVISE_VERDICTS_H_
