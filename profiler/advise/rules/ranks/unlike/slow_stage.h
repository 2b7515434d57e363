#ifndef PROFILER_ADVISE_RULES_RANKS_UNLIKE_SLOW_STAGE_H_
#define PROFILER_ADVISE_RULES_RANKS_UNLIKE_SLOW_STAGE_H_

#include <string>

#include "profiler/advise/rule.h"
#include "profiler/advise/rules/ranks/stragglers.h"

namespace profiler {

// What to do about the slowest stage of a pipeline, or, with `go_one_way` (GoOneWay()), about ranks
// that alone send or receive.
struct StageAdvice {
  // As sentences after that on its ranks: layers are moved to other stages only where it is layers
  // that take its time.
  std::string text;
  // What a step would be shorter by, at most, if all ranks worked equally long; kAbsent if nothing,
  // or if another rule says it.
  Value saves = kAbsent;
};
StageAdvice AdviceForStage(const RuleInput& input, const RanksOfRun& stage,
                           const RanksOfRun& others, bool go_one_way);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_RANKS_UNLIKE_SLOW_STAGE_H_
