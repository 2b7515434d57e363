// Any bytes as a graph.
#include "tests/fuzz/tensorflow_run_fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const profiler::Input graph = profiler::FuzzInput(data, size);
  profiler::TensorFlowRunInputs inputs;
  inputs.graph = &graph;
  profiler::ReadAndAsk(inputs, graph.bytes());
  return 0;
}
