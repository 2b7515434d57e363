#include "profiler/views/trees/scope.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"
#include "profiler/analysis/trees/op_rows.h"
#include "profiler/analysis/trees/tree_parts.h"
#include "profiler/analysis/trees/waiting_threads.h"
#include "profiler/analysis/values/tfprof_run_rules.h"
#include "profiler/base/status.h"
#include "profiler/views/notes/filter_notes.h"
#include "profiler/views/notes/outside_steps_note.h"
#include "profiler/views/notes/run_notes.h"
#include "profiler/views/trees/statistic_columns.h"
#include "profiler/views/trees/tensor_column.h"
#include "profiler/views/trees/tree_report.h"

namespace profiler {
namespace {

constexpr char kScopeType[] = "_kTFScopeParent";

// The row for the time of lines of Python, which are not ops of a model. There is one row in each
// scope in which such lines ran.
constexpr std::string_view kPython = "<python>";

// A node for every op and for every scope in an op's name. Nodes are looked up by parent and last
// part of the name, so the cost of a long name is linear in its length.
class ScopeTree {
 public:
  explicit ScopeTree(size_t items) {
    index_.reserve(items);
    AddNode(kNoNode, kRootName, kRootName);
  }

  void Add(std::string_view name, int32_t item) {
    LeaveUnshared(name);
    while (path_.empty() || path_.back().end < name.size()) {
      const size_t start = path_.empty() ? 0 : path_.back().end + 1;
      const size_t end = std::min(name.find('/', start), name.size());
      const int32_t parent = path_.empty() ? 0 : path_.back().node;
      path_.push_back({end, Child(parent, name.substr(start, end - start), name.substr(0, end))});
    }
    last_ = name;
    const int32_t node = path_.back().node;
    if (item_[node] == kNoNode) {
      item_[node] = item;
    } else {
      more_.emplace_back(node, item);  // another op with the same name
    }
  }

  // Siblings are sorted by name.
  TreeSkeleton Build() && {
    Children children(parent_);
    for (size_t node = 0; node < parent_.size(); ++node) {
      SortFew(children.nodes.begin() + children.start[node],
              children.nodes.begin() + children.start[node + 1],
              [this](int32_t a, int32_t b) { return part_[a] < part_[b]; });
    }
    TreeSkeleton tree;
    tree.parent.reserve(parent_.size());
    tree.name.reserve(parent_.size());
    tree.item.reserve(parent_.size());
    std::vector<int32_t> position(parent_.size());
    std::vector<int32_t> stack = {0};
    while (!stack.empty()) {
      const int32_t node = stack.back();
      stack.pop_back();
      position[node] = static_cast<int32_t>(tree.size());
      tree.parent.push_back(node == 0 ? kNoNode : position[parent_[node]]);
      tree.name.push_back(name_[node]);
      tree.item.push_back(item_[node]);
      for (int32_t c = children.start[node + 1]; c-- > children.start[node];) {
        stack.push_back(children.nodes[c]);
      }
    }
    for (const auto& [node, item] : more_) tree.more.emplace_back(position[node], item);
    return tree;
  }

 private:
  struct Level {
    size_t end;  // the end of the level's name
    int32_t node;
  };

  // Pops the levels that this name does not share with the previous name. Consecutive ops often
  // share a scope.
  void LeaveUnshared(std::string_view name) {
    const size_t most = std::min(name.size(), last_.size());
    const auto shared = static_cast<size_t>(
        std::mismatch(name.begin(), name.begin() + static_cast<ptrdiff_t>(most), last_.begin())
            .first -
        name.begin());
    const auto is_shared = [&](size_t end) {
      return end <= shared && (end == name.size() || name[end] == '/');
    };
    while (!path_.empty() && !is_shared(path_.back().end)) path_.pop_back();
  }

  int32_t AddNode(int32_t parent, std::string_view part, std::string_view name) {
    parent_.push_back(parent);
    part_.push_back(part);
    name_.push_back(name);
    item_.push_back(kNoNode);
    return static_cast<int32_t>(parent_.size() - 1);
  }

  int32_t Child(int32_t parent, std::string_view part, std::string_view name) {
    auto [it, is_new] = index_.try_emplace({parent, absl::string_view(part.data(), part.size())});
    if (is_new) it->second = AddNode(parent, part, name);
    return it->second;
  }

  // Indexed by node. Parents precede their children, and the root is first.
  std::vector<int32_t> parent_;
  std::vector<std::string_view> part_, name_;
  std::vector<int32_t> item_;
  std::vector<std::pair<int32_t, int32_t>> more_;
  absl::flat_hash_map<std::pair<int32_t, absl::string_view>, int32_t> index_;
  std::string_view last_;    // the name that was added last
  std::vector<Level> path_;  // the nodes from the root to the last name
};

// The path of an instruction of a compiled module: below the user's scopes, or below the module if
// there are none.
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
  ScopeTree tree(values.of.size());
  const StringId python = profile.strings.Find(kPythonFunctionType);
  const std::vector<char> waits = WaitsOfOtherThreads(profile);
  for (int32_t item = 0; item < names.size(); ++item) {
    if (values.LeavesOut(item)) continue;
    const auto op = static_cast<uint32_t>(item);
    std::string_view name = names[item];
    if (op < profile.op_count()) {
      const OpRow& row = profile.ops.row[OpId(op)];
      const bool is_python = python.valid() && row.kind == OpKind::kRuntime && row.type == python;
      const bool has_scope = row.framework_op.valid() || row.module.valid();
      if (waits[op] != 0) {
        name = kWaitingThreads;
      } else if (is_python && row.frame.valid()) {
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

}  // namespace

absl::StatusOr<ScopeAnswer> AnswerScope(const Selected& selected, const Query& query,
                                        RunContext& context, ReportRows rows) {
  const Profile& profile = selected.profile();
  PROFILER_ASSIGN_OR_RETURN(const auto values, GetOpValues(selected, query, context));
  ScopeAnswer answer;
  answer.skeleton =
      context.memo().Get<TreeSkeleton>(profile.identity, "scope tree" + values->ItemsKey(),
                                       [&] { return BuildSkeleton(profile, *values); });
  const TreeSkeleton& skeleton = *answer.skeleton;
  TreeInput& input = answer.input;
  input.skeleton = &skeleton;
  input.min_on_self = Quirks(query.compat_tfprof).Has(Quirk::kMinOnSelf);
  if (Quirks(query.compat_tfprof).Has(Quirk::kOccurrenceUnordered)) {
    input.order_by_occurrence = TreeInput::OrderByOccurrence::kByName;
  }
  PROFILER_RETURN_IF_ERROR(FillOpNodes(profile, query, *values, kScopeType, context, input));
  const TreeTexts texts = {nullptr,  // names are paths
                           [&](int32_t node, const ReportColumn& column) {
                             return OpNodeTexts(profile, Quirks(query.compat_tfprof),
                                                skeleton.item[node], kScopeType, TextOf(column));
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
  report.keys = Report::Keys::kPaths;
  AddStatistic(input.steps, *values, report);
  PROFILER_RETURN_IF_ERROR(
      FillTreeReport(input, answer.output, query, texts, rows, context.threads(), report));
  ForgetQuery(input);
  AddFilterNotes(profile, query, report);
  AddOutsideStepsNote(selected, query, report);
  AddRunNotes(profile, query, values->quirks, report);
  if (rows == ReportRows::kFilled) {
    PROFILER_RETURN_IF_ERROR(AddTensorColumn(profile, query, context, report));
  }
  return answer;
}

const View kScopeView = {
    .name = "scope",
    .summary = "ops by name: the levels of a/b/c, each with all below it",
    .details =
        "A row is an op or a scope. Values are its own / with everything below it; `--` stands "
        "where "
        "its own values do not count.",
    .run = [](const Selected& selected, const Query& query,
              RunContext& context) -> absl::StatusOr<Report> {
      PROFILER_ASSIGN_OR_RETURN(ScopeAnswer answer, AnswerScope(selected, query, context));
      return std::move(answer.report);
    },
    .rows = RowKind::kScopes,
    .columns = OpTreeColumns,
    .shape = Shape::kTree,
    .obeys = kOpTreeUses | kBaseUses,
    .takes_tfprof_options = true,
    .has_tfprof_text = true,
    .has_step_series = true,
};

}  // namespace profiler
