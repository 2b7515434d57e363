#include "profiler/analysis/accelerators/host_waits.h"

#include <algorithm>
#include <iterator>

#include "profiler/base/ascii.h"

namespace profiler {
namespace {

// Compared with the last part of an event's name, e.g. of "$array.py:12 block_until_ready".
constexpr std::string_view kHostWaits[] = {
    // JAX and PjRt
    "block_until_ready",
    "try_to_block",
    "BlockHostUntilReady",
    "BlockHostUntilDone",
    "BlockHostUntilDoneWithStatus",
    "BufferSequencingEvent::Execute",  // runs its callback when the event is ready
    "BufferSequencingEvent::Wait",
    "BufferSequencingEvent::WaitForEventOnStream",
    "BufferSequencingEvent::SynchronizeStream",
    // CUDA and HIP
    "cuStreamSynchronize",
    "cuCtxSynchronize",
    "cuEventSynchronize",
    "cudaStreamSynchronize",
    "cudaDeviceSynchronize",
    "cudaEventSynchronize",
    "hipStreamSynchronize",
    "hipDeviceSynchronize",
    "hipEventSynchronize",
};

}  // namespace

bool WaitsForDevice(std::string_view name) {
  return std::any_of(std::begin(kHostWaits), std::end(kHostWaits), [&](std::string_view wait) {
    return name.ends_with(wait) &&
           (name.size() == wait.size() || !IsWordCharacter(name[name.size() - wait.size() - 1]));
  });
}

std::vector<Interval> HostWaits::Around(Interval event) const {
  std::vector<Interval> left;
  auto wait =
      std::lower_bound(waits_.begin(), waits_.end(), event.begin,
                       [](const Interval& one, int64_t begin) { return one.begin < begin; });
  for (; wait != waits_.end() && wait->begin < event.end; ++wait) {
    const bool holds_it = wait->begin <= event.begin && wait->end >= event.end;
    if (holds_it || wait->end > event.end) continue;
    if (wait->begin > event.begin) left.push_back({event.begin, wait->begin});
    event.begin = std::max(event.begin, wait->end);
  }
  if (event.begin < event.end) left.push_back(event);
  return left;
}

}  // namespace profiler
