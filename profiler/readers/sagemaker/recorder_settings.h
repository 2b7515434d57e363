#ifndef PROFILER_READERS_SAGEMAKER_RECORDER_SETTINGS_H_
#define PROFILER_READERS_SAGEMAKER_RECORDER_SETTINGS_H_

#include "profiler/readers/common/format.h"

namespace profiler {

// profilerconfig.json, the settings of SageMaker Debugger's profiler. The settings are shown in the
// import report, because they explain the contents of a recording.
extern const Format kRecorderSettingsFormat;

}  // namespace profiler

#endif  // PROFILER_READERS_SAGEMAKER_RECORDER_SETTINGS_H_
