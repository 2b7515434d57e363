#include "profiler/views/code.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include "profiler/base/status.h"
#include "profiler/views/code_tree.h"
#include "profiler/views/picked.h"
#include "profiler/views/tree_report.h"

namespace profiler {
namespace {

bool HasCodeTraces(const Profile& profile) {
  const auto& sources = profile.sources.values();
  return std::any_of(sources.begin(), sources.end(),
                     [](const SourceRow& source) { return source.has_code_traces; });
}

TreeInput MakeInput(const CodeTree& tree, const Picker& picker, const Quirks& quirks,
                    std::vector<std::vector<int32_t>>& picked) {
  TreeInput input;
  input.skeleton = &tree.skeleton;
  input.trim_drops_row = true;
  input.ignores_min_occurrence = quirks.Has(Quirk::kCodeIgnoresOptions);
  input.ignores_displayed_only = quirks.Has(Quirk::kCodeIgnoresOptions);
  if (quirks.Has(Quirk::kOccurrenceUnordered)) {
    input.order_by_occurrence = TreeInput::OrderByOccurrence::kAsIs;
  }
  const size_t n = tree.skeleton.size();
  picked.resize(n);
  input.own.resize(n);
  input.accounted.resize(n);
  for (size_t node = 0; node < n; ++node) {
    picked[node] = picker.Pick(tree.items[node]);
    input.own[node] = picked[node].empty() ? Values::Zero() : picker.Sum(picked[node]);
    input.accounted[node] = picker.all() || !picked[node].empty();
  }
  return input;
}

// The stack from the outermost frame to the node.
std::vector<std::string> Stack(const TreeSkeleton& skeleton, int32_t node) {
  std::vector<std::string> stack;
  for (; node > 0; node = skeleton.parent[node]) stack.emplace_back(skeleton.name[node]);
  std::reverse(stack.begin(), stack.end());
  return stack;
}

}  // namespace

absl::StatusOr<Report> CodeView(const Profile& profile, const Query& query, RunContext& context) {
  PROFILER_ASSIGN_OR_RETURN(const auto values, GetOpValues(profile, query, context));
  const Quirks quirks(query.compat_tfprof);
  const auto tree = context.Cached<CodeTree>(
      fmt::format("code tree, compat {}, outside {}", query.compat_tfprof, values->has_outside),
      [&] { return BuildCodeTree(profile, *values, quirks); });
  if (!HasCodeTraces(profile) || !tree->has_traces) {
    return absl::FailedPreconditionError(
        "No code trace information: the profile was recorded without Python stacks");
  }
  const Picker picker(profile, query, *values);
  std::vector<std::vector<int32_t>> picked;
  const TreeInput input = MakeInput(*tree, picker, quirks, picked);
  PROFILER_ASSIGN_OR_RETURN(TreeOutput output, RunTree(input, query, context));
  if (picker.overlapped()) output.quirks.push_back(Quirk::kOverlappingTypes);
  Report report =
      StartReport(profile, query, "code",
                  "code: When python trace is available, the nodes are python lines and their are "
                  "organized by the python call stack.",
                  ColumnOrder::kBytesFirst);
  for (ReportColumn& column : report.columns) {
    column.not_available =
        column.field == Field::kInputShapes ||
        (column.field == Field::kOccurrence && quirks.Has(Quirk::kCodeIgnoresOptions));
  }
  FillTreeReport(input, output, query,
                 {[&](int32_t node) { return Stack(tree->skeleton, node); },
                  [&](int32_t node, const ReportColumn& column) {
                    return picker.Texts(picked[node], column);
                  }},
                 report);
  if (tree->dropped_gradients > 0 && quirks.Has(Quirk::kCodeDropsUntraced)) {
    report.notes.push_back({"gradients_not_accounted", Severity::kWarning,
                            fmt::format("{} gradient nodes not accounted: the ops they are the "
                                        "gradients of have no code trace",
                                        tree->dropped_gradients)});
  }
  if (query.account_displayed_op_only && input.ignores_displayed_only) {
    report.notes.push_back({"displayed_only_ignored", Severity::kInfo,
                            "the code view ignores -account_displayed_op_only; -compat off "
                            "changes that"});
  }
  return report;
}

}  // namespace profiler
