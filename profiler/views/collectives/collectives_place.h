#ifndef PROFILER_VIEWS_COLLECTIVES_COLLECTIVES_PLACE_H_
#define PROFILER_VIEWS_COLLECTIVES_COLLECTIVES_PLACE_H_

#include <string>
#include <string_view>
#include <vector>

#include "profiler/base/int128.h"
#include "profiler/report/column.h"
#include "profiler/store/profile.h"
#include "profiler/views/common/place_names.h"

namespace profiler {

// The rank and device of a row, used with both -by kind and -by rank.
struct CollectivesPlace {
  const Profile& profile;
  SourceId source;
  DeviceId device;
  int64_t collectives;
  Int128 total;
  std::string_view run = {};  // empty if the profile has one

  int64_t rank() const { return profile.sources[source].rank; }
  std::string device_name() const { return std::string(NameOfDevice(profile, device)); }
};

const std::vector<ColumnOf<CollectivesPlace>>& CollectivesPlaceColumns();

}  // namespace profiler

#endif  // PROFILER_VIEWS_COLLECTIVES_COLLECTIVES_PLACE_H_
