#ifndef PROFILER_READERS_SAGEMAKER_TIMELINE_H_
#define PROFILER_READERS_SAGEMAKER_TIMELINE_H_

#include "absl/status/status.h"
#include "profiler/base/run_context.h"
#include "profiler/io/input.h"
#include "profiler/readers/common/import_report.h"
#include "profiler/store/builder.h"

namespace profiler {

// Reads a timeline of SageMaker Debugger's framework profiling, a Chrome trace whose processes are
// phases, into the builder, which may hold other files of the recording already.
// docs/store-mapping.md 5.
absl::Status ReadSageMakerTimeline(const Input& input, ProfileBuilder& builder,
                                   ImportReport& report, RunContext& context);

}  // namespace profiler

#endif  // PROFILER_READERS_SAGEMAKER_TIMELINE_H_
