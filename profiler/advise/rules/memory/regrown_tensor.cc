#include "profiler/advise/rules/memory/regrown_tensor.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "profiler/advise/rules/common/evidence.h"
#include "profiler/advise/rules/memory/run_of_memory.h"
#include "profiler/advise/rules/memory/whole_steps.h"
#include "profiler/analysis/ops/source_line.h"
#include "profiler/analysis/values/upper_median.h"
#include "profiler/report/scaled.h"

namespace profiler {
namespace {

// So many steps are needed, and in such a share of them the tensor must be larger than before.
constexpr size_t kStepsToCompare = 5;
constexpr double kLargerIn = 0.8;

// By step, the largest piece that the step allocated and left at its end.
using SizesOfOp = std::vector<int64_t>;

// Ops with the same name and frame are one, as each step has an op of its own where shapes were
// recorded.
using OpKey = std::pair<StringId, FrameId>;

std::map<OpKey, SizesOfOp> SizesByOp(const Profile& profile, const MemoryUse& memory,
                                     const std::vector<WholeStep>& steps) {
  std::map<OpKey, SizesOfOp> by_op;
  for (const std::vector<HeldMemory>* pieces : {&memory.held, &memory.not_at_peak}) {
    for (const HeldMemory& piece : *pieces) {
      const size_t step = StepAt(steps, piece.begin);
      if (step == steps.size() || !piece.op.valid()) continue;
      const bool stays = piece.end == kUnknown || piece.end >= steps[step].end;
      if (!stays) continue;
      const OpRow& op = profile.ops.row[piece.op];
      SizesOfOp& sizes = by_op.try_emplace({op.name, op.frame}, steps.size()).first->second;
      sizes[step] = std::max(sizes[step], piece.bytes);
    }
  }
  return by_op;
}

// What the tensor grows by in the median step; 0 if it does not in most.
int64_t GrowthOf(const SizesOfOp& sizes) {
  std::vector<int64_t> growths;
  growths.reserve(sizes.size());
  size_t larger = 0;
  for (size_t i = 1; i < sizes.size(); ++i) {
    growths.push_back(sizes[i] - sizes[i - 1]);
    larger += sizes[i - 1] > 0 && sizes[i] > sizes[i - 1] ? 1 : 0;
  }
  const bool in_most =
      static_cast<double>(larger) >= kLargerIn * static_cast<double>(growths.size());
  return in_most ? UpperMedian(growths) : 0;
}

}  // namespace

std::optional<Finding> RegrownTensorFinding(const Selected& selected, const MemoryUse& memory,
                                            double least_bytes) {
  const Profile& profile = selected.profile();
  if (!memory.source.valid() || memory.step.valid()) return std::nullopt;
  const std::vector<WholeStep> steps = WholeStepsOf(selected, memory.source);
  if (steps.size() < kStepsToCompare) return std::nullopt;
  OpKey most;
  int64_t growth = 0, last = 0;
  for (const auto& [op, sizes] : SizesByOp(profile, memory, steps)) {
    const int64_t of_op = GrowthOf(sizes);
    if (of_op <= growth) continue;
    most = op;
    growth = of_op;
    last = sizes.back();
  }
  if (!most.first.valid() || static_cast<double>(growth) < least_bytes) return std::nullopt;
  const std::string line = SourceLine(profile, most.second);
  Finding finding;
  finding.id = "tensor_grows";
  finding.subject = profile.strings[profile.devices[memory.device].name];
  finding.severity = Severity::kInfo;
  finding.text = fmt::format(
      "{}{} allocates a tensor that is {} larger in each step than in the one before (median of "
      "{}), {} in the last: it copies all that the one before held. If its final size is known, "
      "allocate that once and write into it; if steps do not need all of it, keep less",
      profile.strings[most.first], line.empty() ? "" : " at " + line,
      ScaledText(growth, Unit::kBytes), Count(steps.size(), "step"),
      ScaledText(last, Unit::kBytes));
  finding.command = "memory";
  SetPlaceOfMemory(profile, memory, finding);
  return finding;
}

}  // namespace profiler
