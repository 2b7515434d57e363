#ifndef PROFILER_STORE_TRANSFORM_REOPEN_H_
#define PROFILER_STORE_TRANSFORM_REOPEN_H_

#include "profiler/store/builder.h"

namespace profiler {

enum class ReopenEvents { kAll, kNone };

// A builder that holds all facts of a built profile under their ids, so that they can be changed in
// its tables (Restore()) and built again. With kNone the tracks are empty, and there are no flows.
ProfileBuilder Reopen(const Profile& profile, ReopenEvents events);

}  // namespace profiler

#endif  // PROFILER_STORE_TRANSFORM_REOPEN_H_
