#include "profiler/advise/rules/job/communication/group_hosts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "profiler/advise/rules/job/communication/exchange_remedy.h"
#include "profiler/analysis/collectives/collective_bytes.h"
#include "profiler/base/int128.h"
#include "profiler/base/text/listed.h"
#include "profiler/report/scaled.h"

namespace profiler {
namespace {

// A group that the worker is in.
struct GroupOfWorker {
  std::set<SourceId> members;
  std::set<std::string_view> hosts;
  int64_t size = kUnknown;  // as recorded
  Int128 bytes = 0;         // that the worker exchanged in it

  bool is_known() const {
    return size != kUnknown && static_cast<size_t>(size) == members.size() && !hosts.contains("");
  }
};
using GroupsOfWorker = std::map<std::string_view, GroupOfWorker>;

// nullopt where not all bytes are known.
std::optional<GroupsOfWorker> GroupsOf(const Profile& profile, const WorkerUse& use,
                                       const RunCommunication& run) {
  std::set<SourceId> ranks;
  for (const RankSteps* rank : run.ranks) ranks.insert(rank->source);
  GroupsOfWorker groups;
  for (const CollectiveEvent& one : run.compared.events) {
    if (one.source != use.worker.source || one.is_call || one.is_end) continue;
    if (one.bytes == kUnknown) return std::nullopt;
    GroupOfWorker& group = groups[one.group];
    group.bytes += one.bytes;
    group.size = one.group_size;
  }
  for (const CollectiveEvent& one : run.compared.events) {
    const auto group = groups.find(one.group);
    if (group == groups.end() || !ranks.contains(one.source)) continue;
    if (!group->second.members.insert(one.source).second) continue;
    group->second.hosts.insert(profile.strings[profile.sources[one.source].host]);
  }
  return groups;
}

// Whether each of the hosts has as many ranks of the run as the group.
bool HaveRoom(const Profile& profile, const RunCommunication& run, const GroupOfWorker& group) {
  std::map<std::string_view, size_t> ranks;
  for (const RankSteps* rank : run.ranks) {
    if (rank->source.valid()) ++ranks[profile.strings[profile.sources[rank->source].host]];
  }
  return std::all_of(group.hosts.begin(), group.hosts.end(),
                     [&](std::string_view host) { return ranks[host] >= group.members.size(); });
}

// The bus bandwidth that the worker reaches in a group; NaN if it is not known, or if collectives
// are so small that latency limits them.
double BusRateOfGroup(const WorkerUse& use, const RunCommunication& run, std::string_view group) {
  constexpr int64_t kLeastBytes = 1 << 20;
  const CollectiveTotals totals = ExchangeOfWorker(
      use, run, [&](const CollectiveEvent& one) { return one.group == group && !one.is_call; });
  const bool are_large = totals.bytes >= Int128{kLeastBytes} * totals.occurrences;
  const double rate = totals.PerSecond(totals.bus_bytes);
  return totals.knows_all && are_large && rate > 0 && std::isfinite(rate) ? rate : std::nan("");
}

}  // namespace

std::string SlowBetweenHostsText(const Profile& profile, const WorkerUse& use,
                                 const RunCommunication& run, std::string_view group) {
  // Links within a host are up to ten times as fast as those between hosts.
  constexpr double kFarFaster = 16;
  if (group.empty() || !use.knows_exchange() || !run.missing.empty()) return "";
  const std::optional<GroupsOfWorker> groups = GroupsOf(profile, use, run);
  if (!groups.has_value()) return "";
  const auto found = groups->find(group);
  if (found == groups->end() || !found->second.is_known() || found->second.hosts.size() < 2) {
    return "";
  }
  double within = 0;
  for (const auto& [name, one] : *groups) {
    const bool is_within = one.is_known() && one.members.size() > 1 && one.hosts.size() == 1;
    if (is_within) within = std::fmax(within, BusRateOfGroup(use, run, name));
  }
  const double between = BusRateOfGroup(use, run, group);
  if (!(within >= kFarFaster * between)) return "";
  return fmt::format(
      ". That is longest in groups that span {} hosts, such as {} of {}: {} of bus bandwidth, {} "
      "within a host. Look at the network between hosts, such as whether NCCL uses RDMA there "
      "(NCCL_DEBUG=INFO says so; NCCL_IB_HCA, NCCL_SOCKET_IFNAME), and send less between them",
      found->second.hosts.size(), group, use.worker.name,
      ScaledText(between, Unit::kBytesPerSecond), ScaledText(within, Unit::kBytesPerSecond));
}

std::string GroupAcrossHostsText(const Profile& profile, const WorkerUse& use,
                                 const RunCommunication& run, std::string_view group) {
  constexpr size_t kMostRanks = 8;
  if (group.empty() || !run.missing.empty()) return "";
  const std::optional<GroupsOfWorker> groups = GroupsOf(profile, use, run);
  if (!groups.has_value()) return "";
  const auto found = groups->find(group);
  if (found == groups->end()) return "";
  const GroupOfWorker& across = found->second;
  const bool is_part = across.is_known() && across.members.size() < run.ranks.size();
  if (!is_part || across.hosts.size() < 2 || !HaveRoom(profile, run, across)) return "";
  Int128 within = 0;
  for (const auto& [name, one] : *groups) {
    if (one.members.size() > 1 && one.hosts.size() == 1) within += one.bytes;
  }
  if (2 * within > across.bytes) return "";
  std::vector<int64_t> ranks;
  for (const SourceId member : across.members) ranks.push_back(profile.sources[member].rank);
  std::sort(ranks.begin(), ranks.end());
  if (ranks.front() == kUnknown) return "";
  return fmt::format(
      "The group of ranks {} spans {} hosts, though each has as many ranks as the group, and "
      "groups "
      "within a host exchange less: order the dimensions of the mesh so that such groups lie "
      "within hosts. ",
      Listed(ranks, kMostRanks), across.hosts.size());
}

}  // namespace profiler
