#ifndef PROFILER_ADVISE_RULES_OPS_RECOMPUTED_TEXT_H_
#define PROFILER_ADVISE_RULES_OPS_RECOMPUTED_TEXT_H_

#include <optional>

#include "profiler/advise/rule.h"
#include "profiler/analysis/steps/code/recomputed.h"

namespace profiler {

// What activation checkpointing costs, where it recomputes for a twentieth of a step or more.
std::optional<Finding> RecomputedFinding(const Recomputed& recomputed);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_OPS_RECOMPUTED_TEXT_H_
