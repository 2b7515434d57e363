#ifndef PROFILER_ADVISE_RULES_RANKS_TYPICAL_INPUTS_H_
#define PROFILER_ADVISE_RULES_RANKS_TYPICAL_INPUTS_H_

#include <string_view>
#include <vector>

namespace profiler {

// The shapes of an op's inputs, as the column input_shapes has them, and how long it ran with them.
struct InputsAndTime {
  std::string_view inputs;
  double time = 0;
};

// Of inputs that differ from `example` only in the dimensions in which `other` does, those with the
// middle of the time by size: of batches or sequences of many lengths one that is typical.
// `example` if it cannot be compared with `other`.
std::string_view TypicalInputs(const std::vector<InputsAndTime>& all, std::string_view example,
                               std::string_view other);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_RANKS_TYPICAL_INPUTS_H_
