#ifndef PROFILER_READERS_SAGEMAKER_SYSTEM_METRICS_H_
#define PROFILER_READERS_SAGEMAKER_SYSTEM_METRICS_H_

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "profiler/base/run_context.h"
#include "profiler/io/input.h"
#include "profiler/readers/common/import_report.h"
#include "profiler/readers/common/system_part.h"
#include "profiler/store/builder.h"

namespace profiler {

// Reads a file of SageMaker Debugger's system metrics, JSON lines, on any thread.
// docs/store-mapping.md 5.
absl::StatusOr<sagemaker::SystemPart> DecodeSageMakerSystem(const Input& input,
                                                            ImportReport& report,
                                                            RunContext& context);

// The same, into the series of the builder, which may hold other files of the recording already.
absl::Status ReadSageMakerSystem(const Input& input, ProfileBuilder& builder, ImportReport& report,
                                 RunContext& context);

}  // namespace profiler

#endif  // PROFILER_READERS_SAGEMAKER_SYSTEM_METRICS_H_
