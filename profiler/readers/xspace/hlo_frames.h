#ifndef PROFILER_READERS_XSPACE_HLO_FRAMES_H_
#define PROFILER_READERS_XSPACE_HLO_FRAMES_H_

#include <cstdint>
#include <string_view>
#include <vector>

#include "profiler/store/builder.h"

namespace profiler::xspace {

// The source stacks of a module, from its StackFrameIndexProto. Ids count from 1; 0 means no stack.
class HloFrames {
 public:
  void Read(std::string_view bytes, ProfileBuilder& builder);
  // Returns the innermost frame of a stack, or an invalid id if `stack_frame_id` is unknown.
  FrameId Find(int64_t stack_frame_id) const;

 private:
  std::vector<FrameId> frames_;
};

}  // namespace profiler::xspace

#endif  // PROFILER_READERS_XSPACE_HLO_FRAMES_H_
