#include "profiler/views/trees/op_groups.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"
#include "profiler/analysis/ops/framework_op.h"
#include "profiler/analysis/trees/tree.h"
#include "profiler/analysis/trees/waiting_threads.h"

namespace profiler {
namespace {

constexpr std::string_view kNoType = "<no type>";  // for ops without a recorded type

std::string_view TypeOf(const Profile& profile, const std::vector<char>& waits, bool is_compat,
                        uint32_t op) {
  if (op >= profile.op_count()) return kOutsideSteps;
  if (waits[op] != 0) return kWaitingThreads;
  const std::string_view type =
      is_compat ? profile.strings[profile.ops.row[OpId(op)].type] : ShownType(profile, OpId(op));
  return type.empty() ? kNoType : type;
}

// Sorts the names of groups and renumbers `group_of` accordingly.
void SortByName(std::vector<std::string_view>& name, std::vector<int32_t>& group_of) {
  std::vector<int32_t> order(name.size()), place(name.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](int32_t a, int32_t b) { return name[a] < name[b]; });
  std::vector<std::string_view> sorted;
  for (int32_t group : order) {
    place[group] = static_cast<int32_t>(sorted.size());
    sorted.push_back(name[group]);
  }
  for (int32_t& group : group_of) {
    if (group != kNoNode) group = place[group];
  }
  name = std::move(sorted);
}

}  // namespace

OpGroups GroupByType(const Profile& profile, const OpValues& values, bool is_compat) {
  std::vector<int32_t> items, group_of(values.of.size(), kNoNode);
  absl::flat_hash_map<absl::string_view, int32_t> group_of_type;
  OpGroups groups;
  const std::vector<char> waits = WaitsOfOtherThreads(profile);
  for (int32_t item = 0; item < static_cast<int32_t>(values.of.size()); ++item) {
    if (values.LeavesOut(item)) continue;
    const std::string_view type = TypeOf(profile, waits, is_compat, static_cast<uint32_t>(item));
    const auto [it, is_new] = group_of_type.try_emplace(absl::string_view(type.data(), type.size()),
                                                        static_cast<int32_t>(groups.name.size()));
    if (is_new) groups.name.push_back(type);
    group_of[item] = it->second;
    items.push_back(item);
  }
  SortByName(groups.name, group_of);
  groups.items = GroupedItems(groups.name.size(), items, group_of);
  return groups;
}

}  // namespace profiler
