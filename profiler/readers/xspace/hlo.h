#ifndef PROFILER_READERS_XSPACE_HLO_H_
#define PROFILER_READERS_XSPACE_HLO_H_

#include "absl/container/flat_hash_set.h"
#include "profiler/readers/xspace/event_ops.h"
#include "profiler/readers/xspace/plane.h"
#include "profiler/store/builder.h"

namespace profiler::xspace {

// Reads the HLO modules of `/host:metadata`: each instruction becomes an op with its type,
// operands, shape, source line and framework op, except instructions inside fusions, which never
// run by themselves. `known` are the modules read so far; duplicates are skipped.
void ReadModules(const Plane& plane, EventOps& ops, ProfileBuilder& builder, const Place& place,
                 absl::flat_hash_set<ModuleId>& known);

}  // namespace profiler::xspace

#endif  // PROFILER_READERS_XSPACE_HLO_H_
