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
  std::vector<Note> notes;  // what the format cannot hold
};

// tfprof's ProfileProto of the selected steps and places; every op is in it, whether it ran or not.
// Equal profiles give equal bytes: nodes stand by id, map entries by key. With -compat tfprof, of
// graph and run metadata it holds what tfprof itself would write, losses included.
absl::StatusOr<ProfileProtoBytes> WriteProfileProto(const Selected& selected, const Query& query,
                                                    RunContext& context);

absl::StatusOr<ExportResult> ExportProfileProto(const Selected& selected, const Query& query,
                                                const ExportParams& params, OutputFiles& files,
                                                RunContext& context);

}  // namespace profiler

#endif  // PROFILER_EXPORT_PROFILE_PROTO_PROFILE_PROTO_H_
