#include "profiler/advise/rules/common/place.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>

#include "profiler/analysis/selection/host_names.h"
#include "profiler/base/value.h"
#include "profiler/query/options/spelling.h"

namespace profiler {
namespace {

// What tells processes apart. A process may have written several files.
using Process = std::tuple<std::string_view, int64_t, uint32_t>;

Process ProcessOf(const Profile& profile, const SourceRow& source) {
  const bool is_told = source.rank != kUnknown || !profile.strings[source.host].empty();
  return {is_told ? profile.strings[source.host] : profile.strings[source.path], source.rank,
          source.run_group};
}

// Whether all sources for which `is_picked` is true were recorded by one process.
template <typename IsPicked>
bool AreOfOneProcess(const Profile& profile, IsPicked is_picked) {
  std::set<Process> processes;
  for (const SourceRow& source : profile.sources.values()) {
    if (!source.is_beside_profile && is_picked(source)) {
      processes.insert(ProcessOf(profile, source));
    }
  }
  return processes.size() <= 1;
}

std::string OptionWith(std::string_view option, std::string_view name) {
  return fmt::format(" -{} {}", option, QuoteWord(NameRegex(name)));
}

std::string SelectingOptions(const Profile& profile, const SourceRow& source) {
  const auto has_rank = [&](const SourceRow& other) { return other.rank == source.rank; };
  if (source.rank != kUnknown && AreOfOneProcess(profile, has_rank)) {
    return fmt::format(" -rank {}", source.rank);
  }
  const auto has_host = [&](const SourceRow& other) { return other.host == source.host; };
  if (source.host.valid() && AreOfOneProcess(profile, has_host)) {
    return OptionWith("host", profile.strings[source.host]);
  }
  return OptionWith("source", profile.strings[source.path]);
}

// The folder that holds all files of the run, with the slash at its end; empty if there is none.
std::string_view CommonFolder(const Profile& profile, const std::vector<SourceId>& run) {
  std::string_view folder = profile.strings[profile.sources[run.front()].path];
  for (const SourceId source : run) {
    const std::string_view path = profile.strings[profile.sources[source].path];
    const auto end = std::mismatch(folder.begin(), folder.end(), path.begin(), path.end()).first;
    folder = folder.substr(0, static_cast<size_t>(end - folder.begin()));
  }
  return folder.substr(0, folder.rfind('/') + 1);  // npos + 1 is 0
}

// -source with the folder of the run if no other run has files there, else with a few paths; empty
// if there are too many paths.
std::string OptionsOfRun(const Profile& profile, const std::vector<SourceId>& run) {
  constexpr size_t kMostPaths = 4;
  const std::string_view folder = CommonFolder(profile, run);
  const auto& sources = profile.sources.values();
  const auto in_folder = std::count_if(
      sources.begin(), sources.end(),
      [&](const SourceRow& source) { return profile.strings[source.path].starts_with(folder); });
  if (!folder.empty() && static_cast<size_t>(in_folder) == run.size()) {
    return fmt::format(" -source {}", QuoteWord(NameRegex(folder) + ".*"));
  }
  if (run.size() > kMostPaths) return "";
  std::vector<std::string> paths;
  paths.reserve(run.size());
  for (const SourceId source : run) {
    paths.push_back(NameRegex(profile.strings[profile.sources[source].path]));
  }
  return fmt::format(" -source {}", QuoteWord(fmt::format("{}", fmt::join(paths, ","))));
}

std::set<std::string_view> HostsOfDevices(const Profile& profile) {
  std::set<std::string_view> hosts;
  for (const DeviceRow& device : profile.devices.values()) {
    hosts.insert(profile.strings[device.host]);
  }
  hosts.erase("");
  return hosts;
}

void Select(const std::string& options, Finding& finding) {
  if (!finding.command.empty()) finding.command += options;
}

// The source of all tracks of the device; invalid if there are several or none.
SourceId SourceOf(const Profile& profile, DeviceId device) {
  SourceId source;
  for (const TrackRow& track : profile.tracks.values()) {
    if (!(track.device == device)) continue;
    if (source.valid() && !(source == track.source)) return {};
    source = track.source;
  }
  return source;
}

}  // namespace

bool IsOfOneProcess(const Profile& profile) {
  const auto any = [](const SourceRow&) { return true; };
  return AreOfOneProcess(profile, any) && HostsOfDevices(profile).size() < 2;
}

FindingPlace PlaceOf(const Profile& profile, SourceId source_id) {
  const auto any = [](const SourceRow&) { return true; };
  if (!source_id.valid() || AreOfOneProcess(profile, any)) return {};
  const SourceRow& source = profile.sources[source_id];
  FindingPlace place;
  place.rank = Known(source.rank);
  place.host = RecordedHost(profile, source);
  place.source = profile.strings[source.path];
  return place;
}

std::string ProcessName(const Profile& profile, SourceId source) {
  const FindingPlace place = PlaceOf(profile, source);
  if (place.rank != kAbsent) return fmt::format("rank {}", static_cast<int64_t>(place.rank));
  return place.host.empty() ? place.source : place.host;
}

std::string CoreName(const Profile& profile, DeviceId id) {
  const DeviceRow& device = profile.devices[id];
  const std::string_view name = profile.strings[device.name], host = profile.strings[device.host];
  const bool is_told = device.kind == DeviceKind::kTpu && !host.empty() && !IsOfOneProcess(profile);
  return is_told ? fmt::format("{} of {}", name, host) : std::string(name);
}

std::string StepAndPlace(const Profile& profile, StepId id) {
  const StepRow& step = profile.steps[id];
  const std::string name =
      step.found_by == StepFoundBy::kWhole ? "the recording" : fmt::format("step {}", step.number);
  const std::string process = ProcessName(profile, step.source);
  const bool is_rank = step.source.valid() && profile.sources[step.source].rank != kUnknown;
  return process.empty() ? name : fmt::format("{} {} {}", name, is_rank ? "of" : "on", process);
}

void SetPlace(const Profile& profile, SourceId source, Finding& finding) {
  finding.place = PlaceOf(profile, source);
  if (finding.place.empty()) return;
  Select(SelectingOptions(profile, profile.sources[source]), finding);
}

void SetPlace(const Profile& profile, DeviceId device, Finding& finding) {
  if (!device.valid()) return;
  const SourceId source = SourceOf(profile, device);
  if (!PlaceOf(profile, source).empty()) return SetPlace(profile, source, finding);
  SetPlaceOfHost(profile, profile.strings[profile.devices[device].host], finding);
}

void SetPlace(const Profile& profile, const std::vector<SourceId>& run, Finding& finding) {
  if (run.empty()) return;
  const auto is_of_run = [&](const SourceRow& source) {
    return std::any_of(run.begin(), run.end(),
                       [&](SourceId id) { return &profile.sources[id] == &source; });
  };
  if (AreOfOneProcess(profile, is_of_run)) return SetPlace(profile, run.front(), finding);
  if (std::string options = OptionsOfRun(profile, run); !options.empty()) Select(options, finding);
}

void SetPlaceOfHost(const Profile& profile, std::string_view host, Finding& finding) {
  if (host.empty()) return;
  std::set<std::string_view> hosts = HostsOfDevices(profile);
  for (const SourceRow& source : profile.sources.values()) {
    if (!profile.strings[source.host].empty()) hosts.insert(profile.strings[source.host]);
  }
  if (hosts.size() < 2 || hosts.count(host) == 0) return;
  finding.place = {};
  finding.place.host = host;
  Select(OptionWith("host", host), finding);
}

void KeepSelection(const Selection& selection, Finding& finding) {
  if (finding.command.empty()) return;
  const auto keep = [&](std::string_view option, const RegexSet& set) {
    const bool is_there = finding.command.find(fmt::format(" -{} ", option)) != std::string::npos;
    if (set.empty() || set.all() || is_there) return;
    std::string list;
    for (const std::string& pattern : set.patterns()) {
      if (!list.empty()) list += ',';
      for (const char c : pattern) list += c == ',' ? "\\," : std::string(1, c);
    }
    finding.command += fmt::format(" -{} {}", option, QuoteWord(list));
  };
  keep("source", selection.sources);
  keep("host", selection.hosts);
  keep("rank", selection.ranks);
  keep("device", selection.devices);
}

}  // namespace profiler
