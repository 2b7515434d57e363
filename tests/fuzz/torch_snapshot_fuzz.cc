// Any bytes as the pickle of a memory snapshot of PyTorch.
#include "tests/fuzz/sagemaker_fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  profiler::OpenAndAsk("torch_snapshot", "torch_snapshot", data, size);
  return 0;
}
