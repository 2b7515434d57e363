// Any bytes as the op log of a graph that has the ops it refers to.
#include "proto/graph.pb.h"
#include "proto/tfprof_log.pb.h"
#include "tests/fuzz/tensorflow_run_fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const profiler::Input op_log = profiler::FuzzInput(data, size);
  tensorflow::tfprof::OpLogProto entries;
  // Keeps what was parsed before a failure.
  entries.ParsePartialFromArray(data, static_cast<int>(size));
  tensorflow::GraphDef nodes;
  nodes.add_node()->set_op("Op");
  for (const auto& entry : entries.log_entries()) {
    nodes.add_node()->set_name(entry.name());
    nodes.mutable_node(nodes.node_size() - 1)->set_op("Op");
  }
  const profiler::Input graph = profiler::Input::FromBytes("graph", nodes.SerializeAsString());
  profiler::TensorFlowRunInputs inputs;
  inputs.graph = &graph;
  inputs.op_log = &op_log;
  profiler::ReadAndAsk(inputs, op_log.bytes());
  return 0;
}
