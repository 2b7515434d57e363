#include "profiler/export/stacks/stacks.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "profiler/analysis/trees/op_rows.h"
#include "profiler/analysis/values/sample_types.h"
#include "profiler/base/status.h"
#include "profiler/export/stacks/stack_values.h"
#include "profiler/query/quirks.h"
#include "profiler/views/trees/code.h"
#include "profiler/views/trees/scope.h"
#include "profiler/views/trees/tree_report.h"

namespace profiler {
namespace {

// Collects the samples of one view.
class Gatherer {
 public:
  Gatherer(const TreeInput& input, const TreeOutput& output, Report& report, RunContext& context)
      : skeleton_(*input.skeleton), output_(output), report_(report), context_(context) {}

  absl::Status Start(const Query& query) {
    PROFILER_ASSIGN_OR_RETURN(stacks_.measures, SelectMeasures(query, report_));
    MakeFrames();
    SortNodes();
    return absl::OkStatus();
  }

  // Calls `add(frame, node)` for each node; `frame` is the row that contains the node.
  template <typename Add>
  absl::Status ForEachNode(Add add) {
    uint32_t visited = 0;
    for (const auto& [frame, node] : nodes_) {
      if (++visited % kCheckEvery == 0) PROFILER_RETURN_IF_ERROR(context_.Check());
      add(frame, node);
    }
    return absl::OkStatus();
  }

  void AddSample(int32_t frame, std::string_view op, const Values& values) {
    stacks_.samples.push_back({frame, static_cast<int64_t>(values.defined), op});
    for (const StackMeasure& measure : stacks_.measures) {
      values_.push_back(values[measure.measure]);
    }
  }

  // Whether, for some measure, the sum of the samples differs from the total of the view's root.
  bool DiffersFromRoot() const {
    const size_t width = stacks_.measures.size();
    for (size_t m = 0; m < width; ++m) {
      Value sum = 0;
      for (size_t i = m; i < values_.size(); i += width) sum += OrZero(values_[i]);
      if (sum != OrZero(output_.total[0][stacks_.measures[m].measure])) return true;
    }
    return false;
  }

  absl::StatusOr<Stacks> Finish() {
    stacks_.notes.insert(stacks_.notes.begin(), std::make_move_iterator(report_.notes.begin()),
                         std::make_move_iterator(report_.notes.end()));
    PROFILER_RETURN_IF_ERROR(FillValues(values_, stacks_));
    return std::move(stacks_);
  }

  Stacks& stacks() { return stacks_; }

 private:
  void MakeFrames() {
    stacks_.frames.resize(output_.rows.size());
    stacks_.frames[0].name = stacks_.frames[0].function = kNotShown;
    for (size_t row = 1; row < output_.rows.size(); ++row) {
      StackFrame& frame = stacks_.frames[row];
      frame.caller = output_.rows[row].parent;
      stacks_.frames[frame.caller].is_leaf = false;
      frame.name = frame.function = skeleton_.name[output_.rows[row].node];
    }
  }

  // Sorts the nodes by row. A hidden node belongs to the nearest row above the node.
  void SortNodes() {
    std::vector<int32_t> row_of(skeleton_.size(), kNoNode);
    for (size_t row = 0; row < output_.rows.size(); ++row) {
      row_of[output_.rows[row].node] = static_cast<int32_t>(row);
    }
    std::vector<size_t> next(output_.rows.size() + 1, 0);  // by row: index of its next node
    for (size_t node = 0; node < skeleton_.size(); ++node) {
      if (row_of[node] == kNoNode) row_of[node] = row_of[skeleton_.parent[node]];
      ++next[static_cast<size_t>(row_of[node]) + 1];
    }
    for (size_t row = 1; row < next.size(); ++row) next[row] += next[row - 1];
    nodes_.resize(skeleton_.size());
    for (size_t node = 0; node < skeleton_.size(); ++node) {
      nodes_[next[static_cast<size_t>(row_of[node])]++] = {row_of[node],
                                                           static_cast<int32_t>(node)};
    }
  }

  const TreeSkeleton& skeleton_;
  const TreeOutput& output_;
  Report& report_;
  RunContext& context_;
  Stacks stacks_;
  std::vector<Value> values_;                       // one per measure for each sample
  std::vector<std::pair<int32_t, int32_t>> nodes_;  // pairs of row and node, sorted by row
};

void FillCodeFrames(const Profile& profile, const CodeAnswer& answer, Stacks& stacks) {
  absl::flat_hash_map<StringId, std::string_view> gradients;  // by function
  for (size_t row = 1; row < stacks.frames.size(); ++row) {
    const CodeTreeFrame& of = answer.tree->frames[answer.output.rows[row].node];
    if (!of.frame.valid()) continue;
    StackFrame& frame = stacks.frames[row];
    frame.is_code = true;
    const FrameRow& recorded = profile.frames[of.frame];
    frame.file = profile.strings[recorded.file];
    frame.function = profile.strings[recorded.function];
    if (of.gradient) {
      std::string_view& name = gradients[recorded.function];
      if (name.empty()) {
        name = stacks.made_names.emplace_back(std::string(frame.function) + kGradientSuffix);
      }
      frame.function = name;
    }
    frame.line = recorded.line;
    frame.function_start_line = recorded.function_start_line;
  }
}

// For each node, whether no frame is below the node.
std::vector<char> InnermostFrames(const TreeSkeleton& tree) {
  std::vector<char> is_innermost(tree.size(), 1);
  for (size_t node = 1; node < tree.size(); ++node) is_innermost[tree.parent[node]] = 0;
  return is_innermost;
}

absl::StatusOr<Stacks> CodeStacks(const Selected& selected, const Query& given, StackSamples which,
                                  RunContext& context) {
  const Profile& profile = selected.profile();
  const Query query = SelectSampled(profile, given);
  PROFILER_ASSIGN_OR_RETURN(CodeAnswer answer,
                            AnswerCode(selected, query, context, ReportRows::kEmpty));
  Gatherer gatherer(answer.input, answer.output, answer.report, context);
  PROFILER_RETURN_IF_ERROR(gatherer.Start(query));
  gatherer.stacks().tree = answer.tree;
  FillCodeFrames(profile, answer, gatherer.stacks());
  const OpNames names(profile, *answer.values);
  const bool as_tfprof = which == StackSamples::kTfprofPprof;
  const std::vector<char> taken =
      as_tfprof ? InnermostFrames(answer.tree->skeleton) : answer.output.counts;
  const bool has_functions = !answer.input.elsewhere.empty();
  PROFILER_RETURN_IF_ERROR(gatherer.ForEachNode([&](int32_t frame, int32_t node) {
    const bool is_leaf = frame != 0 && gatherer.stacks().frames[frame].is_leaf;
    if (!taken[node] || (as_tfprof && !is_leaf)) return;
    for (const int32_t item : answer.picked[node]) {
      gatherer.AddSample(frame, names[item],
                         as_tfprof
                             ? answer.values->of[item]
                             : SumOverSteps(answer.op_sums, Items(&item, 1), answer.input.steps));
    }
    if (has_functions && answer.tree->sampled[node].defined > 0) {
      gatherer.AddSample(frame, "", answer.tree->sampled[node]);
    }
  }));
  if (as_tfprof && gatherer.DiffersFromRoot()) {
    AddQuirkNotes({Quirk::kPprofLeavesOnly}, answer.report);
  }
  return gatherer.Finish();
}

absl::StatusOr<Stacks> ScopeStacks(const Selected& selected, const Query& query,
                                   RunContext& context) {
  PROFILER_ASSIGN_OR_RETURN(ScopeAnswer answer,
                            AnswerScope(selected, query, context, ReportRows::kEmpty));
  Gatherer gatherer(answer.input, answer.output, answer.report, context);
  PROFILER_RETURN_IF_ERROR(gatherer.Start(query));
  const TreeSkeleton& tree = *answer.skeleton;
  gatherer.stacks().tree = answer.skeleton;
  std::vector<StackFrame>& frames = gatherer.stacks().frames;
  for (size_t row = 1; row < frames.size(); ++row) {
    StackFrame& frame = frames[row];
    // The part of the name after the parent's name.
    const int32_t above = answer.output.rows[row].parent;
    frame.file = frame.name;
    if (above != 0) frame.name.remove_prefix(frames[above].file.size() + 1);
    if (frame.name.empty()) frame.name = kNoName;
    frame.function = frame.name;
  }
  PROFILER_RETURN_IF_ERROR(gatherer.ForEachNode([&](int32_t frame, int32_t node) {
    if (!answer.output.counts[node] || tree.item[node] == kNoNode) return;
    gatherer.AddSample(frame, tree.name[node], answer.input.own[node]);
  }));
  return gatherer.Finish();
}

}  // namespace

absl::StatusOr<Stacks> MakeStacks(const Selected& selected, const Query& query, RowKind rows,
                                  StackSamples samples, RunContext& context) {
  if (rows == RowKind::kScopes) return ScopeStacks(selected, query, context);
  return CodeStacks(selected, query, samples, context);
}

std::vector<Value> WeightsByFrame(const Stacks& stacks, size_t measure, std::vector<Note>& notes) {
  std::vector<Value> weights(stacks.frames.size(), 0);
  for (size_t i = 0; i < stacks.samples.size(); ++i) {
    weights[stacks.samples[i].frame] += stacks.value(i, measure);
  }
  int64_t negative = 0;
  for (Value& weight : weights) {
    negative += weight < 0;
    weight = std::max<Value>(weight, 0);
  }
  if (negative > 0) {
    notes.push_back({"negative_left_out", Severity::kWarning,
                     fmt::format("{} stacks with negative {} are left out: a flame graph cannot "
                                 "show them",
                                 negative, stacks.measures[measure].name)});
  }
  return weights;
}

std::vector<int32_t> StackOf(const Stacks& stacks, int32_t frame) {
  std::vector<int32_t> stack = {frame};
  while (stacks.frames[stack.back()].caller != 0) {
    stack.push_back(stacks.frames[stack.back()].caller);
  }
  std::reverse(stack.begin(), stack.end());
  return stack;
}

}  // namespace profiler
