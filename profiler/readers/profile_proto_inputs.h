#ifndef PROFILER_READERS_PROFILE_PROTO_INPUTS_H_
#define PROFILER_READERS_PROFILE_PROTO_INPUTS_H_

#include <cstdint>
#include <string_view>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "profiler/readers/proto_fields.h"
#include "profiler/store/tables.h"

namespace profiler {

using OpById = absl::flat_hash_map<int64_t, OpId>;

// The entries of one node's maps that say what feeds it. `inputs`: slot to producer's id;
// `source_outputs` (src_output_index): producer's id to the output of it that is used.
struct InputEntries {
  std::vector<std::string_view> inputs, source_outputs;

  void Clear() {
    inputs.clear();
    source_outputs.clear();
  }
};

// Appends what they say, by slot.
void ReadInputs(const InputEntries& entries, const OpById& ops, const Place& place,
                std::vector<OpInput>& inputs);

}  // namespace profiler

#endif  // PROFILER_READERS_PROFILE_PROTO_INPUTS_H_
