#ifndef PROFILER_READERS_TFPROF_NODES_NODE_CHUNK_H_
#define PROFILER_READERS_TFPROF_NODES_NODE_CHUNK_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "profiler/readers/tfprof/nodes/exec_facts.h"
#include "profiler/readers/tfprof/nodes/profile_proto_inputs.h"

namespace profiler {

// The runs and inputs of some nodes of a ProfileProto, decoded before the nodes' other fields.
struct NodeChunk {
  // The lists of each node start where those of the node before end.
  struct Node {
    size_t execs_end = 0, inputs_end = 0, rest_end = 0;
  };
  std::vector<Node> nodes;
  ExecFacts facts;
  std::vector<OpInput> inputs;
  std::vector<std::string_view> rest;  // the byte ranges of other fields
  // Whether no problem was found. If false, the nodes are read again field by field, so that
  // problems are counted in the order of the file.
  bool is_sound = true;
};

// `nodes` are the bytes of each node. `file_begin` is the first byte of the file that contains the
// nodes.
NodeChunk DecodeNodes(const std::vector<std::string_view>& nodes, const OpById& ops,
                      const std::string& path, const char* file_begin);

}  // namespace profiler

#endif  // PROFILER_READERS_TFPROF_NODES_NODE_CHUNK_H_
