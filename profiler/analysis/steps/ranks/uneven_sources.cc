#include "profiler/analysis/steps/ranks/uneven_sources.h"

#include <algorithm>

namespace profiler {

UnevenSources UnevenSourcesOf(const std::map<SourceId, Int128>& of_step, Int128 least) {
  Int128 most = 0;
  for (const auto& [source, value] : of_step) most = std::max(most, value);
  UnevenSources uneven;
  for (const auto& [source, value] : of_step) {
    if (value > most / 2) {
      uneven.high.push_back(source);
    } else {
      ++uneven.others;
      uneven.most_of_others = std::max(uneven.most_of_others, value);
    }
  }
  if (most <= 0 || most < least || uneven.high.size() > uneven.others) return {};
  return uneven;
}

}  // namespace profiler
