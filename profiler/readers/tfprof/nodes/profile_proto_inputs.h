#ifndef PROFILER_READERS_TFPROF_NODES_PROFILE_PROTO_INPUTS_H_
#define PROFILER_READERS_TFPROF_NODES_PROFILE_PROTO_INPUTS_H_

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "profiler/readers/common/proto_fields.h"
#include "profiler/store/tables.h"

namespace profiler {

// The ops of a file by the file's own ids, which mostly count from 0 or 1.
class OpById {
 public:
  explicit OpById(size_t count = 0) : low_(2 * count) {}

  void Set(int64_t id, OpId op) {
    if (IsLow(id)) {
      low_[static_cast<size_t>(id)] = op;
    } else {
      others_[id] = op;
    }
  }
  // Returns an invalid id if there is no such op.
  OpId Find(int64_t id) const {
    if (IsLow(id)) return low_[static_cast<size_t>(id)];
    const auto it = others_.find(id);
    return it == others_.end() ? OpId() : it->second;
  }

 private:
  bool IsLow(int64_t id) const { return static_cast<uint64_t>(id) < low_.size(); }

  std::vector<OpId> low_;
  absl::flat_hash_map<int64_t, OpId> others_;
};

// The map entries of one node that describe its inputs. `inputs` maps slots to the producers' ids.
// `source_outputs` (src_output_index) maps the producers' ids to the index of the producer's output
// that is used.
struct InputEntries {
  std::vector<std::string_view> inputs, source_outputs;

  void Clear() {
    inputs.clear();
    source_outputs.clear();
  }
};

// Appends the inputs, sorted by slot.
void ReadInputs(const InputEntries& entries, const OpById& ops, const Place& place,
                std::vector<OpInput>& inputs);

}  // namespace profiler

#endif  // PROFILER_READERS_TFPROF_NODES_PROFILE_PROTO_INPUTS_H_
