#ifndef PROFILER_ANALYSIS_INSTRUCTIONS_OP_PROFILE_H_
#define PROFILER_ANALYSIS_INSTRUCTIONS_OP_PROFILE_H_

#include <cstdint>
#include <string>
#include <vector>

#include "profiler/analysis/instructions/device_peaks.h"
#include "profiler/analysis/instructions/hlo_uses.h"
#include "profiler/store/profile.h"

namespace profiler {

// How the tree is grouped: program > category > instruction; category > instruction; or
// program > the parts of the framework op's path > category > instruction.
enum class OpProfileBy : uint8_t { kProgram, kCategory, kProvenance };

// The work of a node. NaN: not known of any instruction below.
struct OpWork {
  int64_t occurrences = 0;
  Int128 self = 0;  // in picoseconds
  double flops = kAbsentReal, bytes = kAbsentReal;
  double peak_flops = 0;  // what the devices could have done in `self`; NaN if a peak is unknown
  double peak_bytes = 0;
  // The same of those whose flops or bytes say how much of the device they use.
  Int128 known_self = 0;
  double known_flops = kAbsentReal, known_bytes = kAbsentReal;
  double known_peak_flops = 0, known_peak_bytes = 0;

  void Add(const OpWork& other);
  // Of what these are known of, the time times the unused share of the peak, of the two of the one
  // that is used more. NaN if there is none.
  double WastedMicros() const;
};

struct OpProfileNode {
  std::string name;
  int32_t parent = -1;
  int32_t depth = 0;
  bool is_instruction = false;
  OpWork total;  // with all below
};

// The work of accelerators as a tree in depth-first order, the root first, siblings by time, the
// longest first. `uses` must be those of the profile, `peaks` those of its devices.
std::vector<OpProfileNode> OpProfile(const Profile& profile, const std::vector<HloUse>& uses,
                                     std::vector<DevicePeaks> peaks, OpProfileBy by);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_INSTRUCTIONS_OP_PROFILE_H_
