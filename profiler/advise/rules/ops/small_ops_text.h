#ifndef PROFILER_ADVISE_RULES_OPS_SMALL_OPS_TEXT_H_
#define PROFILER_ADVISE_RULES_OPS_SMALL_OPS_TEXT_H_

#include <optional>

#include "profiler/analysis/steps/code/small_ops.h"
#include "profiler/report/report.h"
#include "profiler/store/profile.h"

namespace profiler {

// The finding on steps made of `least` small ops or more, most of them in one function or mark;
// nullopt for others.
std::optional<Finding> SmallOpsFinding(const Profile& profile, const SmallOps& ops, double least);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_OPS_SMALL_OPS_TEXT_H_
