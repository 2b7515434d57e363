#include "profiler/analysis/collectives/waits/slow_groups.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

#include "profiler/analysis/selection/runs.h"
#include "profiler/analysis/steps/step_patterns.h"
#include "profiler/analysis/values/upper_median.h"

namespace profiler {
namespace {

// Fewer collectives do not show how long one usually takes.
constexpr int64_t kLeastCollectives = 3;

// Run, kind, bytes and number of ranks: groups that are alike in these should take equally long.
using Class = std::tuple<uint32_t, CollectiveKind, int64_t, size_t>;

// One collective: what the rank in it for the shortest time exchanges for.
struct OneCollective {
  const CollectiveEvent* event = nullptr;
  Int128 exchange = 0;
  std::vector<SourceId> ranks;  // sorted, as events are
};

std::vector<OneCollective> Collectives(const ComparedCollectives& compared) {
  std::vector<OneCollective> all(static_cast<size_t>(compared.waits.compared()));
  for (size_t i = 0; i < compared.events.size(); ++i) {
    const CollectivePart& part = compared.waits.parts[i];
    if (!part.is_compared()) continue;
    const CollectiveEvent& event = compared.events[i];
    OneCollective& one = all[part.collective];
    const Int128 exchange = event.duration - part.wait;
    if (one.event == nullptr || exchange < one.exchange) one.exchange = exchange;
    one.event = &event;
    if (one.ranks.empty() || !(one.ranks.back() == event.source)) one.ranks.push_back(event.source);
  }
  return all;
}

// The groups of a class, in the order of their first ranks. Ranks that were matched with a part of
// their recorded group only, and others of it among themselves, are not two groups.
std::vector<GroupExchange> GroupsOf(const std::vector<const OneCollective*>& collectives) {
  std::map<std::vector<SourceId>, std::vector<const OneCollective*>> by_ranks;
  std::map<std::string_view, std::set<std::vector<SourceId>>> parts_of;  // by name of the group
  for (const OneCollective* one : collectives) {
    by_ranks[one->ranks].push_back(one);
    const bool is_part = one->event->group_size > static_cast<int64_t>(one->ranks.size());
    if (is_part && !one->event->group.empty()) parts_of[one->event->group].insert(one->ranks);
  }
  std::vector<GroupExchange> groups;
  for (const auto& [ranks, of_ranks] : by_ranks) {
    const auto parts = parts_of.find(of_ranks.front()->event->group);
    if (parts != parts_of.end() && parts->second.size() > 1) continue;
    std::vector<double> times;
    for (const OneCollective* one : of_ranks) times.push_back(static_cast<double>(one->exchange));
    const auto count = static_cast<int64_t>(times.size());
    if (count < kLeastCollectives) continue;
    groups.push_back(
        {of_ranks.front()->event->group, ranks, SummaryOf(std::move(times)).median, count});
  }
  return groups;
}

void AddSlow(const Class& of, const std::vector<GroupExchange>& groups, double share,
             std::vector<SlowGroup>& slow) {
  if (groups.size() < 2) return;
  for (const GroupExchange& group : groups) {
    std::vector<double> times;
    for (const GroupExchange& other : groups) {
      if (&other != &group) times.push_back(other.exchange);
    }
    const double usual = UpperMedian(times);
    if (usual <= 0 || usual >= share * group.exchange) continue;
    SlowGroup one;
    std::tie(one.run, one.kind, one.bytes, std::ignore) = of;
    one.usual = usual;
    one.slow = group;
    std::copy_if(groups.begin(), groups.end(), std::back_inserter(one.others),
                 [&](const GroupExchange& other) { return &other != &group; });
    one.excess = (group.exchange - one.usual) * static_cast<double>(group.collectives);
    slow.push_back(std::move(one));
  }
}

}  // namespace

std::vector<SlowGroup> FindSlowGroups(const Profile& profile,
                                      const ComparedCollectives& collectives, double share) {
  const Runs runs = RunsOf(profile);
  const std::vector<OneCollective> all = Collectives(collectives);
  std::map<Class, std::vector<const OneCollective*>> classes;
  for (const OneCollective& one : all) {
    if (one.event == nullptr || one.event->bytes == kUnknown || one.ranks.size() < 2) continue;
    const uint32_t run = runs.of_source[one.event->source.row()];
    classes[{run, one.event->kind, one.event->bytes, one.ranks.size()}].push_back(&one);
  }
  std::vector<SlowGroup> slow;
  for (const auto& [of, of_class] : classes) AddSlow(of, GroupsOf(of_class), share, slow);
  std::stable_sort(slow.begin(), slow.end(),
                   [](const SlowGroup& a, const SlowGroup& b) { return a.excess > b.excess; });
  return slow;
}

}  // namespace profiler
