// What the rows of `hlo`, and of its modules, are made of.
#ifndef PROFILER_ANALYSIS_OPS_HLO_USES_H_
#define PROFILER_ANALYSIS_OPS_HLO_USES_H_

#include <vector>

#include "absl/status/statusor.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/base/run_context.h"
#include "profiler/query/query.h"
#include "profiler/store/profile.h"

namespace profiler {

// An instruction of a module, or a kernel of an accelerator that belongs to none.
struct HloUse {
  OpId op;
  StringId kernel;  // of ops that are no instruction
  int64_t occurrences = 0;
  Int128 total = 0, self = 0;
};

bool IsInstruction(const Profile& profile, OpId op);

// What ran, what took most time itself first, then by name. Where an accelerator runs the
// instructions, what the host has of them are launches and left out.
absl::StatusOr<std::vector<HloUse>> UsesOfInstructions(const Selected& selected,
                                                       RunContext& context);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_OPS_HLO_USES_H_
