// Any bytes as a dump of Python's cProfile.
#include "tests/fuzz/sagemaker_fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  profiler::OpenAndAsk("framework/pytorch/cProfile/1_2_101-algo-1_3/python_stats", "python_stats",
                       data, size);
  return 0;
}
