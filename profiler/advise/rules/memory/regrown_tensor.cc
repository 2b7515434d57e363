#include "profiler/advise/rules/memory/regrown_tensor.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
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
constexpr std::string_view kConcatenates = "aten::cat";

// By step, the largest piece that the step allocated and left at its end.
using SizesOfOp = std::map<size_t, int64_t>;

// By frame: each step has an op of its own where shapes were recorded.
std::map<FrameId, SizesOfOp> SizesByFrame(const Profile& profile, const MemoryUse& memory,
                                          const std::vector<WholeStep>& steps) {
  std::map<FrameId, SizesOfOp> by_frame;
  for (const std::vector<HeldMemory>* pieces : {&memory.held, &memory.not_at_peak}) {
    for (const HeldMemory& piece : *pieces) {
      const size_t step = StepAt(steps, piece.begin);
      if (step == steps.size() || !piece.op.valid()) continue;
      const OpRow& op = profile.ops.row[piece.op];
      const bool stays = piece.end == kUnknown || piece.end >= steps[step].end;
      if (!stays || profile.strings[op.name] != kConcatenates) continue;
      int64_t& size = by_frame[op.frame][step];
      size = std::max(size, piece.bytes);
    }
  }
  return by_frame;
}

// What the tensor grows by in the median step; 0 if it does not in most.
int64_t GrowthOf(const SizesOfOp& sizes, size_t steps) {
  std::vector<int64_t> growths;
  for (auto it = sizes.begin(); it != sizes.end(); ++it) {
    const auto before = sizes.find(it->first - 1);
    if (before != sizes.end() && it->second > before->second) {
      growths.push_back(it->second - before->second);
    }
  }
  const bool in_most =
      static_cast<double>(growths.size()) >= kLargerIn * static_cast<double>(steps - 1);
  return in_most ? UpperMedian(growths) : 0;
}

}  // namespace

std::optional<Finding> RegrownTensorFinding(const Selected& selected, const MemoryUse& memory,
                                            double least_bytes) {
  const Profile& profile = selected.profile();
  if (!memory.source.valid() || memory.step.valid() || !memory.knows_frees()) return std::nullopt;
  const std::vector<WholeStep> steps = WholeStepsOf(selected, memory.source);
  if (steps.size() < kStepsToCompare) return std::nullopt;
  FrameId most;
  int64_t growth = 0, last = 0;
  for (const auto& [frame, sizes] : SizesByFrame(profile, memory, steps)) {
    const int64_t of_frame = GrowthOf(sizes, steps.size());
    if (of_frame <= growth) continue;
    most = frame;
    growth = of_frame;
    last = sizes.rbegin()->second;
  }
  if (growth == 0 || static_cast<double>(growth) < least_bytes) return std::nullopt;
  const std::string line = SourceLine(profile, most);
  Finding finding;
  finding.id = "tensor_grows";
  finding.subject = profile.strings[profile.devices[memory.device].name];
  finding.severity = Severity::kInfo;
  finding.text = fmt::format(
      "{}{} makes a tensor that is {} larger in each step than in the one before (median of {}), "
      "{} in the last. If it holds all that the one before held, each step copies that again: "
      "allocate the final size once and write into it, or keep less",
      kConcatenates, line.empty() ? "" : " at " + line, ScaledText(growth, Unit::kBytes),
      Count(steps.size(), "step"), ScaledText(last, Unit::kBytes));
  finding.command = "memory";
  SetPlaceOfMemory(profile, memory, finding);
  return finding;
}

}  // namespace profiler
