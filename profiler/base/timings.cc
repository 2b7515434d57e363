#include "profiler/base/timings.h"

namespace profiler {

const RunPartInfo& Info(RunPart part) {
  static constexpr RunPartInfo kParts[kPartCount] = {
      {"read", false},  {"unpack", true},  {"decode", true}, {"derive", true},
      {"join", true},   {"answer", false}, {"recast", true}, {"query", true},
      {"render", true}, {"export", true},  {"write", true}};
  return kParts[static_cast<size_t>(part)];
}

Timings::Took Timings::Take(RunPart part) {
  Cell& cell = cells_[static_cast<size_t>(part)];
  return {cell.count.exchange(0), Clock::duration(cell.time.exchange(0))};
}

}  // namespace profiler
