// Merges ops and modules: decides which of several parts are the same, and joins what they know.
#ifndef PROFILER_STORE_TRANSFORM_MERGE_OPS_H_
#define PROFILER_STORE_TRANSFORM_MERGE_OPS_H_

#include <cstdint>
#include <tuple>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "profiler/store/builder.h"
#include "profiler/store/profile.h"
#include "profiler/store/transform/merge_part.h"

namespace profiler {

class OpMerger {
 public:
  // `tables` are those of the builder.
  OpMerger(ProfileBuilder& builder, Profile& tables) : builder_(builder), tables_(tables) {}

  // Adds the modules and ops of a part whose places and frames are merged, and fills their maps.
  void Add(MergedPart& part);

 private:
  // (run, kind, module and its program, scope, name, input shapes, input types, frame if the format
  // identifies ops by it)
  using OpKey = std::tuple<uint32_t, OpKind, StringId, int64_t, StringId, StringId, StringId,
                           StringId, FrameId>;

  // The op of the row's name that has its type, given the first of the name; adds one if there is
  // none, and returns whether it did.
  std::pair<OpId, bool> OfType(OpId first, const OpRow& row);
  void AddModules(MergedPart& part);
  void AddOpLists(const MergedPart& part, OpId from, bool is_new);

  ProfileBuilder& builder_;
  Profile& tables_;
  absl::flat_hash_map<OpKey, OpId> op_index_;
  absl::flat_hash_map<std::pair<OpId, StringId>, OpId> other_types_;  // by the first of the name
  absl::flat_hash_map<std::tuple<uint32_t, StringId, int64_t>, ModuleId> module_index_;  // by run
  absl::flat_hash_set<std::pair<OpId, StringId>> known_types_;
};

}  // namespace profiler

#endif  // PROFILER_STORE_TRANSFORM_MERGE_OPS_H_
