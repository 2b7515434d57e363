#include "profiler/compare/page/causes/launch_change.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "profiler/analysis/accelerators/kernel_details.h"
#include "profiler/analysis/collectives/collective_kinds.h"
#include "profiler/analysis/selection/event_scan.h"
#include "profiler/compare/page/causes/kernel_swap.h"
#include "profiler/store/event_name.h"

namespace profiler {
namespace {

// How nearly all runs of a kernel were launched.
struct UsualLaunch {
  std::string blocks;  // "2x8x16 blocks of 256x1x1 threads"
  std::string_view shapes;
};

std::string LaunchBlocksText(std::string_view detail) {
  KernelDetails details = ParseKernelDetails(detail);
  if (details.grid.empty() || details.block.empty()) return "";
  std::replace(details.grid.begin(), details.grid.end(), ',', 'x');
  std::replace(details.block.begin(), details.block.end(), ',', 'x');
  return fmt::format("{} blocks of {} threads", details.grid, details.block);
}

// Nullopt where launches or the shapes of inputs differ, or were not recorded.
std::optional<UsualLaunch> UsualLaunchOf(const Side& side, std::string_view kernel) {
  constexpr int64_t kNearlyAll = 9;  // of ten
  const Profile& profile = side.profile();
  const StringId name = profile.strings.Find(kernel);
  if (!name.valid()) return std::nullopt;
  absl::flat_hash_map<std::pair<StringId, StringId>, int64_t> runs;  // by detail and shapes
  int64_t all = 0;
  for (const Track track : Tracks(*side.selected, HoldsDeviceWork)) {
    const Events& events = track.events;
    for (uint32_t e = 0; e < events.size(); ++e) {
      if (EventName(profile, events, e) != name) continue;
      if (!side.selected->steps().Has(events.step[e])) continue;
      const OpId op = events.op[e];
      const StringId detail = events.detail.empty() ? StringId() : events.detail[e];
      ++runs[{detail, op.valid() ? profile.ops.row[op].input_shapes : StringId()}];
      ++all;
    }
  }
  // Details differ in more than blocks.
  std::map<std::pair<std::string, StringId>, int64_t> by_blocks;
  for (const auto& [of, count] : runs) {
    if (!of.first.valid() || !of.second.valid()) continue;
    by_blocks[{LaunchBlocksText(profile.strings[of.first]), of.second}] += count;
  }
  for (const auto& [of, count] : by_blocks) {
    if (of.first.empty() || 10 * count < kNearlyAll * all) continue;
    return UsualLaunch{of.first, profile.strings[of.second]};
  }
  return std::nullopt;
}

}  // namespace

std::string LaunchSentence(const Change& step, const std::vector<DiffRow>& kernels,
                           const Side& base, const Side& next) {
  constexpr double kGoodPart = 0.2;  // of the step's change
  if (!step.is_slower_or_faster()) return "";
  const DiffRow* most = nullptr;
  for (const DiffRow& kernel : kernels) {
    const bool is_of_both = kernel.change.is_slower_or_faster() && kernel.base_name.empty();
    if (!is_of_both || kernel.is_beside) continue;
    if (KindOfCollective(kernel.name) != CollectiveKind::kOther) continue;
    const double part = kernel.change.delta / step.delta;
    if (part >= kGoodPart && (most == nullptr || part > most->change.delta / step.delta)) {
      most = &kernel;
    }
  }
  if (most == nullptr) return "";
  const std::optional<UsualLaunch> before = UsualLaunchOf(base, most->name);
  const std::optional<UsualLaunch> now = UsualLaunchOf(next, most->name);
  if (!before || !now || before->shapes != now->shapes || before->blocks == now->blocks) return "";
  return fmt::format(
      "The kernel {} is launched in {} now, in {} before, for inputs of the same shapes: versions "
      "of libraries and settings, such as deterministic algorithms, decide that",
      ShortKernelName(most->name), now->blocks, before->blocks);
}

}  // namespace profiler
