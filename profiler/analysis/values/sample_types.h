#ifndef PROFILER_ANALYSIS_VALUES_SAMPLE_TYPES_H_
#define PROFILER_ANALYSIS_VALUES_SAMPLE_TYPES_H_

#include <optional>
#include <string_view>
#include <vector>

#include "profiler/base/int128.h"
#include "profiler/query/query.h"
#include "profiler/store/profile.h"

namespace profiler {

// The metrics of stack samples that count in a tree, and as what.
struct SampleTypes {
  struct Counted {
    Measure measure = Measure::kOccurrence;
    Int128 factor = 1;  // from the recorded unit to that of a Value
  };
  std::vector<std::optional<Counted>> of_metric;  // by metric; nullopt if it does not count
  // Names, in the order of the file: all that were recorded, and those that were chosen. A count
  // that belongs to a chosen one counts as well.
  std::vector<std::string_view> recorded, chosen;
};

// `name` is what the user chose, or "" for what the files say. Of several defaults that are the
// same measure, the first is chosen, as they do not add up.
SampleTypes ChooseSampleTypes(const Profile& profile, std::string_view name);

// The query with the measure of the chosen samples selected, if the user selects nothing and no op
// has a time.
Query SelectSampled(const Profile& profile, Query query);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_VALUES_SAMPLE_TYPES_H_
