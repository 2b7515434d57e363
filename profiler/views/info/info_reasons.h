#ifndef PROFILER_VIEWS_INFO_INFO_REASONS_H_
#define PROFILER_VIEWS_INFO_INFO_REASONS_H_

#include <string_view>

#include "profiler/store/profile.h"

namespace profiler {

// Why a profile has no values of some columns, and what to record instead: in the words of who
// records such profiles.
struct MissingReasons {
  std::string_view nothing_ran, memory, accelerator, parameters, device, types;
  std::string_view shapes;       // of no op
  std::string_view some_shapes;  // of some ops
  std::string_view float_ops, tensors, stacks;
};

// `has_graph`: the profile holds nodes of a graph. `has_inputs`: ops have inputs.
MissingReasons ReasonsFor(const Profile& profile, bool has_graph, bool has_inputs);

}  // namespace profiler

#endif  // PROFILER_VIEWS_INFO_INFO_REASONS_H_
