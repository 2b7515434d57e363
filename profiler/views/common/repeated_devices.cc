#include "profiler/views/common/repeated_devices.h"

#include <set>
#include <string_view>
#include <utility>

namespace profiler {
namespace {

bool AreFilesInOneFolder(const Profile& profile) {
  std::set<std::string_view> folders;
  for (const SourceRow& source : profile.sources.values()) {
    if (source.is_beside_profile) continue;
    const std::string_view path = profile.strings[source.path];
    const size_t end = path.rfind('/');
    folders.insert(path.substr(0, end == path.npos ? 0 : end));
  }
  return folders.size() <= 1;
}

}  // namespace

std::vector<bool> RepeatedDevices(const Profile& profile, const HostNames& hosts,
                                  const std::vector<char>& used) {
  std::vector<bool> repeated(profile.devices.size());
  const bool is_one_folder = AreFilesInOneFolder(profile);
  std::set<std::pair<std::string_view, StringId>> told;  // hosts and names
  for (const bool of_used : {true, false}) {
    for (uint32_t d = 0; d < profile.devices.size(); ++d) {
      const DeviceId device(d);
      const std::string_view host = hosts.Of(device);
      if ((used[d] != 0) != of_used || (host.empty() && !is_one_folder)) continue;
      const bool is_new = told.insert({host, profile.devices[device].name}).second;
      repeated[d] = !of_used && !is_new;
    }
  }
  return repeated;
}

}  // namespace profiler
