// Any bytes as a timeline of SageMaker Debugger's framework profiling.
#include "tests/fuzz/sagemaker_fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  profiler::OpenAndAsk("framework/pevents/1/1700120582353517_101-algo-1_horovod_timeline.json",
                       "sagemaker_timeline", data, size);
  return 0;
}
