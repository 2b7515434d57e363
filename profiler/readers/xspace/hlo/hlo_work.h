#ifndef PROFILER_READERS_XSPACE_HLO_HLO_WORK_H_
#define PROFILER_READERS_XSPACE_HLO_HLO_WORK_H_

#include <string>
#include <string_view>

#include "profiler/readers/xspace/hlo/hlo_computation.h"

namespace profiler::xspace {

// The instruction of a fused computation that takes most time: a product or a convolution. nullptr
// if there is none that says what it is of.
const HloInstruction* Heaviest(const HloComputation& fused);

// The first of the names that XLA joins where it makes one instruction of several: "f/(a/x:b/y)"
// begins with "f/a/x", and "f/x;f/y" with "f/x".
std::string FirstOfJoined(std::string_view op_name);

// The name of the framework's op that an instruction does the work of. XLA gives a product that it
// transposes on the way the name of the transposition: "jit(f)/transpose" of a dot is
// "jit(f)/dot_general".
std::string NameOfWork(std::string_view opcode, std::string_view op_name);

}  // namespace profiler::xspace

#endif  // PROFILER_READERS_XSPACE_HLO_HLO_WORK_H_
