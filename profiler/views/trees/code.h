#ifndef PROFILER_VIEWS_TREES_CODE_H_
#define PROFILER_VIEWS_TREES_CODE_H_

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "profiler/analysis/selection/selected.h"
#include "profiler/analysis/trees/code_tree.h"
#include "profiler/analysis/trees/picked.h"
#include "profiler/analysis/trees/tree.h"
#include "profiler/analysis/values/op_values.h"
#include "profiler/views/trees/tree_report.h"
#include "profiler/views/view.h"

namespace profiler {

// Ops by the Python stack that made them. A gradient's time is told under a copy of the stack of
// the op it is the gradient of, whose frames end in ` (gradient)`.
absl::StatusOr<Report> CodeView(const Selected& selected, const Query& query, RunContext& context);

// What the view's answer is made of, for who goes on from it.
struct CodeAnswer {
  CodeAnswer(const Profile& profile, const Query& query, std::shared_ptr<const OpValues> op_values,
             std::shared_ptr<const CodeTree> code_tree)
      : values(std::move(op_values)), tree(std::move(code_tree)), picker(profile, query, *values) {}

  std::shared_ptr<const OpValues> values;
  std::shared_ptr<const CodeTree> tree;
  Picker picker;
  ItemLists picked;  // by node of the tree: its ops that count
  TreeInput input;
  TreeOutput output;
  Report report;
};
absl::StatusOr<CodeAnswer> AnswerCode(const Selected& selected, const Query& query,
                                      RunContext& context, ReportRows rows = ReportRows::kFilled);

}  // namespace profiler

#endif  // PROFILER_VIEWS_TREES_CODE_H_
