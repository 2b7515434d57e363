#ifndef PROFILER_READERS_SAGEMAKER_SYSTEM_METRICS_H_
#define PROFILER_READERS_SAGEMAKER_SYSTEM_METRICS_H_

#include "absl/status/status.h"
#include "profiler/base/run_context.h"
#include "profiler/inputs/input.h"
#include "profiler/readers/import_report.h"
#include "profiler/store/builder.h"

namespace profiler {

// Reads a file of SageMaker Debugger's system metrics, JSON lines, into the series of the builder,
// which may hold other files of the recording already. docs/store-mapping.md 5.
absl::Status ReadSageMakerSystem(const Input& input, ProfileBuilder& builder, ImportReport& report,
                                 RunContext& context);

}  // namespace profiler

#endif  // PROFILER_READERS_SAGEMAKER_SYSTEM_METRICS_H_
