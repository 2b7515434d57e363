#include "profiler/analysis/accelerators/blocking_calls.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string_view>

#include "profiler/analysis/accelerators/host_waits.h"
#include "profiler/analysis/memory/memory_kinds.h"

namespace profiler {
namespace {

// The runtime's synchronous copies. Copies named Async may return before they are done.
constexpr std::string_view kBlockingCopies[] = {
    "cudaMemcpy",  "cudaMemcpy2D",        "cudaMemcpyToSymbol", "cudaMemcpyFromSymbol",
    "cuMemcpy",    "cuMemcpyDtoH",        "cuMemcpyHtoD",       "cuMemcpyDtoH_v2",
    "hipMemcpy",   "cuMemcpyHtoD_v2",     "hipMemcpyDtoH",      "hipMemcpyHtoD",
    "hipMemcpy2D", "hipMemcpyWithStream",
};

// The longest duration of a call that submits a copy without waiting for it.
constexpr int64_t kHandOver = 20 * kPicosPerMicro;

bool Blocks(const Profile& profile, const OpRow& op) {
  const std::string_view name = profile.strings[op.name];
  if (WaitsForDevice(name)) return true;
  return op.kind == OpKind::kRuntime &&
         std::find(std::begin(kBlockingCopies), std::end(kBlockingCopies), name) !=
             std::end(kBlockingCopies);
}

// Caches the memory kinds parsed from the details of copies.
class CopiedMemories {
 public:
  explicit CopiedMemories(const Profile& profile)
      : profile_(profile), by_string_(profile.strings.size()) {}

  CopiedMemory Of(StringId detail) {
    std::optional<CopiedMemory>& known = by_string_[detail.row()];
    if (!known) known = CopiedMemoryOf(profile_.strings[detail]);
    return *known;
  }

 private:
  const Profile& profile_;
  std::vector<std::optional<CopiedMemory>> by_string_;
};

// A copy to pageable memory blocks, unless the call is seen to return before the copy begins. A
// copy from pageable memory blocks until the data is in the driver's own buffer; a long call
// waited, if it was in the copy for most of its time, or takes much longer than the copy.
bool WaitsForCopy(const Profile& profile, const FlowRow& launch, CopiedMemories& memories) {
  const Events& of_copy = profile.events[launch.to.track];
  if (of_copy.detail.empty() || !of_copy.detail[launch.to.row].valid()) return false;
  const CopiedMemory memory = memories.Of(of_copy.detail[launch.to.row]);
  const Events& of_call = profile.events[launch.from.track];
  const int64_t call_time = of_call.duration[launch.from.row];
  const int64_t call_end = of_call.begin[launch.from.row] + call_time;
  const int64_t copy_begin = of_copy.begin[launch.to.row];
  const int64_t copy_time = of_copy.duration[launch.to.row];
  if (memory.to == MemoryKind::kPageable) {
    return memory.from == MemoryKind::kDevice && (call_time > kHandOver || call_end > copy_begin);
  }
  if (memory.from != MemoryKind::kPageable || memory.to != MemoryKind::kDevice) return false;
  const bool holds_copy =
      of_call.begin[launch.from.row] <= copy_begin && copy_begin + copy_time <= call_end;
  return call_time > kHandOver &&
         (call_time / 2 > copy_time || (holds_copy && copy_time > call_time / 2));
}

}  // namespace

BlockingCalls::BlockingCalls(const Profile& profile)
    : profile_(profile), copies_(profile.tracks.size()) {
  by_op_.reserve(profile.op_count());
  for (const OpRow& op : profile.ops.row.values()) by_op_.push_back(Blocks(profile, op) ? 1 : 0);
  CopiedMemories memories(profile);
  for (const FlowRow& flow : profile.flows.values()) {
    if (flow.kind != FlowKind::kLaunch || !WaitsForCopy(profile, flow, memories)) continue;
    std::vector<bool>& copies = copies_[flow.from.track.row()];
    copies.resize(profile.events[flow.from.track].size());
    copies[flow.from.row] = true;
  }
}

bool BlockingCalls::Has(EventId event) const {
  return HasByOp(profile_.events[event.track].op[event.row]) || HasByCopy(event);
}

}  // namespace profiler
