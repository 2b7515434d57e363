#include "profiler/analysis/selection/shown_names.h"

#include "profiler/store/event_name.h"

namespace profiler {

ShownNames::ShownNames(const Profile& profile, const Query& query)
    : profile_(profile),
      shown_(query.show_names, profile.strings),
      hidden_(query.hide_names, profile.strings),
      shows_nameless_(query.show_names.Matches("") && !query.hide_names.Matches("")) {}

bool ShownNames::Has(const Events& events, uint32_t event) {
  const StringId name = EventName(profile_, events, event);
  return name.valid() ? shown_.Matches(name) && !hidden_.Matches(name) : shows_nameless_;
}

}  // namespace profiler
