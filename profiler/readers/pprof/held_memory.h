#ifndef PROFILER_READERS_PPROF_HELD_MEMORY_H_
#define PROFILER_READERS_PPROF_HELD_MEMORY_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/status/status.h"
#include "profiler/base/run_context.h"
#include "profiler/readers/pprof/profile_tables.h"
#include "profiler/store/builder.h"

namespace profiler::pprof {

// The labels that jax.profiler writes on samples of device memory.
struct Labels {
  std::string_view kind, device;  // "buffer" or "executable"; "gpu:0"
};

// Heap profiles as allocations: what was held when the profile was written, by stack. Profiles
// without such a sample type add nothing.
class HeldMemory {
 public:
  HeldMemory(const ProfileTables& tables, SourceId source, ProfileBuilder& builder);

  void Add(FrameId frame, const std::vector<int64_t>& values, const Labels& labels);
  // Adds all allocations, as each has the sum of its device's.
  absl::Status Finish(RunContext& context);

 private:
  struct Held {
    OpId op;
    DeviceId device;
    StringId kind;
    int64_t bytes = 0, pieces = 1;
  };

  OpId OpOf(FrameId frame, StringId kind);
  DeviceId DeviceOf(std::string_view label);
  void AddRows(const Held& held, int64_t total);

  SourceId source_;
  ProfileBuilder& builder_;
  std::optional<size_t> bytes_type_, count_type_;  // the sample types
  std::vector<Held> held_;
  int64_t pieces_ = 0;
  uint64_t next_address_ = 1;
  absl::flat_hash_map<std::pair<FrameId, StringId>, OpId> ops_;  // by frame and kind
  std::map<std::string_view, DeviceId> devices_;                 // by label
};

}  // namespace profiler::pprof

#endif  // PROFILER_READERS_PPROF_HELD_MEMORY_H_
