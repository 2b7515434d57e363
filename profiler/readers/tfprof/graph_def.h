#ifndef PROFILER_READERS_TFPROF_GRAPH_DEF_H_
#define PROFILER_READERS_TFPROF_GRAPH_DEF_H_

#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "profiler/base/run_context.h"
#include "profiler/readers/tfprof/tensorflow_ops.h"
#include "profiler/readers/tfprof/wire_file.h"
#include "profiler/store/builder.h"

namespace profiler {

// Decodes the nodes of a GraphDef into ops.
class GraphDefReader {
 public:
  GraphDefReader(const WireFile& file, TensorFlowOps& ops, ProfileBuilder& builder)
      : file_(file), place_(file.place), ops_(ops), builder_(builder) {}

  // Fails if the bytes are not a graph.
  absl::Status Read(const RunContext& context);

 private:
  struct Input {
    OpId consumer;
    int32_t slot = 0;
    std::string_view text;
  };
  using Attributes = std::vector<std::pair<std::string_view, std::string_view>>;

  void ReadNode(std::string_view record);
  void ReadAttribute(std::string_view entry, Attributes& attributes) const;
  void AddAttributes(OpId op, const Attributes& attributes);
  void ReadShapes(OpId op, std::string_view name, std::string_view value);
  void ReadInput(const Input& input);

  const WireFile& file_;
  const Place& place_;
  TensorFlowOps& ops_;
  ProfileBuilder& builder_;
  std::vector<Input> inputs_;  // resolved at the end, because names may refer to later nodes
  size_t nodes_ = 0, nodes_with_type_ = 0;
};

}  // namespace profiler

#endif  // PROFILER_READERS_TFPROF_GRAPH_DEF_H_
