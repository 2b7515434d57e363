#include "profiler/analysis/trees/code_tree.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"
#include "profiler/analysis/trees/op_rows.h"
#include "profiler/analysis/trees/skeleton.h"
#include "profiler/analysis/trees/tree_parts.h"
#include "profiler/analysis/trees/waiting_threads.h"
#include "profiler/analysis/values/function_times.h"

namespace profiler {
namespace {

// The forward op of `.../gradients/NAME_grad/...`, as tfprof extracts it; nullopt for other names.
std::optional<std::string_view> ForwardName(std::string_view name) {
  constexpr std::string_view kBefore = "gradients/", kAfter = "_grad/";
  const size_t before = name.find(kBefore), after = name.find(kAfter);
  if (before == std::string_view::npos || after == std::string_view::npos) return std::nullopt;
  const size_t start = before + kBefore.size();
  if (after == start) return std::nullopt;
  return name.substr(start, after > start ? after - start : std::string_view::npos);
}

// The Python stack that created an item.
struct Trace {
  FrameId frame;
  bool is_waiting = false;  // of a thread beside the main one, in a call that only waits
  std::optional<std::string_view> forward;  // for gradients, the name of the forward op
};

std::vector<Trace> TracesOf(const Profile& profile, const OpValues& values,
                            const std::vector<int32_t>& items, size_t threads) {
  const OpNames names(profile, values);
  const std::vector<char> waits = WaitsOfOtherThreads(profile);
  std::vector<Trace> traces(items.size());
  ForEachIndex(items.size(), threads, [&](size_t i) {
    const auto op = static_cast<uint32_t>(items[i]);
    if (op >= profile.op_count()) return;
    traces[i].frame = profile.ops.row[OpId(op)].frame;
    if (!traces[i].frame.valid()) return;
    traces[i].forward = ForwardName(names[items[i]]);
    traces[i].is_waiting = waits[op] != 0;
  });
  return traces;
}

// The nodes of a tree, in order of first use; the children of a node have different labels.
class NodeTable {
 public:
  // Returns the node, and whether it was added by this call.
  std::pair<int32_t, bool> Find(int32_t parent, uint32_t label) {
    Siblings& siblings = parent == kNoNode ? roots_ : children_[parent];
    if (siblings.count <= kFew) {
      for (int32_t node = siblings.last; node != kNoNode; node = before_[node]) {
        if (label_[node] == label) return {node, false};
      }
    } else if (const auto it = of_many_.find({parent, label}); it != of_many_.end()) {
      return {it->second, false};
    }
    return {Add(parent, label, siblings), true};
  }

  int32_t size() const { return static_cast<int32_t>(parent_.size()); }
  int32_t parent(int32_t node) const { return parent_[node]; }
  uint32_t label(int32_t node) const { return label_[node]; }

 private:
  // Most nodes have one or two children, which are searched linearly. Nodes with more children use
  // a hash table.
  static constexpr uint32_t kFew = 8;
  struct Siblings {
    int32_t last = kNoNode;
    uint32_t count = 0;
  };

  int32_t Add(int32_t parent, uint32_t label, Siblings& siblings) {
    const int32_t node = size();
    before_.push_back(std::exchange(siblings.last, node));
    parent_.push_back(parent);
    label_.push_back(label);
    ++siblings.count;
    if (siblings.count == kFew + 1) {
      for (int32_t n = node; n != kNoNode; n = before_[n]) of_many_[{parent, label_[n]}] = n;
    } else if (siblings.count > kFew) {
      of_many_[{parent, label}] = node;
    }
    children_.emplace_back();  // invalidates `siblings`
    return node;
  }

  std::vector<int32_t> parent_, before_;  // by node; before_: the sibling added just before
  std::vector<uint32_t> label_;
  std::vector<Siblings> children_;
  Siblings roots_;
  absl::flat_hash_map<std::pair<int32_t, uint32_t>, int32_t> of_many_;
};

class Builder {
 public:
  Builder(const Profile& profile, const OpValues& values, const std::vector<int32_t>& by_name,
          const SampleTypes& types, const Quirks& quirks, size_t threads)
      : profile_(profile),
        types_(types),
        names_(profile, values),
        by_name_(by_name),
        traces_(TracesOf(profile, values, by_name, threads)),
        node_of_item_(values.of.size(), kNoNode),
        cut_names_(quirks.Has(Quirk::kCutFunctionNames)),
        drop_untraced_(quirks.Has(Quirk::kCodeDropsUntraced)),
        labels_(std::make_shared<std::deque<std::string>>()) {}

  CodeTree Build() {
    const std::vector<FunctionTime> functions = FunctionTimesOf(profile_, types_);
    std::vector<Gradient> gradients;
    std::vector<int32_t> untraced, waiting, outside;
    for (size_t i = 0; i < by_name_.size(); ++i) {
      const int32_t item = by_name_[i];
      const auto& [frame, is_waiting, forward] = traces_[i];
      if (!drop_untraced_ && static_cast<uint32_t>(item) >= profile_.op_count()) {
        outside.push_back(item);
      } else if (!frame.valid()) {
        untraced.push_back(item);
      } else if (is_waiting) {
        waiting.push_back(item);
      } else if (forward.has_value()) {
        gradients.push_back({*forward, item});
      } else {
        traced_.emplace_back(names_[item], frame);
        node_of_item_[item] = NodeOf(frame, false);
      }
    }
    tree_.has_traces = !traced_.empty() || !gradients.empty();
    const auto by_forward = [](const Gradient& a, const Gradient& b) {
      return a.forward < b.forward;
    };
    SortFew(gradients.begin(), gradients.end(), by_forward);
    auto traced = traced_.begin();  // both are sorted by name
    for (const Gradient& gradient : gradients) {
      while (traced != traced_.end() && traced->first < gradient.forward) ++traced;
      if (traced == traced_.end() || traced->first != gradient.forward) {
        ++tree_.dropped_gradients;
        untraced.push_back(gradient.item);
      } else {
        node_of_item_[gradient.item] = NodeOf(traced->second, true);
      }
    }
    AddBelow(kWaitingThreads, waiting);
    // If a profiler recorded functions and no op has a stack, ops without a line are left out.
    const bool has_functions_alone = !tree_.has_traces && !functions.empty();
    for (const FunctionTime& function : functions) {
      AddFunction(NodeOf(function.frame, false), function);
    }
    tree_.has_traces = tree_.has_traces || !functions.empty();
    DropItems(drop_untraced_ ? untraced : std::vector<int32_t>());
    if (!drop_untraced_ && !has_functions_alone) {
      AddBelow(kNoTrace, untraced);
      outside_ = AddBelow(kOutsideSteps, outside);
    }
    return Finish();
  }

 private:
  struct Gradient {
    std::string_view forward;  // for gradients, the name of the forward op
    int32_t item;
  };

  uint32_t LabelNumber(std::string text) {
    const std::string& label = labels_->emplace_back(std::move(text));
    const auto [it, is_new] = number_of_label_.try_emplace(
        absl::string_view(label.data(), label.size()), static_cast<uint32_t>(labels_->size() - 1));
    if (!is_new) labels_->pop_back();
    return it->second;
  }

  // Cached, as many frames have the same line and different callers.
  uint32_t LabelOf(const FrameRow& frame, bool gradient) {
    auto [it, is_new] =
        label_of_line_[gradient].try_emplace({frame.file, frame.function, frame.line});
    if (is_new) {
      it->second =
          LabelNumber(FrameLabel(profile_, frame, cut_names_) + (gradient ? kGradientSuffix : ""));
    }
    return it->second;
  }

  // The node of a frame; its callers are added first, outermost first.
  int32_t NodeOf(FrameId innermost, bool gradient) {
    std::vector<int32_t>& known = node_of_frame_[gradient];
    if (known.empty()) known.assign(profile_.frames.size(), kNoNode);
    missing_.clear();
    FrameId frame = innermost;
    while (frame.valid() && known[frame.row()] == kNoNode) {
      missing_.push_back(frame);
      frame = profile_.frames[frame].parent;
    }
    int32_t node = frame.valid() ? known[frame.row()] : kNoNode;
    for (; !missing_.empty(); missing_.pop_back()) {
      frame = missing_.back();
      node = NodeFor(node, LabelOf(profile_.frames[frame], gradient), {frame, gradient});
      known[frame.row()] = node;
    }
    return node;
  }

  // Frames with equal labels below the same parent share a node.
  int32_t NodeFor(int32_t parent, uint32_t label, CodeTreeFrame frame) {
    const auto [node, is_new] = nodes_.Find(parent, label);
    if (is_new) frames_.push_back(frame);
    return node;
  }

  // Puts items in a row that is no frame, and returns its node; kNoNode if there are no items.
  int32_t AddBelow(std::string_view label, const std::vector<int32_t>& items) {
    if (items.empty()) return kNoNode;
    const int32_t node = NodeFor(kNoNode, LabelNumber(std::string(label)), {});
    for (int32_t item : items) node_of_item_[item] = node;
    return node;
  }

  void DropItems(const std::vector<int32_t>& items) {
    for (int32_t item : items) tree_.dropped.Add(item);
    tree_.dropped.EndList();
  }

  void AddFunction(int32_t node, const FunctionTime& function) {
    sampled_.resize(frames_.size(), Values::Absent());
    elsewhere_.resize(frames_.size(), Values::Absent());
    sampled_[node].Add(function.own);
    elsewhere_[node].Add(function.elsewhere);
  }

  CodeTree Finish() {
    SkeletonBuilder skeleton;
    for (int32_t n = 0; n < nodes_.size(); ++n) skeleton.Add((*labels_)[nodes_.label(n)], kNoNode);
    for (int32_t n = 0; n < nodes_.size(); ++n) skeleton.SetParent(n, nodes_.parent(n));
    std::vector<int32_t> position;
    tree_.skeleton = std::move(skeleton).Build(&position);
    const size_t size = tree_.skeleton.size();
    tree_.frames.resize(size);
    tree_.skeleton.name_number.assign(size, static_cast<int32_t>(labels_->size()));  // the root's
    if (!sampled_.empty()) {
      sampled_.resize(frames_.size(), Values::Absent());
      elsewhere_.resize(frames_.size(), Values::Absent());
      tree_.sampled.resize(size, Values::Absent());
      tree_.elsewhere.resize(size, Values::Absent());
    }
    for (int32_t n = 0; n < nodes_.size(); ++n) {
      tree_.frames[position[n]] = frames_[n];
      tree_.skeleton.name_number[position[n]] = static_cast<int32_t>(nodes_.label(n));
      if (!sampled_.empty()) {
        tree_.sampled[position[n]] = sampled_[n];
        tree_.elsewhere[position[n]] = elsewhere_[n];
      }
    }
    for (int32_t& node : node_of_item_) node = node == kNoNode ? kNoNode : position[node];
    if (outside_ != kNoNode) tree_.outside = position[outside_];
    tree_.items = GroupedItems(size, by_name_, node_of_item_);
    tree_.skeleton.made_names = labels_;
    return std::move(tree_);
  }

  const Profile& profile_;
  const SampleTypes& types_;
  const OpNames names_;
  const std::vector<int32_t>& by_name_;
  const std::vector<Trace> traces_;  // of the items
  std::vector<int32_t> node_of_item_;
  int32_t outside_ = kNoNode;
  const bool cut_names_, drop_untraced_;
  std::vector<std::pair<std::string_view, FrameId>> traced_;  // ops with a frame, by name
  std::vector<FrameId> missing_;
  std::array<std::vector<int32_t>, 2> node_of_frame_;  // for forward ops, for gradients
  using Line = std::tuple<StringId, StringId, int64_t>;
  std::array<absl::flat_hash_map<Line, uint32_t>, 2> label_of_line_;
  absl::flat_hash_map<absl::string_view, uint32_t> number_of_label_;
  NodeTable nodes_;
  std::vector<CodeTreeFrame> frames_;  // indexed by node
  std::vector<Values> sampled_, elsewhere_;
  std::shared_ptr<std::deque<std::string>> labels_;  // a deque, as label addresses must not change
  CodeTree tree_;
};

}  // namespace

std::string_view FileName(std::string_view path) {
  constexpr size_t kLongest = 255;
  const size_t slash = path.rfind('/');
  return path.substr(slash == std::string_view::npos ? 0 : slash + 1).substr(0, kLongest);
}

std::string FrameLabel(const Profile& profile, const FrameRow& frame, bool cut) {
  constexpr size_t kLongest = 20, kKept = 17;
  const std::string_view file = FileName(profile.strings[frame.file]);
  std::string_view function = profile.strings[frame.function];
  cut = cut && function.size() >= kLongest;
  if (cut) function = function.substr(0, kKept);
  // Functions without a line are those of the interpreter, or modules of a model.
  if (file.empty() && frame.line == kUnknown) return std::string(function) + (cut ? "..." : "");
  return fmt::format("{}:{}:{}{}", file, frame.line == kUnknown ? 0 : frame.line, function,
                     cut ? "..." : "");
}

CodeTree BuildCodeTree(const Profile& profile, const OpValues& values,
                       const std::vector<int32_t>& by_name, const SampleTypes& types,
                       const Quirks& quirks, size_t threads) {
  return Builder(profile, values, by_name, types, quirks, threads).Build();
}

}  // namespace profiler
