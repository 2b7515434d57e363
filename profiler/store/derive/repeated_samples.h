#ifndef PROFILER_STORE_DERIVE_REPEATED_SAMPLES_H_
#define PROFILER_STORE_DERIVE_REPEATED_SAMPLES_H_

#include <cstdint>

#include "profiler/store/profile.h"

namespace profiler {

struct RepeatedSamples {
  int64_t count = 0;
  uint32_t first_series = UINT32_MAX;  // of Profile::series
};

// Takes out of sorted series what stands there twice: an equal value at an equal time. An agent
// that sends again, or a file that was copied, must not count double. Of unequal values at one time
// all stay.
RepeatedSamples DropRepeatedSamples(Profile& profile);

}  // namespace profiler

#endif  // PROFILER_STORE_DERIVE_REPEATED_SAMPLES_H_
