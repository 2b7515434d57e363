#include "profiler/analysis/samples/exchanges.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <string_view>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "profiler/analysis/accelerators/work/launch_grids.h"
#include "profiler/analysis/collectives/compared_collectives.h"
#include "profiler/analysis/selection/host_names.h"
#include "profiler/base/status.h"
#include "profiler/base/value.h"

namespace profiler {
namespace {

// How many hosts the ranks are on that recorded a collective, by collective; NaN if one is unknown.
using SpansOfCollectives = absl::flat_hash_map<uint32_t, double>;
SpansOfCollectives SpansOf(const Profile& profile, const ComparedCollectives& compared) {
  absl::flat_hash_set<std::pair<uint32_t, std::string_view>> found;
  SpansOfCollectives spans;
  for (size_t i = 0; i < compared.events.size(); ++i) {
    const CollectivePart& part = compared.waits.parts[i];
    if (!part.is_compared()) continue;
    const SourceId source = compared.events[i].source;
    const std::string_view host =
        source.valid() ? RecordedHost(profile, profile.sources[source]) : std::string_view();
    if (!found.insert({part.collective, host}).second) continue;
    spans[part.collective] += host.empty() ? kAbsentReal : 1;
  }
  return spans;
}

void AddBlocks(const LaunchGrid& grid, KindExchange& of) {
  if (grid.blocks == kUnknown) return;
  of.launches += 1;
  of.blocks += static_cast<double>(grid.blocks);
}

void AddMessage(const Profile& profile, const CollectiveEvent& event, KindExchange& of) {
  // What ends a collective is no message of its own.
  if (!event.is_end) {
    of.all_bytes += event.bytes == kUnknown ? kAbsentReal : static_cast<double>(event.bytes);
  }
  if (!event.dtype.empty()) of.types.insert(event.dtype);
  of.most_ranks = std::max(of.most_ranks, event.group_size);
  if (!event.source.valid()) return;
  const std::string_view host = RecordedHost(profile, profile.sources[event.source]);
  if (!host.empty()) of.hosts.insert(host);
}

}  // namespace

absl::StatusOr<Exchanges> FindExchanges(const Selected& selected, const StepNumbers& numbers,
                                        RunContext& context) {
  const Profile& profile = selected.profile();
  PROFILER_ASSIGN_OR_RETURN(const std::shared_ptr<const ComparedCollectives> compared,
                            SharedCollectives(selected, context));
  Exchanges found;
  found.is_collective_op.resize(profile.op_count());
  constexpr size_t kKinds = static_cast<size_t>(CollectiveKind::kOther) + 1;
  std::array<KindExchange, kKinds> by_kind;
  std::array<bool, kKinds> is_there = {};
  const SpansOfCollectives spans = SpansOf(profile, *compared);
  LaunchGrids grids(profile);
  for (size_t i = 0; i < compared->events.size(); ++i) {
    const CollectiveEvent& event = compared->events[i];
    const CollectivePart& part = compared->waits.parts[i];
    if (event.is_call) continue;
    const OpId op = profile.events[event.event.track].op[event.event.row];
    if (op.valid()) found.is_collective_op[op.row()] = 1;
    const bool is_selected = numbers.Of(event.step) != StepNumbers::kNone &&
                             selected.source_filter().Has(event.step, event.device);
    if (!is_selected) continue;
    KindExchange& of = by_kind[static_cast<size_t>(event.kind)];
    is_there[static_cast<size_t>(event.kind)] = true;
    of.kind = event.kind;
    AddMessage(profile, event, of);
    AddBlocks(grids.Of(profile.events[event.event.track], event.event.row), of);
    if (!part.is_compared()) continue;
    of.calls += 1;
    const auto wait = static_cast<double>(part.wait);
    of.wait += wait;
    of.spans += spans.at(part.collective);
    of.exchange += static_cast<double>(event.duration) - wait;
    of.bytes += event.bytes == kUnknown ? kAbsentReal : static_cast<double>(event.bytes);
  }
  for (size_t kind = 0; kind < by_kind.size(); ++kind) {
    if (is_there[kind]) found.kinds.push_back(std::move(by_kind[kind]));
  }
  return found;
}

}  // namespace profiler
