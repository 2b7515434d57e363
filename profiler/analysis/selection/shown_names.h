#ifndef PROFILER_ANALYSIS_SELECTION_SHOWN_NAMES_H_
#define PROFILER_ANALYSIS_SELECTION_SHOWN_NAMES_H_

#include <cstdint>

#include "profiler/analysis/selection/string_matcher.h"
#include "profiler/query/hidden_rows.h"
#include "profiler/query/query.h"
#include "profiler/store/profile.h"

namespace profiler {

// Applies -show_name_regexes and -hide_name_regexes to the names of single events. Each name is
// matched once. Points into the query.
class ShownNames {
 public:
  ShownNames(const Profile& profile, const Query& query);

  bool Has(const Events& events, uint32_t event) {
    return Hides(events, event) == HiddenBy::kNothing;
  }
  // The option that hides the event; kNothing if it is shown.
  HiddenBy Hides(const Events& events, uint32_t event);

 private:
  const Profile& profile_;
  StringMatcher shown_, hidden_;
  const HiddenBy nameless_;
};

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_SELECTION_SHOWN_NAMES_H_
