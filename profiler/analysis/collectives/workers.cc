#include "profiler/analysis/collectives/workers.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

#include "profiler/analysis/selection/event_scan.h"
#include "profiler/analysis/selection/runs.h"
#include "profiler/store/device_name.h"

namespace profiler {
namespace {

// Returns e.g. "worker" for the text "/job:worker/replica:0" and the key "/job:".
std::string_view Part(std::string_view text, std::string_view key) {
  const size_t at = text.find(key);
  if (at == text.npos) return {};
  text.remove_prefix(at + key.size());
  return text.substr(0, text.find('/'));
}

// TensorFlow's name for the job of a single process.
constexpr std::string_view kAlone = "localhost";

}  // namespace

std::string TaskName(std::string_view device) {
  const std::string_view job = Part(device, "/job:"), task = Part(device, "/task:");
  const std::string_view replica = Part(device, "/replica:");
  if (job.empty() || task.empty() || job == kAlone) return "";
  if (replica.empty() || replica == "0") return fmt::format("{}:{}", job, task);
  return fmt::format("{}/{}:{}", job, replica, task);
}

bool IsParameterServer(std::string_view device) { return Part(device, "/job:") == "ps"; }

namespace {

Worker WorkerOf(const Profile& profile, SourceId source, DeviceId device) {
  Worker worker;
  if (device.valid()) {
    const std::string_view name = profile.strings[profile.devices[device].name];
    worker.name = TaskName(name);
    worker.is_parameter_server = IsParameterServer(name);
    worker.host_regex = ParseDeviceName(name).host;
  }
  if (!worker.name.empty() || !source.valid()) return worker;
  const SourceRow& row = profile.sources[source];
  worker.has_own_steps = true;
  worker.host_regex.clear();
  if (row.rank != kUnknown) {
    worker.name = fmt::format("rank {}", row.rank);
  } else if (row.host.valid()) {
    worker.name = worker.host_regex = profile.strings[row.host];
  }
  return worker;
}

// Workers of several runs with one name get the names of their files. A task of a cluster may have
// several files and gets the name of its run.
void TellApart(const Profile& profile, const Runs& runs, std::vector<Worker>& workers) {
  std::map<std::string, int> runs_with;
  for (const Worker& worker : workers) ++runs_with[worker.name];
  for (Worker& worker : workers) {
    if (runs.names.size() < 2 || (!worker.name.empty() && runs_with[worker.name] == 1)) continue;
    const bool has_file = worker.has_own_steps && worker.source.valid();
    const std::string file(has_file ? profile.strings[profile.sources[worker.source].path]
                                    : std::string_view(runs.names[worker.run]));
    worker.name += (worker.name.empty() ? "" : " of ") + file;
  }
}

}  // namespace

Workers::Workers(const Profile& profile) {
  std::map<std::pair<SourceId, DeviceId>, Worker> found;
  const Runs runs = RunsOf(profile);
  const auto add = [&](SourceId source, DeviceId device) {
    const auto [it, is_new] = found.try_emplace(std::pair(source, device));
    if (!is_new) return;
    it->second = WorkerOf(profile, source, device);
    it->second.source = source;
    if (source.valid()) it->second.run = runs.of_source[source.row()];
  };
  for (const Track track : Tracks(profile)) add(track.row.source, track.row.device);
  std::optional<std::pair<SourceId, DeviceId>> last;  // most rows of an op have the same place
  profile.execs().row.ForEachOf(
      [&](StepId step, DeviceId device) {
        const SourceId source = step.valid() ? profile.steps[step].source : SourceId();
        if (last == std::pair(source, device)) return;
        last = {source, device};
        add(source, device);
      },
      &ExecRow::step, &ExecRow::device);
  const auto key = [](const Worker& worker) {
    return std::tuple(worker.run, worker.name.size(), worker.name);
  };
  for (const auto& [place, worker] : found) workers_.push_back(worker);
  std::stable_sort(workers_.begin(), workers_.end(),
                   [&](const Worker& a, const Worker& b) { return key(a) < key(b); });
  const auto same = [&](const Worker& a, const Worker& b) { return key(a) == key(b); };
  workers_.erase(std::unique(workers_.begin(), workers_.end(), same), workers_.end());
  for (const auto& [place, worker] : found) {
    const auto at = std::lower_bound(workers_.begin(), workers_.end(), key(worker),
                                     [&](const Worker& a, const auto& k) { return key(a) < k; });
    index_[place] = static_cast<uint32_t>(at - workers_.begin());
  }
  TellApart(profile, runs, workers_);
}

}  // namespace profiler
