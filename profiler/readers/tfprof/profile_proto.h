#ifndef PROFILER_READERS_TFPROF_PROFILE_PROTO_H_
#define PROFILER_READERS_TFPROF_PROFILE_PROTO_H_

#include "absl/status/status.h"
#include "profiler/base/run_context.h"
#include "profiler/io/input.h"
#include "profiler/readers/common/import_report.h"
#include "profiler/store/builder.h"

namespace profiler {

// Reads tfprof's ProfileProto (profile_N of ProfileContext). Nodes are decoded one by one straight
// from the input's bytes; the string table at the file's end is found first by skipping lengths.
// Fails only where nothing can be read; damage is in the report, beside what was read.
absl::Status ReadProfileProto(const Input& input, ProfileBuilder& builder, ImportReport& report,
                              RunContext& context);

}  // namespace profiler

#endif  // PROFILER_READERS_TFPROF_PROFILE_PROTO_H_
