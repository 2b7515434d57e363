#ifndef PROFILER_STORE_SELF_TIME_H_
#define PROFILER_STORE_SELF_TIME_H_

#include <algorithm>
#include <cstdint>

namespace profiler {

// Takes off an event's self time what an event nested in it takes; neither is negative. Nested ones
// may overlap each other and so take more than there is: then nothing is left.
inline void TakeNested(int64_t nested, int64_t& self) { self -= std::min(self, nested); }

}  // namespace profiler

#endif  // PROFILER_STORE_SELF_TIME_H_
