// What a recorder collects of each op if it is asked to.
#ifndef PROFILER_ANALYSIS_KEPT_RECORDED_DETAILS_H_
#define PROFILER_ANALYSIS_KEPT_RECORDED_DETAILS_H_

#include <string_view>
#include <vector>

#include "profiler/store/profile.h"

namespace profiler {

struct RecordedDetails {
  bool stacks = false, shapes = false, memory = false;
};

struct RecordedDetail {
  std::string_view name;
  bool RecordedDetails::*is_there;
};
inline constexpr std::string_view kStacks = "stacks";
inline constexpr RecordedDetail kRecordedDetails[] = {{kStacks, &RecordedDetails::stacks},
                                                      {"shapes", &RecordedDetails::shapes},
                                                      {"memory", &RecordedDetails::memory}};

// Whether any op has shapes of its inputs.
bool RecordsShapes(const Profile& profile);

// By source, what its own events, ops and allocations show.
std::vector<RecordedDetails> DetailsOfSources(const Profile& profile);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_KEPT_RECORDED_DETAILS_H_
