#ifndef PROFILER_ADVISE_RULES_OPS_JUDGED_OPS_H_
#define PROFILER_ADVISE_RULES_OPS_JUDGED_OPS_H_

#include <cstdint>
#include <string>

#include "profiler/advise/rule.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/query/query.h"

namespace profiler {

// Whether the steps at the start that warm up, compiling and filling caches, count where all are
// selected. They are those that StepChecker finds.
enum class WarmUp : uint8_t { kCounts, kLeftOut };

// The steps that costs are means over, the same for all costs of an answer: the whole ones where
// the recording cut others, and all of them also for what ran in some only. tfprof's means are of
// each op over the steps that it ran in, and so are those of several runs.
class JudgedOps {
 public:
  explicit JudgedOps(const RuleInput& input, WarmUp warm_up = WarmUp::kCounts);
  JudgedOps(const JudgedOps&) = delete;
  JudgedOps& operator=(const JudgedOps&) = delete;

  const RuleInput& input() const { return input_; }

  // The command with the options that make it show the same steps.
  std::string Command(std::string command) const;

 private:
  const Selected selected_;
  const Query query_;
  const RuleInput input_;
};

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_OPS_JUDGED_OPS_H_
