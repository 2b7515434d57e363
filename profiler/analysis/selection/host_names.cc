#include "profiler/analysis/selection/host_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace profiler {
namespace {

// The folder of a file, without the folders above it; empty if it has none, or is called after a
// rank ("rank_3"), which is no host.
std::string_view FolderOf(std::string_view path) {
  const size_t end = path.rfind('/');
  if (end == path.npos) return {};
  path = path.substr(0, end);
  path = path.substr(path.rfind('/') + 1);
  for (std::string_view word : {"rank", "worker"}) {
    if (!path.starts_with(word)) continue;
    const std::string_view number = path.substr(word.size());
    const bool is_rank = number.find_first_of("0123456789") != number.npos &&
                         number.find_first_not_of("0123456789_-") == number.npos;
    if (is_rank) return {};
  }
  return path;
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
  FindRanks();
  // Ranks of several runs may have one name, so the device's own source counts.
  for (const TrackRow& track : profile_.tracks.values()) {
    if (!track.device.valid() || !track.source.valid()) continue;
    const StringId host = profile_.devices[track.device].host;
    if (nameless_.contains(host) && profile_.sources[track.source].host == host) {
      recorded_.try_emplace(track.device, track.source);
    }
  }
}

void HostNames::FindRanks() {
  std::set<int64_t> all;
  for (const SourceRow& source : profile_.sources.values()) all.insert(source.rank);
  all.erase(kUnknown);
  if (all.size() < 2) return;
  for (const TrackRow& track : profile_.tracks.values()) {
    if (!track.device.valid() || !track.source.valid()) continue;
    const int64_t rank = profile_.sources[track.source].rank;
    const auto [it, is_new] = rank_of_used_.try_emplace(track.device, rank);
    if (!is_new && it->second != rank) it->second = kUnknown;
  }
}

std::string_view HostNames::Of(SourceId id) const {
  const SourceRow& source = profile_.sources[id];
  if (const std::string_view host = RecordedHost(profile_, source); !host.empty()) return host;
  // Where one run has a folder per host, that of a run on one host is one, too.
  const bool has_several = std::any_of(folders_.begin(), folders_.end(),
                                       [](const auto& folders) { return folders.size() > 1; });
  return has_several ? FolderOf(profile_.strings[source.path]) : std::string_view();
}

std::string_view HostNames::Of(DeviceId id) const {
  const StringId host = profile_.devices[id].host;
  const auto nameless = nameless_.find(host);
  if (nameless == nameless_.end()) return profile_.strings[host];
  const auto recorded = recorded_.find(id);
  return Of(recorded == recorded_.end() ? nameless->second : recorded->second);
}

int64_t HostNames::RankOf(DeviceId device) const {
  const auto nameless = nameless_.find(profile_.devices[device].host);
  if (nameless != nameless_.end()) return profile_.sources[nameless->second].rank;
  const auto used = rank_of_used_.find(device);
  return used == rank_of_used_.end() ? kUnknown : used->second;
}

}  // namespace profiler
