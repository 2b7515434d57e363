#include "profiler/analysis/memory/program_copies.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <string_view>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "profiler/analysis/accelerators/kernel_details.h"
#include "profiler/analysis/memory/memory_kinds.h"
#include "profiler/analysis/selection/counted_steps.h"
#include "profiler/analysis/selection/event_scan.h"
#include "profiler/base/status.h"

namespace profiler {

bool CopiesItself(const Profile& profile, OpId op) {
  constexpr std::string_view kExchanges[] = {"infeed", "outfeed", "send", "recv"};
  if (!op.valid()) return false;
  const OpRow& row = profile.ops.row[op];
  if (row.kind != OpKind::kHloInstruction) return false;
  const std::string_view type = profile.strings[row.type];
  return std::none_of(std::begin(kExchanges), std::end(kExchanges),
                      [&](std::string_view exchange) { return type.starts_with(exchange); });
}

absl::StatusOr<ProgramCopies> ProgramCopiesOf(const Selected& selected, const RunContext& context) {
  const Profile& profile = selected.profile();
  const CountedSteps counted(selected);
  ProgramCopies copies;
  std::set<std::pair<StepId, DeviceId>> steps;
  absl::flat_hash_map<OpId, Int128> by_op;
  const auto take = [&](const Track& track, uint32_t event) {
    const Events& events = track.events;
    const StepId step = events.step[event];
    if (!counted.Has(step)) return;
    const CopiedMemory memory = CopiedMemoryOf(profile, events, event);
    const bool from_device = memory.from == MemoryKind::kDevice;
    if (!memory.is_copy || from_device == (memory.to == MemoryKind::kDevice)) return;
    if (!CopiesItself(profile, events.op[event])) {
      if (from_device) copies.others_to_host += events.duration[event];
      return;
    }
    const int64_t bytes = ParseKernelDetails(profile.strings[events.detail[event]]).copied_bytes;
    (from_device ? copies.to_host : copies.to_devices).Add(bytes, events.duration[event]);
    by_op[events.op[event]] += events.duration[event];
    steps.insert({step, track.row.device});
  };
  PROFILER_RETURN_IF_ERROR(ForEachDeviceEvent(selected, context, take));
  copies.device_steps = static_cast<int64_t>(steps.size());
  Int128 most = -1;
  for (const auto& [op, time] : by_op) {
    if (std::pair(-time, op) >= std::pair(-most, copies.longest) && copies.longest.valid())
      continue;
    most = time;
    copies.longest = op;
  }
  return copies;
}

}  // namespace profiler
