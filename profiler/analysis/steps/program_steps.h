// In how many steps a compiled program ran.
#ifndef PROFILER_ANALYSIS_STEPS_PROGRAM_STEPS_H_
#define PROFILER_ANALYSIS_STEPS_PROGRAM_STEPS_H_

#include <cstdint>
#include <vector>

#include "profiler/analysis/selection/selected.h"
#include "profiler/store/profile.h"

namespace profiler {

// A program that is compiled anew in each step has instructions that run in one step each. Their
// means are over the steps in which a program of that name ran, so that they add up to a step.
class ProgramSteps {
 public:
  explicit ProgramSteps(const Selected& selected);

  // The selected steps in which a program with the name of the op's ran; 0 if it is no instruction
  // of a program.
  int64_t Of(OpId op) const {
    const OpRow& row = profile_.ops.row[op];
    const bool is_of_program = row.kind == OpKind::kHloInstruction && row.module.valid();
    return is_of_program && !steps_.empty() ? steps_[row.module.row()] : 0;
  }

 private:
  const Profile& profile_;
  std::vector<int64_t> steps_;  // by module
};

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_STEPS_PROGRAM_STEPS_H_
