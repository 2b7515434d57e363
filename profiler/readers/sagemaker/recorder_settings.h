#ifndef PROFILER_READERS_SAGEMAKER_RECORDER_SETTINGS_H_
#define PROFILER_READERS_SAGEMAKER_RECORDER_SETTINGS_H_

#include "absl/status/status.h"
#include "profiler/base/run_context.h"
#include "profiler/io/input.h"
#include "profiler/readers/common/import_report.h"
#include "profiler/store/builder.h"

namespace profiler {

// Reads profilerconfig.json, what SageMaker Debugger was told to record, into the import report:
// it explains what a recording has and what not.
absl::Status ReadRecorderSettings(const Input& input, ProfileBuilder& builder, ImportReport& report,
                                  RunContext& context);

}  // namespace profiler

#endif  // PROFILER_READERS_SAGEMAKER_RECORDER_SETTINGS_H_
