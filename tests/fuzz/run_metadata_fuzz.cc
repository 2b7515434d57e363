// Any bytes as the run metadata of two steps, without and with a graph.
#include "tests/fuzz/tensorflow_run_fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const profiler::Input run_meta = profiler::FuzzInput(data, size);
  const profiler::Input graph =
      profiler::Input::FromBytes("graph", "node { name: 'a' op: 'A' } node { name: 'b' op: 'B' }");
  profiler::TensorFlowRunInputs inputs;
  inputs.run_metas = {&run_meta, &run_meta};
  profiler::ReadAndAsk(inputs, run_meta.bytes());
  inputs.graph = &graph;
  profiler::ReadAndAsk(inputs, run_meta.bytes());
  return 0;
}
