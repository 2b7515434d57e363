#ifndef PROFILER_ANALYSIS_COLLECTIVES_TRAFFIC_H_
#define PROFILER_ANALYSIS_COLLECTIVES_TRAFFIC_H_

#include <optional>
#include <string_view>
#include <vector>

#include "profiler/store/profile.h"

namespace profiler {

// How an op moves data between devices or workers.
enum class Traffic : uint8_t {
  kNone,
  kTransfer,    // one sends, one receives
  kCollective,  // all take part: all-reduce, all-gather ...
};

// By the op's type, or the name of a kernel.
Traffic TrafficOf(std::string_view type);

// Whether a kernel that TrafficOf does not know is named as a collective would be: "my_all_reduce".
bool LooksLikeCollective(std::string_view kernel);

// TrafficOf a profile's ops and events, each name looked at once.
class TrafficTable {
 public:
  explicit TrafficTable(const Profile& profile);

  Traffic Of(OpId op) const { return op.valid() ? by_op_[op.row()] : Traffic::kNone; }
  // On accelerators a kernel's name, which is the event's label, tells more than its op.
  Traffic OfEvent(const TrackRow& track, const Events& events, size_t event);

 private:
  Traffic OfString(StringId text);

  const Profile& profile_;
  std::vector<Traffic> by_op_;
  std::vector<std::optional<Traffic>> by_string_;  // once it was asked
};

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_COLLECTIVES_TRAFFIC_H_
