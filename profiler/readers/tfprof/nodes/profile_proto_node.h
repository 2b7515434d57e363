// Adds the content of the nodes of a ProfileProto to a builder, one node after another.
#ifndef PROFILER_READERS_TFPROF_NODES_PROFILE_PROTO_NODE_H_
#define PROFILER_READERS_TFPROF_NODES_PROFILE_PROTO_NODE_H_

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "profiler/readers/common/proto_fields.h"
#include "profiler/readers/tfprof/code_def.h"
#include "profiler/readers/tfprof/nodes/exec_facts.h"
#include "profiler/readers/tfprof/nodes/node_chunk.h"
#include "profiler/readers/tfprof/nodes/profile_proto_entry.h"
#include "profiler/readers/tfprof/nodes/profile_proto_execs.h"
#include "profiler/readers/tfprof/nodes/profile_proto_inputs.h"
#include "profiler/store/builder.h"

namespace profiler {

// A node, and the op that it became.
struct ProfileNode {
  ProfileEntry entry;
  OpId op;
};

class ProfileNodeReader {
 public:
  // All of it outlives the reader. `ops` and `traces` are complete before the first node is read.
  ProfileNodeReader(ProfileBuilder& builder, const Place& place, const OpById& ops,
                    CodeDefReader& traces, ExecWriter& execs)
      : builder_(builder), place_(place), ops_(ops), traces_(traces), execs_(execs) {}

  // Reads field by field, counting problems.
  void Read(const ProfileNode& node);
  // Reads the node at `place` of a chunk, which has most of it decoded.
  void ReadDecoded(const ProfileNode& node, const NodeChunk& chunk, size_t place);

  std::string_view NameOf(const ProfileNode& node) const {
    return builder_.strings()[builder_.op(node.op).name];
  }

 private:
  // Parts of one node that are decoded after all its fields were seen.
  struct NodeParts {
    DeviceId device;
    InputEntries inputs;
    std::vector<ProfileEntry> execs;

    void Clear() {
      device = DeviceId();
      inputs.Clear();
      execs.clear();
    }
  };

  void DecodeFields(const ProfileNode& node, std::string_view fields);
  void SetType(OpId op, std::string_view type);
  DeviceId FindDevice(std::string_view name);
  void ReadOutputShape(OpId op, std::string_view entry);
  void ReadAttribute(OpId op, std::string_view entry);

  ProfileBuilder& builder_;
  const Place& place_;
  const OpById& ops_;
  CodeDefReader& traces_;
  ExecWriter& execs_;
  NodeParts parts_;  // of the current node
  ExecFacts facts_;  // of the current node
};

}  // namespace profiler

#endif  // PROFILER_READERS_TFPROF_NODES_PROFILE_PROTO_NODE_H_
