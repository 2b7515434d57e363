#ifndef PROFILER_READERS_XSPACE_HLO_BUFFERS_H_
#define PROFILER_READERS_XSPACE_HLO_BUFFERS_H_

#include <string_view>
#include <vector>

#include "profiler/readers/xspace/hlo/hlo_instruction.h"
#include "profiler/store/builder.h"

namespace profiler::xspace {

// Adds the buffers of a module from its BufferAssignmentProto: what lies apart for the whole run
// (parameters, outputs, constants, memory of threads), the heaps that temporaries lie in, and the
// temporaries, each with the time it is alive in XLA's own simulation of the heap. Times count the
// simulation's events.
void ReadBuffers(std::string_view assignment, ModuleId module,
                 const std::vector<const HloInstruction*>& instructions, ProfileBuilder& builder);

}  // namespace profiler::xspace

#endif  // PROFILER_READERS_XSPACE_HLO_BUFFERS_H_
