#ifndef PROFILER_VIEWS_TREES_CODE_H_
#define PROFILER_VIEWS_TREES_CODE_H_

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "profiler/analysis/selection/selected.h"
#include "profiler/analysis/trees/code_tree.h"
#include "profiler/analysis/trees/op_group_sums.h"
#include "profiler/analysis/trees/tree.h"
#include "profiler/analysis/values/op_values.h"
#include "profiler/views/trees/tree_report.h"
#include "profiler/views/view.h"

namespace profiler {

// Ops by the Python stack that created them. The time of a gradient is counted under a copy of the
// stack of its forward op; frames of the copy end in ` (gradient)`.
extern const View kCodeView;

// The parts of the result that exporters use.
struct CodeAnswer {
  CodeAnswer(const Profile& profile, const Query& query, std::shared_ptr<const OpValues> op_values,
             std::shared_ptr<const CodeTree> code_tree)
      : values(std::move(op_values)),
        tree(std::move(code_tree)),
        op_sums(profile, query, *values) {}

  std::shared_ptr<const OpValues> values;
  std::shared_ptr<const CodeTree> tree;
  OpGroupSums op_sums;
  GroupedItems picked;  // by node of the tree: the node's ops that count
  TreeInput input;
  TreeOutput output;
  Report report;
};
absl::StatusOr<CodeAnswer> AnswerCode(const Selected& selected, const Query& query,
                                      RunContext& context, ReportRows rows = ReportRows::kFilled);

// The sum of some items by the statistic of the answer that has `steps`.
Values SumOverSteps(const OpGroupSums& op_sums, Items items, const StepSource& steps);

}  // namespace profiler

#endif  // PROFILER_VIEWS_TREES_CODE_H_
