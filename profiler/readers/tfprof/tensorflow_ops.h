#ifndef PROFILER_READERS_TFPROF_TENSORFLOW_OPS_H_
#define PROFILER_READERS_TFPROF_TENSORFLOW_OPS_H_

#include <cstdint>
#include <string_view>

#include "absl/container/flat_hash_map.h"
#include "profiler/store/builder.h"
#include "profiler/store/transfer_name.h"

namespace profiler {

// The ops of one TensorFlow run, by name: the graph defines them, run metadata adds those that ran
// and are in no graph, the op log tells more of either.
class TensorFlowOps {
 public:
  explicit TensorFlowOps(ProfileBuilder& builder) : builder_(builder) {}

  // Invalid where there is none.
  OpId Find(std::string_view name) const {
    auto it = by_name_.find(builder_.Intern(name));
    return it == by_name_.end() ? OpId() : it->second;
  }
  // A new op of a name that Find does not know. Ids count as in tfprof: the graph's nodes, then
  // those that it makes of what only ran.
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
