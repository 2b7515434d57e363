#ifndef PROFILER_READERS_PPROF_STACK_FRAMES_H_
#define PROFILER_READERS_PPROF_STACK_FRAMES_H_

#include <cstdint>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "profiler/readers/pprof/profile_tables.h"
#include "profiler/store/builder.h"

namespace profiler::pprof {

// Turns stacks of locations into frames. Neighbouring samples share most callers, so a stack is
// looked up only from where it differs from the previous one.
class StackFrames {
 public:
  StackFrames(const ProfileTables& tables, const Place& place, ProfileBuilder& builder,
              uint64_t most_frames)
      : tables_(tables), place_(place), builder_(builder), frames_left_(most_frames) {}

  // The innermost frame of a stack, whose ids are innermost first; invalid if it has no location.
  FrameId Innermost(const std::vector<uint64_t>& ids, std::string_view at);

 private:
  FrameId Below(FrameId caller, uint64_t id, std::string_view at);
  FrameId AddLines(FrameId caller, const Location& location);
  FrameId AddAddress(FrameId caller, const Location& location);
  FrameId AddUnknown(FrameId caller, uint64_t id, std::string_view at);
  FrameId AddNamed(FrameId caller, std::string_view function, std::string_view file);

  const ProfileTables& tables_;
  const Place& place_;
  ProfileBuilder& builder_;
  // Inlined functions that may still be added. Each caller of a location has frames of its own, so
  // a small file could ask for very many.
  uint64_t frames_left_;
  std::vector<std::pair<uint64_t, FrameId>> stack_;  // the previous stack, outermost first
  absl::flat_hash_map<std::pair<FrameId, uint64_t>, FrameId> known_;  // by caller and location
};

}  // namespace profiler::pprof

#endif  // PROFILER_READERS_PPROF_STACK_FRAMES_H_
