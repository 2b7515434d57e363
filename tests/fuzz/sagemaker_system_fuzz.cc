// Any bytes as a file of SageMaker Debugger's system metrics.
#include "tests/fuzz/sagemaker_fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  profiler::OpenAndAsk("system/incremental/1/1700120580.algo-1.json", "sagemaker_system", data,
                       size);
  return 0;
}
