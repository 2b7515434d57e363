#ifndef PROFILER_READERS_TFPROF_NODE_CHUNK_H_
#define PROFILER_READERS_TFPROF_NODE_CHUNK_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "profiler/readers/tfprof/exec_facts.h"
#include "profiler/readers/tfprof/profile_proto_inputs.h"

namespace profiler {

// What some nodes of a ProfileProto say of runs and inputs, decoded ahead of what else they say.
struct NodeChunk {
  // Each list goes on where that of the node before ends.
  struct Node {
    size_t execs_end = 0, inputs_end = 0, rest_end = 0;
  };
  std::vector<Node> nodes;
  ExecFacts facts;
  std::vector<OpInput> inputs;
  std::vector<std::string_view> rest;  // the stretches of other fields
  // All of it is as a writer leaves it. Where it is not, a chunk does not tell what was met: the
  // nodes are read one field after the other, so that damage is told where it stands.
  bool is_sound = true;
};

// `nodes`: the bytes of each. `file_begin`: the first byte of the file that they point into.
NodeChunk DecodeNodes(const std::vector<std::string_view>& nodes, const OpById& ops,
                      const std::string& path, const char* file_begin);

}  // namespace profiler

#endif  // PROFILER_READERS_TFPROF_NODE_CHUNK_H_
