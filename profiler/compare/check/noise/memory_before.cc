#include "profiler/compare/check/noise/memory_before.h"

#include <fmt/format.h>

#include <vector>

#include "profiler/analysis/memory/memory_use.h"
#include "profiler/base/status.h"
#include "profiler/compare/kept_memory.h"
#include "profiler/report/scaled.h"

namespace profiler {
namespace {

bool LacksMemoryBefore(const MeasuredSide& side) {
  return side.report.values.lacks_before && side.measured.unit == Unit::kBytes;
}

std::vector<const MemoryUse*> PointersTo(const MemoryUses& of) {
  std::vector<const MemoryUse*> uses;
  for (const MemoryUse& use : of.uses) uses.push_back(&use);
  return uses;
}

}  // namespace

absl::StatusOr<double> KeptBefore(const MeasuredSide& next, const MeasuredSide& base,
                                  RunContext& context) {
  if (!LacksMemoryBefore(base)) return 0;
  PROFILER_ASSIGN_OR_RETURN(const MemoryUses olds, FindMemoryUses(*base.selected, context));
  PROFILER_ASSIGN_OR_RETURN(const MemoryUses news, FindMemoryUses(*next.selected, context));
  return MaybeKeptBefore(PointersTo(olds), PointersTo(news));
}

void WeakenByMemoryBefore(RequiredSign sign, double kept, JudgedRow& row) {
  CheckResult& result = row.result;
  const bool more_is_worse = sign == RequiredSign::kLess || sign == RequiredSign::kLessEqual;
  if (!(kept > 0) || !more_is_worse) return;
  if (result.status != CheckStatus::kBroken || result.excess > kept) return;
  result.status = CheckStatus::kCannotTell;
  result.p_value = kAbsentReal;
  result.reason = fmt::format(
      "cannot tell, and it looks worse: the base does not count what was allocated before its "
      "recording, and the new profile allocates {} more that it keeps",
      ScaledText(kept, Unit::kBytes));
  if (row.noise) row.noise->is_exact = true;  // no noise decides
}

std::string_view MemoryBeforeText(const MeasuredSide& side) {
  return LacksMemoryBefore(side) ? "what was allocated before the recording is not counted" : "";
}

}  // namespace profiler
