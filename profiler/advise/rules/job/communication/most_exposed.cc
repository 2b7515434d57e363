#include "profiler/advise/rules/job/communication/most_exposed.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "profiler/advise/rules/common/evidence.h"

namespace profiler {
namespace {

// Whether all workers of the run take part in the group, so that it may be named of all.
bool AreAllInGroup(const RunCommunication& run, std::string_view group) {
  std::set<uint32_t> members;
  for (const ExposedCollective& one : run.exposed) {
    if (one.group == group) members.insert(one.worker);
  }
  return std::all_of(run.uses.begin(), run.uses.end(),
                     [&](const WorkerUse& use) { return members.contains(use.index); });
}

using KindAndGroup = std::pair<CollectiveKind, std::string_view>;

// Which part of its time in collectives of each kind and group the worker does not wait for other
// ranks.
std::map<KindAndGroup, double> ExchangeShares(const RunCommunication& run, const WorkerUse& use) {
  std::map<KindAndGroup, std::pair<Int128, Int128>> sums;  // waiting, and all
  const std::vector<CollectivePart>& parts = run.compared.waits.parts;
  for (size_t i = 0; i < std::min(parts.size(), run.compared.events.size()); ++i) {
    const CollectiveEvent& one = run.compared.events[i];
    if (one.source != use.worker.source || one.is_call || !parts[i].is_compared()) continue;
    auto& [wait, all] = sums[{one.kind, one.group}];
    wait += std::max(parts[i].wait, Int128{0});
    all += one.duration;
  }
  std::map<KindAndGroup, double> shares;
  for (const auto& [key, sum] : sums) {
    const auto wait = static_cast<double>(sum.first), all = static_cast<double>(sum.second);
    shares[key] = all > 0 ? std::clamp(1 - wait / all, 0.0, 1.0) : 1;
  }
  return shares;
}

}  // namespace

MostExposed MostExposedOf(const RunCommunication& run, const WorkerUse& use, bool is_of_all,
                          bool by_exchange) {
  std::map<KindAndGroup, double> shares;
  if (by_exchange) shares = ExchangeShares(run, use);
  const ExposedCollective* most = nullptr;
  double longest = 0;
  std::set<std::string_view> groups;
  for (const ExposedCollective& one : run.exposed) {
    if (one.worker != use.index || one.exposed <= 0) continue;
    const auto share = shares.find({one.kind, one.group});
    const double time =
        static_cast<double>(one.exposed) * (share == shares.end() ? 1 : share->second);
    if (most == nullptr || time > longest) {
      most = &one;
      longest = time;
    }
    groups.insert(one.group);
  }
  if (most == nullptr) return {};
  MostExposed found = {most->kind, std::string(Name(most->kind)), most->group,
                       Share(most->exposed, most->of_worker)};
  const bool is_told = groups.size() > 1 && !most->group.empty();
  if (is_told && (!is_of_all || AreAllInGroup(run, most->group))) {
    found.name += fmt::format(" of group {}", most->group);
  }
  return found;
}

}  // namespace profiler
