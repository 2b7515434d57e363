// Any bytes as a pprof profile.
#include "tests/fuzz/sagemaker_fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  profiler::OpenAndAsk("pprof", "pprof", data, size);
  return 0;
}
