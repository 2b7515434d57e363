#include "profiler/analysis/selection/host_names.h"

#include <fmt/format.h>

#include <utility>

namespace profiler {
namespace {

// The folder of a file, without the folders above it; empty if it has none.
std::string_view FolderOf(std::string_view path) {
  const size_t end = path.rfind('/');
  if (end == path.npos) return {};
  path = path.substr(0, end);
  return path.substr(path.rfind('/') + 1);
}

}  // namespace

std::string_view RecordedHost(const Profile& profile, const SourceRow& source) {
  const std::string_view host = profile.strings[source.host];
  return host == fmt::format("rank {}", source.rank) ? std::string_view() : host;
}

HostNames::HostNames(const Profile& profile, Runs runs)
    : profile_(profile), runs_(std::move(runs)), folders_(runs_.names.size()) {
  for (uint32_t i = 0; i < profile.sources.size(); ++i) {
    const SourceRow& source = profile.sources[SourceId(i)];
    if (source.is_beside_profile || !RecordedHost(profile, source).empty()) continue;
    folders_[runs_.of_source[i]].insert(FolderOf(profile.strings[source.path]));
    if (source.host.valid()) nameless_.try_emplace(source.host, SourceId(i));
  }
}

std::string_view HostNames::Of(SourceId id) const {
  const SourceRow& source = profile_.sources[id];
  if (const std::string_view host = RecordedHost(profile_, source); !host.empty()) return host;
  const bool has_several = folders_[runs_.of_source[id.row()]].size() > 1;
  return has_several ? FolderOf(profile_.strings[source.path]) : std::string_view();
}

std::string_view HostNames::Shown(StringId host) const {
  const auto nameless = nameless_.find(host);
  return nameless == nameless_.end() ? profile_.strings[host] : Of(nameless->second);
}

}  // namespace profiler
