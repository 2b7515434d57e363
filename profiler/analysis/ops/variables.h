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
  Value bytes = kAbsent;  // by its type, or by the checkpoint that holds it
  bool trainable = false;
  bool updated = false;  // by an optimizer, or, in a graph without any, read by an op of gradients
  bool hidden = false;   // handed to a function, where updates of it cannot be seen
  OpId slot_of;          // the variable that it is an optimizer's slot or moving average of
};

struct ModelVariables {
  std::vector<ModelVariable> all;  // in the order of ops
  bool has_updates = false;        // the graph trains: an optimizer's ops or gradients are there
};

ModelVariables FindVariables(const Profile& profile, const OpValues& values);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_OPS_VARIABLES_H_
