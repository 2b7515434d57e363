#include "profiler/analysis/selection/source_filter.h"

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>
#include <set>
#include <string_view>
#include <utility>

#include "profiler/analysis/selection/host_names.h"

namespace profiler {
namespace {

// Returns e.g. "7" for "/job:worker/replica:0/task:7", and "" if there is no task.
std::string_view TaskNumber(std::string_view host) {
  constexpr std::string_view kTask = "/task:";
  const size_t at = host.rfind(kTask);
  return at == std::string_view::npos ? std::string_view() : host.substr(at + kTask.size());
}

bool MatchesAny(const RegexSet& set, std::initializer_list<std::string_view> names) {
  return set.all() || std::any_of(names.begin(), names.end(), [&](std::string_view name) {
           return !name.empty() && set.Matches(name);
         });
}

void AddUnmatched(std::string_view option, const RegexSet& set, std::set<std::string> names,
                  std::vector<UnmatchedPattern>& unmatched) {
  if (set.all()) return;
  names.erase("");
  for (const RegexSet& pattern : set.Singles()) {
    const auto matches = [&](const std::string& name) { return pattern.Matches(name); };
    if (std::any_of(names.begin(), names.end(), matches)) continue;
    unmatched.push_back({option, pattern.patterns()[0], {names.begin(), names.end()}});
  }
}

}  // namespace

SourceFilter::SourceFilter(const Profile& profile, const Selection& selection)
    : profile_(profile), all_(selection.all_places()) {
  if (all_) return;
  const Strings& strings = profile.strings;
  const HostNames host_names(profile);
  picked_.assign(profile.sources.size() + 1, std::vector<char>(profile.devices.size() + 1));
  for (uint32_t s = 0; s <= profile.sources.size(); ++s) {
    const SourceRow source =
        s < profile.sources.size() ? profile.sources[SourceId(s)] : SourceRow();
    if (!MatchesAny(selection.sources, {strings[source.path]})) continue;
    const std::string_view folder_host =
        s < profile.sources.size() ? host_names.Of(SourceId(s)) : std::string_view();
    const std::string rank = source.rank == kUnknown ? "" : std::to_string(source.rank);
    for (uint32_t d = 0; d <= profile.devices.size(); ++d) {
      const DeviceRow device =
          d < profile.devices.size() ? profile.devices[DeviceId(d)] : DeviceRow();
      const std::string_view host = strings[device.host];
      picked_[s][d] = MatchesAny(selection.hosts, {strings[source.host], host, folder_host}) &&
                      MatchesAny(selection.ranks, {rank, TaskNumber(host)}) &&
                      MatchesAny(selection.devices, {strings[device.name]});
    }
  }
  FindSources();
}

void SourceFilter::FindSources() {
  const auto none = static_cast<uint32_t>(profile_.sources.size());
  constexpr uint32_t kNotMet = UINT32_MAX;
  source_of_.assign(profile_.devices.size() + 1, kNotMet);
  const auto meet = [none](uint32_t source, uint32_t& of) {
    of = of == kNotMet || of == source ? source : none;
  };
  for (const TrackRow& track : profile_.tracks.values()) {
    meet(track.source.row(),
         track.device.valid() ? source_of_[track.device.row()] : source_of_.back());
  }
  for (uint32_t d = 0; d < profile_.devices.size(); ++d) {
    if (source_of_[d] != kNotMet) continue;
    // Nothing ran on the device, so it belongs to its host's source if the host has only one.
    const StringId host = profile_.devices[DeviceId(d)].host;
    for (uint32_t s = 0; host.valid() && s < none; ++s) {
      if (profile_.sources[SourceId(s)].host == host) meet(s, source_of_[d]);
    }
  }
  for (uint32_t& source : source_of_) source = std::min(source, none);
}

bool SourceFilter::Has(StepId step, DeviceId device) const {
  if (all_) return true;
  const size_t of_device = device.valid() ? device.row() : profile_.devices.size();
  return IsPicked(step.valid() ? profile_.steps[step].source.row() : source_of_[of_device], device);
}

std::vector<UnmatchedPattern> UnmatchedPatterns(const Profile& profile,
                                                const Selection& selection) {
  std::vector<UnmatchedPattern> unmatched;
  if (selection.all_places()) return unmatched;
  std::set<std::string> sources, hosts, ranks, devices;
  const HostNames host_names(profile);
  for (uint32_t s = 0; s < profile.sources.size(); ++s) {
    const SourceRow& source = profile.sources[SourceId(s)];
    sources.emplace(profile.strings[source.path]);
    hosts.emplace(profile.strings[source.host]);
    hosts.emplace(host_names.Of(SourceId(s)));
    if (source.rank != kUnknown) ranks.insert(std::to_string(source.rank));
  }
  for (const DeviceRow& device : profile.devices.values()) {
    const std::string_view host = profile.strings[device.host];
    hosts.emplace(host);
    ranks.emplace(TaskNumber(host));
    devices.emplace(profile.strings[device.name]);
  }
  AddUnmatched("source", selection.sources, std::move(sources), unmatched);
  AddUnmatched("host", selection.hosts, std::move(hosts), unmatched);
  AddUnmatched("rank", selection.ranks, std::move(ranks), unmatched);
  AddUnmatched("device", selection.devices, std::move(devices), unmatched);
  return unmatched;
}

std::string PatternsKey(const RegexSet& set) {
  // Patterns may contain any text, so lengths make the key unambiguous.
  std::string key;
  for (const std::string& pattern : set.patterns()) {
    key += fmt::format("{}:{}", pattern.size(), pattern);
  }
  return key;
}

std::string SourceFilterKey(const Selection& selection) {
  if (selection.all_places()) return "";
  std::string key;
  for (const RegexSet* set :
       {&selection.sources, &selection.hosts, &selection.ranks, &selection.devices}) {
    key += "/" + PatternsKey(*set);
  }
  return key;
}

}  // namespace profiler
