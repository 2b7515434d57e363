#include "profiler/analysis/memory/result_copies.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "profiler/analysis/accelerators/kernel_details.h"
#include "profiler/analysis/accelerators/launched_by.h"
#include "profiler/analysis/memory/memory_kinds.h"
#include "profiler/analysis/selection/counted_steps.h"
#include "profiler/analysis/selection/event_scan.h"
#include "profiler/analysis/time/intervals.h"
#include "profiler/base/status.h"

namespace profiler {
namespace {

// What one device did, as one source recorded it.
struct DeviceCopies {
  std::vector<Interval> copies, others;
};

// The idle time after copies, none longer than its copy. `busy` is the union of all work.
Int128 IdleAfterCopies(const std::vector<Interval>& copies, const std::vector<Interval>& busy) {
  Int128 idle = 0;
  for (const Interval& copy : copies) {
    // The first work that ends after the copy.
    const auto next =
        std::upper_bound(busy.begin(), busy.end(), copy.end,
                         [](int64_t time, const Interval& work) { return time < work.end; });
    if (next == busy.end() || next->begin < copy.end) continue;
    const Int128 gap = Int128{next->begin} - copy.end;
    idle += std::min(gap, Int128{copy.end} - copy.begin);
  }
  return idle;
}

class ResultCopyCollector {
 public:
  explicit ResultCopyCollector(const Selected& selected)
      : profile_(selected.profile()), counted_(selected), launched_by_(profile_) {}

  void Add(const Track& track, uint32_t event) {
    const Events& events = track.events;
    const StepId step = events.step[event];
    if (!counted_.Has(step)) return;
    if (counted_.has_whole()) steps_.insert({step, track.row.device});
    const Interval time = {events.begin[event], events.begin[event] + events.duration[event]};
    DeviceCopies& device = devices_[{track.row.source, track.row.device}];
    if (!IsToPageable(events, event)) {
      AddToLast(time, device.others);
      return;
    }
    device.copies.push_back(time);
    const int64_t bytes = ParseKernelDetails(profile_.strings[events.detail[event]]).copied_bytes;
    if (counted_.has_whole()) in_steps_[profile_.steps[step].number] += events.duration[event];
    const CallSite site = CallSiteOf(profile_, launched_by_(track.id, event));
    for (CopySum* sum : {&found_.sum, &sites_[site]}) {
      sum->Add(bytes, events.duration[event]);
    }
  }

  ResultCopies Take() && {
    std::set<StepId> steps;
    std::map<SourceId, int64_t> of_source;
    for (const auto& [step, device] : steps_) {
      const StepRow& row = profile_.steps[step];
      if (steps.insert(step).second) ++of_source[row.source];
      if (row.begin != kUnknown && row.end != kUnknown) found_.span += Int128{row.end} - row.begin;
    }
    found_.steps = static_cast<int64_t>(steps.size());
    found_.device_steps = static_cast<int64_t>(steps_.size());
    for (auto& [device, times] : devices_) {
      if (times.copies.empty()) continue;
      std::vector<Interval> busy = times.others;
      busy.insert(busy.end(), times.copies.begin(), times.copies.end());
      const std::vector<Interval> copies = United(std::move(times.copies));
      const Int128 alone = TotalLength(Without(copies, United(std::move(times.others))));
      const Int128 idle = IdleAfterCopies(copies, United(std::move(busy)));
      found_.alone += alone;
      found_.idle_after += idle;
      found_.of_source[device.first] += alone + idle;
    }
    for (const auto& [source, count] : of_source) found_.of_source[source] /= count;
    found_.sites = LongestFirst(sites_);
    FindFewSteps(steps);
    return std::move(found_);
  }

 private:
  // Sets `only_in` where nine tenths of the time are in at most two of many numbers. What comes in
  // more of them may come again and again.
  void FindFewSteps(const std::set<StepId>& steps) {
    constexpr size_t kMostFew = 2, kLeastMany = 8;
    std::set<int64_t> numbers;
    for (const StepId step : steps) numbers.insert(profile_.steps[step].number);
    std::vector<std::pair<Int128, int64_t>> longest;
    for (const auto& [number, time] : in_steps_) longest.emplace_back(time, number);
    std::sort(longest.rbegin(), longest.rend());
    Int128 told = 0;
    std::vector<int64_t> few;
    for (const auto& [time, number] : longest) {
      if (10 * told >= 9 * found_.sum.time) break;
      told += time;
      few.push_back(number);
    }
    if (few.empty() || few.size() > kMostFew || numbers.size() < kLeastMany) return;
    if (numbers.contains(kUnknown)) return;
    std::sort(few.begin(), few.end());
    for (const StepId step : steps) {
      found_.only_in_steps +=
          std::binary_search(few.begin(), few.end(), profile_.steps[step].number);
    }
    found_.only_in = std::move(few);
  }

  bool IsToPageable(const Events& events, uint32_t event) const {
    const CopiedMemory memory = CopiedMemoryOf(profile_, events, event);
    return memory.is_copy && memory.from == MemoryKind::kDevice &&
           memory.to == MemoryKind::kPageable;
  }

  const Profile& profile_;
  const CountedSteps counted_;
  const LaunchedBy launched_by_;
  std::set<std::pair<StepId, DeviceId>> steps_;
  std::map<std::pair<SourceId, DeviceId>, DeviceCopies> devices_;
  absl::flat_hash_map<CallSite, CopySum> sites_;
  std::map<int64_t, Int128> in_steps_;  // the copies' time, by step number
  ResultCopies found_;
};

}  // namespace

absl::StatusOr<ResultCopies> ResultCopiesOf(const Selected& selected, const RunContext& context,
                                            const std::vector<SourceId>& only) {
  ResultCopyCollector collector(selected);
  PROFILER_RETURN_IF_ERROR(
      ForEachDeviceEvent(selected, context, [&](const Track& track, uint32_t event) {
        if (IsOfSources(track.row, only)) collector.Add(track, event);
      }));
  return std::move(collector).Take();
}

}  // namespace profiler
