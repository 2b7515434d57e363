#ifndef PROFILER_READERS_STORE_STORE_H_
#define PROFILER_READERS_STORE_STORE_H_

#include "absl/status/status.h"
#include "profiler/base/run_context.h"
#include "profiler/io/input.h"
#include "profiler/readers/common/import_report.h"
#include "profiler/store/builder.h"

namespace profiler {

// Reads what `-output store` wrote (proto/store.proto). The profile is the one that was written,
// with what its sources' import reports said. A cut or damaged file gives what stands before the
// damage; one of a newer format is refused, and so is one without any source.
absl::Status ReadStore(const Input& input, ProfileBuilder& builder, ImportReport& report,
                       RunContext& context);

}  // namespace profiler

#endif  // PROFILER_READERS_STORE_STORE_H_
