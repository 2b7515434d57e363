#ifndef PROFILER_STORE_DERIVE_REPEATED_SAMPLES_H_
#define PROFILER_STORE_DERIVE_REPEATED_SAMPLES_H_

#include <cstdint>

#include "profiler/store/profile.h"

namespace profiler {

struct RepeatedSamples {
  int64_t count = 0;
  uint32_t first_series = UINT32_MAX;  // with a dropped value; an index in Profile::series
};

// Removes duplicates (equal values at the same time) from sorted series, so that values which an
// agent sent twice, or a copied file, do not count twice. Keeps different values at the same time.
RepeatedSamples DropRepeatedSamples(Profile& profile);

}  // namespace profiler

#endif  // PROFILER_STORE_DERIVE_REPEATED_SAMPLES_H_
