// What optimizers of PyTorch take of the steps.
#ifndef PROFILER_ANALYSIS_STEPS_CODE_OPTIMIZER_USE_H_
#define PROFILER_ANALYSIS_STEPS_CODE_OPTIMIZER_USE_H_

#include <cstddef>
#include <vector>

#include "profiler/analysis/selection/selected.h"
#include "profiler/analysis/steps/step_timings.h"
#include "profiler/store/profile.h"

namespace profiler {

// Means over the typical steps (TypicalSteps()) of each source; times in picoseconds.
struct OneOptimizer {
  StringId name;             // its mark, e.g. "Optimizer.step#Adam.step"
  double time = 0;           // of its marks on hosts (UpdateMarks)
  double device_time = 0;    // of the kernels launched in them
  bool is_fused = false;     // ops such as aten::_fused_adamw_ run in the marks
  bool is_sparse = false;    // ops of sparse tensors do, which no fused update takes
  bool is_compiled = false;  // code of torch.compile does
  size_t foreach_ops = 0;    // the different ops such as aten::_foreach_add_ that do
  // The op that takes most of it, without what it calls, and that time: of the kernels that ops
  // launch in the marks where there are any, else of ops on hosts. Invalid if none is known.
  StringId top_op;
  double top_op_time = 0;
};

// The same means.
struct OptimizerUse {
  std::vector<OneOptimizer> each;  // by mark, that which takes most first
  double step = 0;                 // the mean duration of a step
  double device_all = 0;           // of all kernels that were launched in the steps
  double model_copies = 0;         // of all copies to devices of the model's values (ModelCopies)
  double updated_copies = 0;       // of copies to devices of what it updated (ModelCopy::kUpdated)
  double gradient_copies = 0;  // of copies from devices of what it takes (ModelCopy::kGradients)
};

// Without any if no optimizer ran in these steps; of copies only if asked for.
OptimizerUse OptimizerUseIn(const Selected& selected, const std::vector<StepTimings>& runs,
                            bool with_copies);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_STEPS_CODE_OPTIMIZER_USE_H_
