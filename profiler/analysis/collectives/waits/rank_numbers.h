// Numbers of ranks, and of their clocks.
#ifndef PROFILER_ANALYSIS_COLLECTIVES_WAITS_RANK_NUMBERS_H_
#define PROFILER_ANALYSIS_COLLECTIVES_WAITS_RANK_NUMBERS_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <string_view>
#include <tuple>
#include <vector>

#include "profiler/analysis/collectives/collective_waits.h"
#include "profiler/store/profile.h"

namespace profiler {

// Run, rank, file where no rank was recorded, and device. Files of one rank in a run, such as those
// of a schedule that repeats, have one key.
using RankKey = std::tuple<uint32_t, int64_t, SourceId, DeviceId>;

inline RankKey RankKeyOf(const Profile& profile, uint32_t run, SourceId source, DeviceId device) {
  const int64_t rank = profile.sources[source].rank;
  return {run, rank, rank == kUnknown ? source : SourceId(), device};
}

// Finds the row of an event's rank, and adds it if it is missing.
class RankNumbers {
 public:
  RankNumbers(const Profile& profile, std::vector<RankWaits>& ranks)
      : profile_(profile), ranks_(ranks) {}

  size_t Of(const CollectiveEvent& event, uint32_t run) {
    const RankKey key = RankKeyOf(profile_, run, event.source, event.device);
    if (last_ < ranks_.size() && key == last_key_) return last_;
    const auto [it, is_new] = numbers_.try_emplace(key, ranks_.size());
    if (is_new) ranks_.push_back({event.source, event.device, run});
    last_key_ = key;
    last_ = it->second;
    return last_;
  }

 private:
  const Profile& profile_;
  std::vector<RankWaits>& ranks_;
  std::map<RankKey, size_t> numbers_;
  RankKey last_key_;
  size_t last_ = SIZE_MAX;
};

// By rank, a number of its clock: that of its host, or where that is unknown of its own.
inline std::vector<size_t> ClocksOf(const Profile& profile, const std::vector<RankWaits>& ranks) {
  std::map<std::string_view, size_t> of_host;
  std::vector<size_t> clocks;
  for (size_t i = 0; i < ranks.size(); ++i) {
    const StringId id = profile.sources[ranks[i].source].host;
    const std::string_view host = id.valid() ? profile.strings[id] : std::string_view();
    clocks.push_back(host.empty() ? i : of_host.try_emplace(host, i).first->second);
  }
  return clocks;
}

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_COLLECTIVES_WAITS_RANK_NUMBERS_H_
