#include "profiler/views/common/source_keys.h"

#include <fmt/format.h>

#include <map>
#include <set>
#include <string_view>

#include "profiler/analysis/selection/host_names.h"

namespace profiler {

SourceKeys::SourceKeys(const Profile& profile) {
  std::set<std::string_view> hosts;
  for (const SourceRow& source : profile.sources.values()) {
    hosts.insert(RecordedHost(profile, source));
  }
  std::map<std::string, int> seen;
  for (const SourceRow& source : profile.sources.values()) {
    std::string key;
    if (source.rank != kUnknown) {
      key = fmt::format("rank {}", source.rank);
    } else if (hosts.size() > 1) {
      key = RecordedHost(profile, source);
    }
    if (const int times = ++seen[key]; times > 1) key += fmt::format("#{}", times);
    keys_.push_back(std::move(key));
  }
}

std::string SourceKeys::Of(SourceId source) const {
  return source.valid() ? keys_[source.row()] : std::string();
}

}  // namespace profiler
