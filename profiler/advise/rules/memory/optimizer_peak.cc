#include "profiler/advise/rules/memory/optimizer_peak.h"

#include <fmt/format.h>

#include <map>
#include <string_view>

#include "profiler/advise/rules/common/evidence.h"
#include "profiler/advise/rules/memory/run_of_memory.h"
#include "profiler/advise/rules/ops/optimizer_text.h"
#include "profiler/analysis/ops/framework_op.h"
#include "profiler/report/scaled.h"

namespace profiler {
namespace {

constexpr std::string_view kForeach = "aten::_foreach_";

// The optimizer's step that an op of a foreach kind ran in, e.g. "Optimizer.step#AdamW.step"; ""
// if there is none.
std::string_view OptimizerOfForeach(const Profile& profile, OpId id) {
  if (!id.valid()) return "";
  const OpRow& op = profile.ops.row[id];
  if (!op.scope.valid()) return "";
  const std::string_view scope = profile.strings[op.scope];
  const bool is_foreach = profile.strings[op.name].starts_with(kForeach) ||
                          scope.find(kForeach) != std::string_view::npos;
  const size_t begin = scope.find(kOptimizerStep);
  if (!is_foreach || begin == scope.npos) return "";
  return scope.substr(begin, scope.find('/', begin) - begin);
}

}  // namespace

std::optional<Finding> OptimizerPeakFinding(const Profile& profile, const MemoryUse& memory) {
  constexpr int kLeastPart = 10;
  // Of a snapshot no later free is known, and where frees are missing nor what is temporary.
  if (memory.is_moment || memory.lost_frees || memory.peak <= 0) return std::nullopt;
  std::map<std::string_view, Int128> temporaries;  // by the optimizer's step
  for (const HeldMemory& piece : memory.held) {
    if (piece.end == kUnknown) continue;
    const std::string_view mark = OptimizerOfForeach(profile, piece.op);
    if (!mark.empty()) temporaries[mark] += piece.bytes;
  }
  std::string_view most;
  Int128 bytes = 0;
  for (const auto& [mark, held] : temporaries) {
    if (held > bytes) most = mark;
    if (held > bytes) bytes = held;
  }
  const std::string_view optimizer = OptimizerClass(most);
  if (kLeastPart * bytes < memory.peak || !CanBeFused(optimizer)) return std::nullopt;
  Finding finding;
  finding.id = "optimizer_temporaries";
  finding.subject = most;
  finding.text = fmt::format(
      "the peak is in {}: temporaries of its foreach ops hold {} of it ({}); "
      "torch.optim.{}(fused=True) needs none of these",
      most, ScaledText(bytes, Unit::kBytes),
      Percent(static_cast<double>(bytes), static_cast<double>(memory.peak)), optimizer);
  SetPlaceOfMemory(profile, memory, finding);
  return finding;
}

}  // namespace profiler
