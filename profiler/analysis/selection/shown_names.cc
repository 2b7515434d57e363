#include "profiler/analysis/selection/shown_names.h"

#include "profiler/store/event_name.h"

namespace profiler {

ShownNames::ShownNames(const Profile& profile, const Query& query)
    : profile_(profile),
      shown_(query.show_names, profile.strings),
      hidden_(query.hide_names, profile.strings),
      nameless_(HiddenByName(query, "")) {}

HiddenBy ShownNames::Hides(const Events& events, uint32_t event) {
  const StringId name = EventName(profile_, events, event);
  if (!name.valid()) return nameless_;
  if (!shown_.Matches(name)) return HiddenBy::kShowNames;
  return hidden_.Matches(name) ? HiddenBy::kHideNames : HiddenBy::kNothing;
}

}  // namespace profiler
