#ifndef PROFILER_ADVISE_RULES_RANKS_TYPICAL_INPUTS_H_
#define PROFILER_ADVISE_RULES_RANKS_TYPICAL_INPUTS_H_

#include <vector>

#include "profiler/store/profile.h"

namespace profiler {

// The shapes of an op's inputs, as the column input_shapes has them, and how long it ran with them.
struct InputsAndTime {
  StringId inputs;
  double time = 0;
};

// Of inputs that differ from `example` only in the dimensions in which `other` does, those with the
// middle of the time by size: of batches or sequences of many lengths one that is typical.
// `example` if it cannot be compared with `other`.
StringId TypicalInputs(const Profile& profile, const std::vector<InputsAndTime>& all,
                       StringId example, StringId other);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_RANKS_TYPICAL_INPUTS_H_
