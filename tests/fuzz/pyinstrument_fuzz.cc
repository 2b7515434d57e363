// Any bytes as a session of pyinstrument.
#include "tests/fuzz/sagemaker_fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  profiler::OpenAndAsk("framework/pytorch/pyinstrument/1_2_101-algo-1_3/python_stats.json",
                       "pyinstrument", data, size);
  return 0;
}
