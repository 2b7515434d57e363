#ifndef PROFILER_READERS_XSPACE_HLO_H_
#define PROFILER_READERS_XSPACE_HLO_H_

#include <cstdint>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "profiler/readers/xspace/event_ops.h"
#include "profiler/readers/xspace/plane.h"
#include "profiler/store/builder.h"

namespace profiler::xspace {

// What can be worked out of an instruction on a GPU, for where its events do not tell it.
struct HloEstimate {
  OpId op;
  StringId category;
  int64_t float_ops = kUnknown, bytes_accessed = kUnknown;
};

// Reads the HLO modules of `/host:metadata`: each instruction becomes an op with its type,
// operands, shape, source line and framework op, except instructions inside fusions, which never
// run by themselves. `known` are the modules read so far; duplicates are skipped. `estimates` may
// be null.
void ReadModules(const Plane& plane, EventOps& ops, ProfileBuilder& builder, const Place& place,
                 absl::flat_hash_set<ModuleId>& known, std::vector<HloEstimate>* estimates);

// Once all events are read.
void UseEstimates(const std::vector<HloEstimate>& estimates, ProfileBuilder& builder);

}  // namespace profiler::xspace

#endif  // PROFILER_READERS_XSPACE_HLO_H_
