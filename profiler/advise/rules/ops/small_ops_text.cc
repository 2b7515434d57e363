#include "profiler/advise/rules/ops/small_ops_text.h"

#include <fmt/format.h>

#include <string_view>
#include <utility>

#include "profiler/advise/rules/common/evidence.h"
#include "profiler/analysis/input/call_name.h"
#include "profiler/analysis/ops/framework_op.h"
#include "profiler/query/options/spelling.h"

namespace profiler {

std::optional<Finding> SmallOpsFinding(const Profile& profile, const SmallOps& ops, double least) {
  constexpr double kMostOps = 0.5;
  constexpr double kLeastOfStep = 0.05;  // in the function alone
  // Of the time of its ops, which few large ones may take, or a busy machine.
  constexpr double kSmallOnes = 0.1;
  if (ops.ops < least || !ops.owner.valid()) return std::nullopt;
  const bool is_one_place = ops.owned >= kMostOps * ops.forward &&
                            ops.typical_self < static_cast<double>(kSmallOp) &&
                            ops.typical_self * ops.owned >= kSmallOnes * ops.ops_time &&
                            ops.owner_time >= kLeastOfStep * ops.step;
  if (!is_one_place) return std::nullopt;
  const std::string_view name = CallText(profile, ops.owner);
  Finding finding = Warning(
      "small_ops", "",
      fmt::format(
          "a step runs {:.0f} ops. Of the {:.0f} outside of the backward pass {} runs {:.0f}, of "
          "typically {} each; it takes {} a step{}. So small an op costs more than what it "
          "computes: "
          "compute whole tensors in place of a loop over elements or samples{}",
          ops.ops, ops.forward, name, ops.owned, FormatMicros(static_cast<Value>(ops.typical_self)),
          FormatMicros(static_cast<Value>(ops.owner_time)),
          ops.forward < ops.ops ? ", without its part of the backward pass" : "",
          FrameworkOf(profile) == Framework::kPyTorch ? ", or fuse the ops (torch.compile)" : ""),
      TraceCommand(".*" + NameRegex(name)));
  finding.share = ops.owner_time / ops.step;
  return finding;
}

}  // namespace profiler
