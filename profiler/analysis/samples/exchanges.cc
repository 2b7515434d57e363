#include "profiler/analysis/samples/exchanges.h"

#include <array>
#include <cstddef>
#include <memory>

#include "profiler/analysis/collectives/compared_collectives.h"
#include "profiler/base/status.h"
#include "profiler/base/value.h"

namespace profiler {

absl::StatusOr<Exchanges> FindExchanges(const Selected& selected, const StepNumbers& numbers,
                                        RunContext& context) {
  const Profile& profile = selected.profile();
  PROFILER_ASSIGN_OR_RETURN(const std::shared_ptr<const ComparedCollectives> compared,
                            SharedCollectives(selected, context));
  Exchanges found;
  found.is_collective_op.resize(profile.op_count());
  std::array<KindExchange, static_cast<size_t>(CollectiveKind::kOther) + 1> by_kind;
  for (size_t i = 0; i < compared->events.size(); ++i) {
    const CollectiveEvent& event = compared->events[i];
    const CollectivePart& part = compared->waits.parts[i];
    if (event.is_call) continue;
    const OpId op = profile.events[event.event.track].op[event.event.row];
    if (op.valid()) found.is_collective_op[op.row()] = 1;
    const bool is_selected = numbers.Of(event.step) != StepNumbers::kNone &&
                             selected.source_filter().Has(event.step, event.device);
    if (!is_selected || !part.is_compared()) continue;
    KindExchange& of = by_kind[static_cast<size_t>(event.kind)];
    of.kind = event.kind;
    of.calls += 1;
    const auto wait = static_cast<double>(part.wait);
    of.wait += wait;
    of.exchange += static_cast<double>(event.duration) - wait;
    of.bytes += event.bytes == kUnknown ? kAbsentReal : static_cast<double>(event.bytes);
  }
  for (const KindExchange& of : by_kind) {
    if (of.calls > 0) found.kinds.push_back(of);
  }
  return found;
}

}  // namespace profiler
