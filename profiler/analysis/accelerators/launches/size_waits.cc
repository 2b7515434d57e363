#include "profiler/analysis/accelerators/launches/size_waits.h"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <vector>

#include "profiler/analysis/accelerators/blocking_calls.h"
#include "profiler/analysis/selection/event_scan.h"

namespace profiler {
namespace {

bool MakesSizeOfValues(std::string_view op) {
  constexpr std::string_view kOps[] = {
      "aten::nonzero",    "aten::masked_select",      "aten::_unique",
      "aten::_unique2",   "aten::unique_consecutive", "aten::unique_dim_consecutive",
      "aten::unique_dim", "aten::repeat_interleave",
  };
  return std::find(std::begin(kOps), std::end(kOps), op) != std::end(kOps);
}

}  // namespace

bool WaitsForSizes(const Profile& profile) {
  std::vector<char> makes_size(profile.ops.row.size());
  bool are_any = false;
  for (uint32_t i = 0; i < makes_size.size(); ++i) {
    const bool makes = MakesSizeOfValues(profile.strings[profile.ops.row[OpId(i)].name]);
    makes_size[i] = makes ? 1 : 0;
    are_any = are_any || makes;
  }
  if (!are_any) return false;
  const BlockingCalls blocking(profile);
  // Within such an op few others are nested.
  constexpr int kMostAround = 8;
  size_t waits = 0;
  for (const Track track : Tracks(profile, HoldsThreadsWork)) {
    const Events& events = track.events;
    for (uint32_t e = 0; e < events.size(); ++e) {
      if (!events.step[e].valid() || !blocking.Has({track.id, e})) continue;
      uint32_t around = events.ParentOf(e);
      for (int i = 0; i < kMostAround && around != Events::kNoParent; ++i) {
        const OpId op = events.op[around];
        if (op.valid() && makes_size[op.row()] != 0) {
          ++waits;
          break;
        }
        around = events.ParentOf(around);
      }
    }
  }
  return waits > 0 && waits >= profile.steps.size();
}

}  // namespace profiler
