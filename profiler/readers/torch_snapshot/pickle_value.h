// A value of a pickle, as all files that read pickles share it.
#ifndef PROFILER_READERS_TORCH_SNAPSHOT_PICKLE_VALUE_H_
#define PROFILER_READERS_TORCH_SNAPSHOT_PICKLE_VALUE_H_

#include <cstdint>

namespace profiler::torch_snapshot {

// A plain Python value. Lists, tuples and dictionaries are numbers of containers, which values may
// share; a container may even hold itself.
struct PickleValue {
  enum class Kind : uint8_t { kNone, kWhole, kReal, kText, kList, kDict, kOther };

  Kind kind = Kind::kNone;
  uint32_t index = 0;  // of a container or text
  union {
    int64_t whole = 0;  // of True and False: 1 and 0
    double real;
  };

  bool is(Kind of) const { return kind == of; }
};

}  // namespace profiler::torch_snapshot

#endif  // PROFILER_READERS_TORCH_SNAPSHOT_PICKLE_VALUE_H_
