#ifndef PROFILER_VIEWS_INFO_INFO_REASONS_H_
#define PROFILER_VIEWS_INFO_INFO_REASONS_H_

#include <string_view>

#include "profiler/store/profile.h"

namespace profiler {

// Messages that explain why columns of a profile have no values, and which of the recorder's
// options would record them.
struct MissingReasons {
  std::string_view nothing_ran, memory, accelerator, parameters, device, types;
  std::string_view shapes;       // if no op has a shape
  std::string_view some_shapes;  // if only some ops have a shape
  std::string_view float_ops, tensors, stacks;
};

// `has_graph`: whether the profile has nodes of a graph. `has_inputs`: whether ops have inputs.
MissingReasons ReasonsFor(const Profile& profile, bool has_graph, bool has_inputs);

}  // namespace profiler

#endif  // PROFILER_VIEWS_INFO_INFO_REASONS_H_
