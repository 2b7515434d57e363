#ifndef PROFILER_EXPORT_PROFILE_PROTO_PROFILE_PROTO_H_
#define PROFILER_EXPORT_PROFILE_PROTO_PROFILE_PROTO_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/export/export.h"

namespace profiler {

struct ProfileProtoBytes {
  std::string bytes;
  int64_t nodes = 0, steps = 0;
  std::vector<Note> notes;  // facts that the format cannot express
};

// tfprof's ProfileProto of the selected steps and places, with all ops, whether they ran or not.
// Equal profiles give equal bytes, because nodes are sorted by id and map entries by key. With
// -compat tfprof, for graphs and run metadata, the result is the same as tfprof's, including
// tfprof's losses.
absl::StatusOr<ProfileProtoBytes> WriteProfileProto(const Selected& selected, const Query& query,
                                                    RunContext& context);

extern const Exporter kProfileExporter;

}  // namespace profiler

#endif  // PROFILER_EXPORT_PROFILE_PROTO_PROFILE_PROTO_H_
