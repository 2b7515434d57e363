#include "profiler/analysis/collectives/compared_collectives.h"

#include <fmt/format.h>

#include "profiler/base/heap_bytes.h"
#include "profiler/base/status.h"

namespace profiler {

uint64_t HeapBytes(const ComparedCollectives& compared) {
  const CollectiveWaits& waits = compared.waits;
  uint64_t never_joined = waits.never_joined.capacity() * sizeof(NeverJoined);
  for (const NeverJoined& one : waits.never_joined) {
    never_joined +=
        one.absent.capacity() * sizeof(size_t) + one.parts.capacity() * sizeof(RankPart);
  }
  return never_joined + compared.events.capacity() * sizeof(CollectiveEvent) +
         waits.ranks.capacity() * sizeof(RankWaits) + waits.runs.capacity() * sizeof(RunWaits) +
         waits.parts.capacity() * sizeof(CollectivePart) +
         waits.unlike.capacity() * sizeof(UnlikeRanks);
}

absl::StatusOr<std::shared_ptr<const ComparedCollectives>> SharedCollectives(
    const Selected& selected, RunContext& context) {
  const Selected everywhere = selected.AtAllPlaces();
  const auto compare = [&]() -> absl::StatusOr<ComparedCollectives> {
    ComparedCollectives compared;
    PROFILER_ASSIGN_OR_RETURN(compared.events, FindCollectives(everywhere, context));
    compared.waits = FindWaits(everywhere.profile(), compared.events);
    return compared;
  };
  return context.memo().TryGet<ComparedCollectives>(
      everywhere.profile().identity, fmt::format("collectives, {}", everywhere.Key()), compare);
}

}  // namespace profiler
