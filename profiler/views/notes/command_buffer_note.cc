#include "profiler/views/notes/command_buffer_note.h"

#include <fmt/format.h>

#include <cstdint>

#include "profiler/analysis/instructions/kernel_instructions.h"

namespace profiler {

void AddCommandBufferNote(const Profile& profile, Report& report) {
  for (uint32_t i = 0; i < profile.op_count(); ++i) {
    if (!IsCommandBuffer(profile, OpId(i))) continue;
    report.notes.push_back(
        {"command_buffers", Severity::kInfo,
         fmt::format("{} is a command buffer (CUDA graph) of XLA, whose kernels count as one op: "
                     "`kernels` shows them",
                     profile.strings[profile.ops.row[OpId(i)].name])});
    return;
  }
}

}  // namespace profiler
