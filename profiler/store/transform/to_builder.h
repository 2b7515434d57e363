#ifndef PROFILER_STORE_TRANSFORM_TO_BUILDER_H_
#define PROFILER_STORE_TRANSFORM_TO_BUILDER_H_

#include "profiler/store/builder.h"

namespace profiler {

enum class BuilderEvents { kAll, kNone };

// Returns a builder with all facts of a built profile under the same ids, so that the tables can be
// changed (Restore()) and built again. With kNone the builder has no events and no flows.
ProfileBuilder ToBuilder(const Profile& profile, BuilderEvents events);

}  // namespace profiler

#endif  // PROFILER_STORE_TRANSFORM_TO_BUILDER_H_
