#ifndef PROFILER_READERS_TFPROF_TENSORFLOW_OPS_H_
#define PROFILER_READERS_TFPROF_TENSORFLOW_OPS_H_

#include <cstdint>
#include <string_view>

#include "absl/container/flat_hash_map.h"
#include "profiler/store/builder.h"
#include "profiler/store/transfer_name.h"

namespace profiler {

// The ops of one TensorFlow run, by name: the graph defines ops, run metadata adds ops that ran
// without being in the graph, and the op log adds facts to both.
class TensorFlowOps {
 public:
  explicit TensorFlowOps(ProfileBuilder& builder) : builder_(builder) {}

  // Returns an invalid id if there is no op of that name.
  OpId Find(std::string_view name) const {
    auto it = by_name_.find(builder_.Intern(name));
    return it == by_name_.end() ? OpId() : it->second;
  }
  // Adds an op of a new name. Ids count as in tfprof: first the graph's nodes, then the nodes that
  // tfprof creates for ops that are not in the graph.
  OpId Add(std::string_view name, OpKind kind) {
    OpRow row;
    row.name = builder_.Intern(name);
    row.kind = kind;
    if (kind == OpKind::kGraphNode || !IsTransferName(name)) row.recorded_id = next_id_++;
    return by_name_[row.name] = builder_.AddOp(row);
  }

 private:
  ProfileBuilder& builder_;
  absl::flat_hash_map<StringId, OpId> by_name_;
  int64_t next_id_ = 0;
};

}  // namespace profiler

#endif  // PROFILER_READERS_TFPROF_TENSORFLOW_OPS_H_
