#include <fmt/format.h>

#include "profiler/advise/rule.h"
#include "profiler/advise/rules/common/evidence.h"
#include "profiler/analysis/shapes/grown_concatenations.h"
#include "profiler/base/status.h"

namespace profiler {
namespace {

struct ConcatenationThresholds {
  Threshold share = {"share", 0.15,
                     "appending to a tensor with aten::cat takes this share of the time of ops or "
                     "more, 0 to 1",
                     1};
  Threshold sizes = {"sizes", 8, "... which has so many sizes or more"};
  Threshold steps = {"steps", 4, "... or so many, each in a step of its own, the next one larger"};
};

absl::StatusOr<Verdict> JudgeConcatenations(const InputOf<ConcatenationThresholds>& input) {
  Verdict verdict;
  PROFILER_ASSIGN_OR_RETURN(const GrownConcatenation grown,
                            FindGrownConcatenation(input.selected, input.context));
  const double share = Share(grown.time, grown.all_time);
  const auto sizes = static_cast<double>(grown.sizes);
  const bool are_many =
      sizes >= input.thresholds.sizes || (grown.by_step && sizes >= input.thresholds.steps);
  if (share < input.thresholds.share || !are_many) return verdict;
  verdict.findings.push_back(Warning(
      "grown_by_cat", "",
      fmt::format(
          "{} of the time of ops is aten::cat that appends to a tensor: its first "
          "input has {} sizes, from {} to {}, each that of the result before{}. "
          "Each call copies all that is there: allocate the full size once and "
          "write into it{}, or keep the parts in a list and concatenate them once",
          Percent(share), grown.sizes, grown.least, grown.most,
          grown.by_step ? ", a step later" : "",
          grown.by_step ? " (for keys and values of attention a static or a paged cache)" : ""),
      "ops -show_name_regexes 'aten::cat' -order_by self_us"));
  return verdict;
}

}  // namespace

extern const Rule kConcatenationChecker = RuleOf<ConcatenationThresholds>{
    .name = "ConcatenationChecker",
    .summary = "tensors of PyTorch that grow by concatenation, which copies them each time",
    .run = JudgeConcatenations,
    .applies = HasConcatenations,
};

}  // namespace profiler
