#ifndef PROFILER_READERS_SAGEMAKER_SYSTEM_METRICS_H_
#define PROFILER_READERS_SAGEMAKER_SYSTEM_METRICS_H_

#include "profiler/readers/common/format.h"

namespace profiler {

// A file of SageMaker Debugger's system metrics, as JSON lines. The file is decoded on any thread,
// and its values are then added to the series of the recording (docs/store-mapping.md, section 5).
extern const Format kSageMakerSystemFormat;

}  // namespace profiler

#endif  // PROFILER_READERS_SAGEMAKER_SYSTEM_METRICS_H_
