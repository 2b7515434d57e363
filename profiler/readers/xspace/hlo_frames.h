#ifndef PROFILER_READERS_XSPACE_HLO_FRAMES_H_
#define PROFILER_READERS_XSPACE_HLO_FRAMES_H_

#include <cstdint>
#include <string_view>
#include <vector>

#include "profiler/store/builder.h"

namespace profiler::xspace {

// The stacks of a module: StackFrameIndexProto. Its ids count from 1; 0 is none.
class HloFrames {
 public:
  void Read(std::string_view bytes, ProfileBuilder& builder);
  // Invalid for ids that name nothing.
  FrameId Find(int64_t stack_frame_id) const;

 private:
  std::vector<FrameId> frames_;
};

}  // namespace profiler::xspace

#endif  // PROFILER_READERS_XSPACE_HLO_FRAMES_H_
