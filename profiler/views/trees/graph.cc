#include <fmt/format.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"
#include "profiler/analysis/trees/op_rows.h"
#include "profiler/analysis/trees/waiting_threads.h"
#include "profiler/analysis/values/tfprof_run_rules.h"
#include "profiler/base/status.h"
#include "profiler/views/notes/filter_notes.h"
#include "profiler/views/notes/outside_steps_note.h"
#include "profiler/views/notes/run_notes.h"
#include "profiler/views/trees/statistic_columns.h"
#include "profiler/views/trees/tensor_column.h"
#include "profiler/views/trees/tree_report.h"
#include "profiler/views/view.h"

namespace profiler {
namespace {

constexpr char kGraphType[] = "_TFGraphParent";

// A depth-first walk, by name, from the ops whose outputs no other op uses. It does not reach ops
// whose outputs lead only to cycles. tfprof drops such ops; here the first op by name of each cycle
// becomes a child of the root.
class SkeletonWalk {
 public:
  SkeletonWalk(const Profile& profile, const OpValues& values, const std::vector<int32_t>& by_name,
               bool keep_cycles)
      : profile_(profile), names_(profile, values), visited_(values.of.size(), 0) {
    const std::vector<char> waits = WaitsOfOtherThreads(profile);
    tree_.parent = {kNoNode};
    tree_.name = {kRootName};
    tree_.item = {kNoNode};
    std::vector<char> feeds(values.of.size(), 0);
    for (uint32_t op = 0; op < profile.op_count(); ++op) {
      for (const OpInput& input : profile.ops.inputs[OpId(op)]) feeds[input.producer.row()] = 1;
    }
    for (int32_t item : by_name) {
      if (static_cast<size_t>(item) < waits.size() && waits[item] != 0) {
        AddWaiting(item);
      } else if (!feeds[item]) {
        Visit(item);
      }
    }
    if (!keep_cycles) return;
    for (int32_t item : by_name) Visit(item);
  }

  TreeSkeleton Take() && { return std::move(tree_); }

 private:
  struct Open {
    int32_t node;
    int32_t item;
    size_t next_input;
  };

  void Enter(int32_t item, int32_t parent) {
    visited_[item] = 1;
    const auto node = static_cast<int32_t>(tree_.size());
    tree_.parent.push_back(parent);
    tree_.name.push_back(names_[item]);
    tree_.item.push_back(item);
    open_.push_back({node, item, 0});
  }

  // No op feeds them, nor do they feed one: they are one row.
  void AddWaiting(int32_t item) {
    visited_[item] = 1;
    if (waiting_ != kNoNode) {
      tree_.more.emplace_back(waiting_, item);
      return;
    }
    waiting_ = static_cast<int32_t>(tree_.size());
    tree_.parent.push_back(0);
    tree_.name.push_back(kWaitingThreads);
    tree_.item.push_back(item);
  }

  void Visit(int32_t item) {
    if (visited_[item]) return;
    Enter(item, 0);
    while (!open_.empty()) {
      Open& top = open_.back();
      const auto op = static_cast<uint32_t>(top.item);
      if (op >= profile_.op_count() || top.next_input == profile_.ops.inputs[OpId(op)].size()) {
        open_.pop_back();
        continue;
      }
      const auto producer =
          static_cast<int32_t>(profile_.ops.inputs[OpId(op)][top.next_input++].producer.row());
      if (!visited_[producer]) Enter(producer, top.node);
    }
  }

  const Profile& profile_;
  const OpNames names_;
  std::vector<char> visited_;
  std::vector<Open> open_;
  int32_t waiting_ = kNoNode;
  TreeSkeleton tree_;
};

struct GraphTree {
  TreeSkeleton skeleton;
  // By node: the node's number among nodes of the same name and module's name, as ops and modules
  // of several runs may have the same names.
  std::vector<uint32_t> number;

  friend uint64_t HeapBytes(const GraphTree& tree) {
    return HeapBytes(tree.skeleton) + HeapBytes(tree.number);
  }
};

ModuleId ModuleOf(const Profile& profile, const TreeSkeleton& skeleton, int32_t node) {
  const auto op = static_cast<uint32_t>(skeleton.item[node]);
  return op < profile.op_count() ? profile.ops.row[OpId(op)].module : ModuleId();
}

GraphTree BuildGraphTree(const Profile& profile, TreeSkeleton skeleton) {
  GraphTree tree{std::move(skeleton), {}};
  absl::flat_hash_map<std::pair<StringId, absl::string_view>, uint32_t> count;
  count.reserve(tree.skeleton.size());
  for (size_t node = 0; node < tree.skeleton.size(); ++node) {
    const std::string_view name = tree.skeleton.name[node];
    const ModuleId module = ModuleOf(profile, tree.skeleton, static_cast<int32_t>(node));
    const StringId in = module.valid() ? profile.modules[module].name : StringId();
    tree.number.push_back(++count[{in, absl::string_view(name.data(), name.size())}]);
  }
  return tree;
}

// Returns Row::key; empty if the name identifies the op.
std::vector<std::string> KeyOfNode(const Profile& profile, const GraphTree& tree, int32_t node) {
  std::vector<std::string> key;
  const ModuleId module = ModuleOf(profile, tree.skeleton, node);
  const uint32_t number = tree.number[node];
  if (!module.valid() && number == 1) return key;
  if (module.valid()) key.emplace_back(profile.strings[profile.modules[module].name]);
  key.emplace_back(tree.skeleton.name[node]);
  if (number > 1) key.push_back(fmt::format("#{}", number));
  return key;
}

// Adds a note if no inputs are known, as the list is then flat.
void AddNoEdgesNote(const Profile& profile, Report& report) {
  for (uint32_t op = 0; op < profile.op_count(); ++op) {
    if (!profile.ops.inputs[OpId(op)].empty()) return;
  }
  report.notes.push_back({"no_edges", Severity::kInfo,
                          "the profile has no data flow between ops, so no op is below another: "
                          "graphs and compiled (XLA) modules have it"});
}

absl::StatusOr<Report> AnswerGraph(const Selected& selected, const Query& query,
                                   RunContext& context) {
  const Profile& profile = selected.profile();
  PROFILER_ASSIGN_OR_RETURN(const auto values, GetOpValues(selected, query, context));
  const Quirks quirks(query.compat_tfprof);
  const bool keep_cycles = !quirks.Has(Quirk::kGraphLosesCycles);
  const auto tree = context.memo().Get<GraphTree>(
      profile.identity,
      std::string("graph tree") + (keep_cycles ? ", cycles" : "") + values->ItemsKey(), [&] {
        const auto by_name = ItemsByName(profile, *values, context);
        return BuildGraphTree(profile,
                              SkeletonWalk(profile, *values, *by_name, keep_cycles).Take());
      });
  const TreeSkeleton* const skeleton = &tree->skeleton;
  TreeInput input;
  input.skeleton = skeleton;
  input.links_through = true;
  input.min_on_self = quirks.Has(Quirk::kMinOnSelf);
  if (quirks.Has(Quirk::kOccurrenceUnordered)) {
    input.order_by_occurrence = TreeInput::OrderByOccurrence::kByName;
  }
  PROFILER_RETURN_IF_ERROR(FillOpNodes(profile, query, *values, kGraphType, context, input));
  const TreeTexts texts = {[&](int32_t node, int32_t) { return KeyOfNode(profile, *tree, node); },
                           [&](int32_t node, const ReportColumn& column) {
                             return OpNodeTexts(profile, quirks, skeleton->item[node], kGraphType,
                                                TextOf(column));
                           }};
  input.where = WhereOf(query, input, texts, ColumnOrder::kCountsFirst);
  PROFILER_RETURN_IF_ERROR(context.Check());
  PROFILER_ASSIGN_OR_RETURN(TreeOutput output, RunTree(input, query, context));
  if (skeleton->size() + skeleton->more.size() < values->items() + 1) {
    output.quirks.push_back(Quirk::kGraphLosesCycles);
  }
  PROFILER_RETURN_IF_ERROR(context.Check());
  Report report = StartReport(
      profile, query, "graph",
      quirks.Has(Quirk::kGraphDoc)
          ? "scope: The nodes in the model graph are organized by their names, which is "
            "hierarchical like filesystem."
          : "graph: The nodes in the model graph are organized by data flow: below each stand the "
            "nodes that feed it.",
      ColumnOrder::kCountsFirst);
  AddStatistic(input.steps, *values, report);
  PROFILER_RETURN_IF_ERROR(
      FillTreeReport(input, output, query, texts, ReportRows::kFilled, context.threads(), report));
  AddFilterNotes(profile, query, report);
  AddOutsideStepsNote(selected, query, report);
  if (!query.compat_tfprof) AddNoEdgesNote(profile, report);
  AddRunNotes(profile, query, values->quirks, report);
  PROFILER_RETURN_IF_ERROR(AddTensorColumn(profile, query, context, report));
  return report;
}

}  // namespace

// Ops by data flow: the children of an op are the ops that feed it. An op appears once, below the
// first consumer from which a depth-first walk in name and input order reaches it.
extern const View kGraphView = {
    .name = "graph",
    .summary = "ops by data flow: below an op, the ops that feed it",
    .details =
        "A row is an op. Values are its own / with the producers shown below it; an op that feeds "
        "several consumers is below the first.",
    .run = AnswerGraph,
    .rows = RowKind::kDataFlow,
    .columns = OpTreeColumns,
    .shape = Shape::kTree,
    .obeys = kOpTreeUses | kBaseUses,
    .takes_tfprof_options = true,
    .has_tfprof_text = true,
    .has_step_series = true,
};

}  // namespace profiler
