#ifndef PROFILER_ANALYSIS_OPS_VARIABLES_H_
#define PROFILER_ANALYSIS_OPS_VARIABLES_H_

#include <vector>

#include "profiler/analysis/values/op_values.h"
#include "profiler/base/value.h"
#include "profiler/store/profile.h"

namespace profiler {

// A variable of the model or of its optimizer.
struct ModelVariable {
  OpId op;
  Value params = kAbsent;
  Value bytes = kAbsent;  // from the variable's type, or from the checkpoint that contains it
  bool trainable = false;
  bool updated = false;  // by an optimizer or, without optimizers, read by a gradient op
  bool hidden = false;   // passed to a function, so updates cannot be detected
  OpId slot_of;          // the variable that this optimizer slot or moving average is for
};

struct ModelVariables {
  std::vector<ModelVariable> all;  // in the order of the ops
  bool has_updates = false;        // the graph has ops of an optimizer or gradients
};

ModelVariables FindVariables(const Profile& profile, const OpValues& values);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_OPS_VARIABLES_H_
