// The exchange of data that ranks expose because another one came late.
#ifndef PROFILER_ANALYSIS_COLLECTIVES_WAITS_LEAST_EXCHANGE_H_
#define PROFILER_ANALYSIS_COLLECTIVES_WAITS_LEAST_EXCHANGE_H_

#include <cstdint>
#include <map>
#include <string_view>
#include <tuple>

#include "profiler/base/int128.h"
#include "profiler/store/kinds.h"

namespace profiler {

// The time in which a rank exchanged data in the collectives of a group, after the last rank came,
// and nothing computed there.
using ExchangeByGroup = std::map<std::string_view, Int128>;

// A rank that waits has its computing done before the exchange begins, and so exposes exchanges
// that the rank it waits for hides. What the least exposed rank of a group has in a step, the work
// of the job exposes; what others have beyond that is due to lateness.
class LeastExchange {
 public:
  void Add(uint32_t run, int64_t step, const ExchangeByGroup& of_rank) {
    if (step == kUnknown) return;
    for (const auto& [group, time] : of_rank) {
      const auto [it, is_new] = least_.try_emplace({run, step, group}, time);
      if (!is_new && time < it->second) it->second = time;
    }
  }

  Int128 Beyond(uint32_t run, int64_t step, const ExchangeByGroup& of_rank) const {
    Int128 beyond = 0;
    for (const auto& [group, time] : of_rank) {
      const auto it = least_.find({run, step, group});
      if (it != least_.end() && time > it->second) beyond += time - it->second;
    }
    return beyond;
  }

 private:
  std::map<std::tuple<uint32_t, int64_t, std::string_view>, Int128> least_;
};

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_COLLECTIVES_WAITS_LEAST_EXCHANGE_H_
