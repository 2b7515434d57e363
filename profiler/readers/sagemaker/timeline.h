#ifndef PROFILER_READERS_SAGEMAKER_TIMELINE_H_
#define PROFILER_READERS_SAGEMAKER_TIMELINE_H_

#include "profiler/readers/common/format.h"

namespace profiler {

// A timeline of SageMaker Debugger's framework profiling: a Chrome trace whose processes are phases
// (docs/store-mapping.md, section 5).
extern const Format kSageMakerTimelineFormat;

}  // namespace profiler

#endif  // PROFILER_READERS_SAGEMAKER_TIMELINE_H_
