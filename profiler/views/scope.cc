#include "profiler/views/scope.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <memory>
#include <numeric>
#include <string>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"
#include "profiler/base/status.h"
#include "profiler/views/filter_notes.h"
#include "profiler/views/op_rows.h"
#include "profiler/views/outside_steps_note.h"
#include "profiler/views/run_rules.h"
#include "profiler/views/skeleton.h"
#include "profiler/views/tensor_column.h"
#include "profiler/views/tree_report.h"

namespace profiler {
namespace {

constexpr char kScopeType[] = "_kTFScopeParent";

// The time of Python's own lines, which are no places in a model: one row in each scope they run
// in.
constexpr std::string_view kPython = "<python>";

// Every op, and every scope that some op's name runs through. A node is found by its parent and its
// own part of the name, so that a long name costs its length and no more.
class ScopeTree {
 public:
  void Add(std::string_view name, int32_t item) {
    int32_t node = kNoNode;
    for (size_t end = 0; end != std::string_view::npos;) {
      const size_t start = node == kNoNode ? 0 : end + 1;
      end = name.find('/', start);
      node = Child(node, name.substr(start, end - start), name.substr(0, end));
    }
    if (nodes_[node].item == kNoNode) {
      nodes_[node].item = item;
    } else {
      more_.emplace_back(node, item);  // another op of the same name
    }
  }

  TreeSkeleton Build() && {
    std::vector<int32_t> order(nodes_.size());
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(),
              [this](int32_t a, int32_t b) { return nodes_[a].part < nodes_[b].part; });
    SkeletonBuilder builder;
    std::vector<int32_t> added(nodes_.size());
    for (int32_t node : order) added[node] = builder.Add(nodes_[node].name, nodes_[node].item);
    for (int32_t node : order) {
      const int32_t parent = nodes_[node].parent;
      if (parent != kNoNode) builder.SetParent(added[node], added[parent]);
    }
    std::vector<int32_t> position;
    TreeSkeleton tree = std::move(builder).Build(&position);
    for (const auto& [node, item] : more_) tree.more.emplace_back(position[added[node]], item);
    return tree;
  }

 private:
  struct Node {
    int32_t parent = kNoNode;
    std::string_view part, name;
    int32_t item = kNoNode;
  };

  int32_t Child(int32_t parent, std::string_view part, std::string_view name) {
    auto [it, is_new] = index_.try_emplace({parent, absl::string_view(part.data(), part.size())},
                                           static_cast<int32_t>(nodes_.size()));
    if (is_new) nodes_.push_back({parent, part, name, kNoNode});
    return it->second;
  }

  std::vector<Node> nodes_;
  std::vector<std::pair<int32_t, int32_t>> more_;
  absl::flat_hash_map<std::pair<int32_t, absl::string_view>, int32_t> index_;
};

// Where an instruction of a compiled module stands: below what the user wrote, or else below its
// module.
std::string InstructionPath(const Profile& profile, const OpRow& op) {
  StringId scope;
  if (op.framework_op.valid()) {
    scope = profile.ops.row[op.framework_op].name;
  } else if (op.module.valid()) {
    scope = profile.modules[op.module].name;
  }
  return fmt::format("{}/{}", profile.strings[scope], profile.strings[op.name]);
}

TreeSkeleton BuildSkeleton(const Profile& profile, const OpValues& values) {
  const OpNames names(profile, values);
  auto made_names = std::make_shared<std::deque<std::string>>();
  ScopeTree tree;
  const StringId python = profile.strings.Find("PythonFunction");
  for (int32_t item = 0; item < names.size(); ++item) {
    if (values.LeavesOut(item)) continue;
    const auto op = static_cast<uint32_t>(item);
    std::string_view name = names[item];
    if (op < profile.op_count()) {
      const OpRow& row = profile.ops.row[OpId(op)];
      const bool is_python = python.valid() && row.kind == OpKind::kRuntime && row.type == python;
      const bool has_scope = row.framework_op.valid() || row.module.valid();
      if (is_python && row.frame.valid()) {
        name = row.scope.valid() ? made_names->emplace_back(
                                       fmt::format("{}/{}", profile.strings[row.scope], kPython))
                                 : kPython;
      } else if (row.scope.valid()) {
        name = made_names->emplace_back(
            fmt::format("{}/{}", profile.strings[row.scope], profile.strings[row.name]));
      } else if (row.kind == OpKind::kHloInstruction && has_scope) {
        name = made_names->emplace_back(InstructionPath(profile, row));
      }
    }
    tree.Add(name, item);
  }
  TreeSkeleton skeleton = std::move(tree).Build();
  skeleton.made_names = std::move(made_names);
  return skeleton;
}

// The parts of a name from `start` on.
std::vector<std::string> PathParts(std::string_view name, size_t start) {
  std::vector<std::string> parts;
  while (true) {
    const size_t slash = name.find('/', start);
    parts.emplace_back(name.substr(start, slash - start));
    if (slash == std::string_view::npos) return parts;
    start = slash + 1;
  }
}

}  // namespace

absl::StatusOr<ScopeAnswer> AnswerScope(const Profile& profile, const Query& query,
                                        RunContext& context) {
  PROFILER_ASSIGN_OR_RETURN(const auto values, GetOpValues(profile, query, context));
  ScopeAnswer answer;
  answer.skeleton = context.Cached<TreeSkeleton>("scope tree" + values->ItemsKey(),
                                                 [&] { return BuildSkeleton(profile, *values); });
  const TreeSkeleton& skeleton = *answer.skeleton;
  TreeInput& input = answer.input;
  input.skeleton = &skeleton;
  input.min_on_self = Quirks(query.compat_tfprof).Has(Quirk::kMinOnSelf);
  if (Quirks(query.compat_tfprof).Has(Quirk::kOccurrenceUnordered)) {
    input.order_by_occurrence = TreeInput::OrderByOccurrence::kByName;
  }
  PROFILER_RETURN_IF_ERROR(FillOpNodes(profile, query, *values, kScopeType, context, input));
  const TreeTexts texts = {[&](int32_t node, int32_t above) {
                             return PathParts(skeleton.name[node],
                                              above == 0 ? 0 : skeleton.name[above].size() + 1);
                           },
                           [&](int32_t node, const ReportColumn& column) {
                             return OpNodeTexts(profile, Quirks(query.compat_tfprof),
                                                skeleton.item[node], kScopeType, column);
                           }};
  input.where = WhereOf(query, input, texts, ColumnOrder::kCountsFirst);
  PROFILER_RETURN_IF_ERROR(context.Check());
  PROFILER_ASSIGN_OR_RETURN(answer.output, RunTree(input, query, context));
  PROFILER_RETURN_IF_ERROR(context.Check());
  Report& report = answer.report;
  report = StartReport(profile, query, "scope",
                       "scope: The nodes in the model graph are organized by their names, which "
                       "is hierarchical like filesystem.",
                       ColumnOrder::kCountsFirst);
  report.keys_nest = true;
  AddStatistic(input.steps, *values, report);
  FillTreeReport(input, answer.output, query, texts, report);
  ForgetQuery(input);
  AddFilterNotes(profile, query, report);
  AddOutsideStepsNote(profile, query, report);
  AddRunNotes(profile, query, values->quirks, report);
  PROFILER_RETURN_IF_ERROR(AddTensorColumn(profile, query, context, report));
  return answer;
}

absl::StatusOr<Report> ScopeView(const Profile& profile, const Query& query, RunContext& context) {
  PROFILER_ASSIGN_OR_RETURN(ScopeAnswer answer, AnswerScope(profile, query, context));
  return std::move(answer.report);
}

}  // namespace profiler
