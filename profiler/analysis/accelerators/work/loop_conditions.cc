#include "profiler/analysis/accelerators/work/loop_conditions.h"

#include <string_view>

#include "profiler/analysis/memory/memory_kinds.h"

namespace profiler {
namespace {

constexpr std::string_view kWhile = "while";  // HLO's opcode

bool IsOfWhile(const Profile& profile, OpId op) {
  if (!op.valid()) return false;
  const OpRow& row = profile.ops.row[op];
  return row.kind == OpKind::kHloInstruction && profile.strings[row.type] == kWhile;
}

}  // namespace

LoopConditions::LoopConditions(const Profile& profile) : profile_(profile) {
  for (const FlowRow& flow : profile.flows.values()) {
    const Events& events = profile.events[flow.to.track];
    if (flow.kind != FlowKind::kLaunch || !IsOfWhile(profile, events.op[flow.to.row])) continue;
    if (!IsHostMemory(CopiedMemoryOf(profile, events, flow.to.row).to)) continue;
    copies_.insert({flow.from.track, flow.from.row});
  }
}

bool LoopConditions::AwaitedBy(EventId wait) const {
  if (Has(wait)) return true;
  if (wait.row == 0) return false;
  const Events& events = profile_.events[wait.track];
  return events.ParentOf(wait.row - 1) == events.ParentOf(wait.row) &&
         Has({wait.track, wait.row - 1});
}

}  // namespace profiler
