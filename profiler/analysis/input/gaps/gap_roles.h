#ifndef PROFILER_ANALYSIS_INPUT_GAPS_GAP_ROLES_H_
#define PROFILER_ANALYSIS_INPUT_GAPS_GAP_ROLES_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "profiler/analysis/input/results/result_reads.h"
#include "profiler/store/profile.h"

namespace profiler {

// What a call between steps is for, with all that it calls.
enum class GapRole : uint8_t { kOpen, kInput, kOther };

class GapRoles {
 public:
  explicit GapRoles(const Profile& profile)
      : profile_(profile), result_reads_(profile), roles_(profile.strings.size()) {}

  GapRole Of(const Events& events, uint32_t event);
  // Of a thread's events as ResultReads has it.
  bool ReadsResults(const Events& events, uint32_t event);

 private:
  const Profile& profile_;
  const ResultReads result_reads_;
  const Events* reads_of_ = nullptr;  // the thread that `reads_` is of
  std::vector<char> reads_;
  std::vector<std::optional<GapRole>> roles_;  // by name
};

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_INPUT_GAPS_GAP_ROLES_H_
