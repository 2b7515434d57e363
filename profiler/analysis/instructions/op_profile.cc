#include "profiler/analysis/instructions/op_profile.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "profiler/analysis/instructions/device_peaks.h"
#include "profiler/analysis/instructions/kernel_peaks.h"
#include "profiler/analysis/ops/framework_op.h"
#include "profiler/analysis/ops/op_attribute.h"

namespace profiler {
namespace {

// The attribute that readers give instructions that the compiler made alike.
constexpr std::string_view kDeduplicatedName = "deduplicated_name";
// The attribute with an instruction's own op, where its `framework_op` is what it spends time on.
constexpr std::string_view kOpName = "op_name";
// The name of a program that was recorded without one.
constexpr std::string_view kMain = "main";

void AddKnown(double value, double& sum) {
  if (!std::isnan(value)) sum = std::isnan(sum) ? value : sum + value;
}

// The parts of a path that are not empty.
template <typename Function>
void ForEachPart(std::string_view path, const Function& function) {
  while (!path.empty()) {
    const size_t end = std::min(path.find('/'), path.size());
    if (end > 0) function(path.substr(0, end));
    path.remove_prefix(std::min(end + 1, path.size()));
  }
}

class TreeOfInstructions {
 public:
  TreeOfInstructions(const Profile& profile, std::vector<DevicePeaks> peaks)
      : profile_(profile), peaks_(std::move(peaks)) {
    nodes_.emplace_back();
  }

  void Add(const HloUse& use, OpProfileBy by) {
    int32_t at = 0;
    if (by != OpProfileBy::kCategory) at = Child(at, ProgramOf(use));
    if (by == OpProfileBy::kProvenance) {
      ForEachPart(PathOf(use), [&](std::string_view part) { at = Child(at, std::string(part)); });
    }
    at = Child(at, CategoryOf(use));
    if (const std::string_view alike = AlikeOf(use); !alike.empty()) at = Group(at, alike);
    if (!use.shape.empty()) at = Child(at, use.shape);
    at = Child(at, NameOf(use));
    nodes_[at].is_instruction = true;
    const OpWork work = WorkOf(use);
    for (; at >= 0; at = nodes_[at].parent) nodes_[at].total.Add(work);
  }

  std::vector<OpProfileNode> InOrder() && {
    const std::vector<std::vector<int32_t>> children = Children();
    std::vector<OpProfileNode> ordered;
    ordered.reserve(nodes_.size());
    std::vector<std::pair<int32_t, int32_t>> open = {{0, -1}};  // a node, its parent's new place
    while (!open.empty()) {
      auto [at, parent] = open.back();
      open.pop_back();
      const std::vector<int32_t>* below = &children[at];
      if (is_group_[at] && below->size() == 1) {  // one that is like no other
        at = below->front();
        below = &children[at];
      } else if (is_group_[at]) {
        nodes_[at].name = nodes_[below->front()].name + " and its duplicate(s)";
      }
      const auto place = static_cast<int32_t>(ordered.size());
      OpProfileNode& node = ordered.emplace_back(nodes_[at]);
      node.parent = parent;
      node.depth = parent < 0 ? 0 : ordered[parent].depth + 1;
      for (auto child = below->rbegin(); child != below->rend(); ++child) {
        open.emplace_back(*child, place);
      }
    }
    return ordered;
  }

 private:
  // By parent, those with the most time first.
  std::vector<std::vector<int32_t>> Children() const {
    std::vector<std::vector<int32_t>> children(nodes_.size());
    for (int32_t at = 1; at < std::ssize(nodes_); ++at) children[nodes_[at].parent].push_back(at);
    for (std::vector<int32_t>& below : children) {
      std::stable_sort(below.begin(), below.end(), [&](int32_t a, int32_t b) {
        return nodes_[a].total.self > nodes_[b].total.self;
      });
    }
    return children;
  }

  int32_t Child(int32_t parent, const std::string& name) {
    const auto [it, is_new] =
        children_.try_emplace({parent, name}, static_cast<int32_t>(nodes_.size()));
    if (is_new) {
      OpProfileNode& node = nodes_.emplace_back();
      node.name = name;
      node.parent = parent;
      is_group_.push_back(false);
    }
    return it->second;
  }

  // No instruction's name has a zero.
  int32_t Group(int32_t parent, std::string_view alike) {
    const int32_t group = Child(parent, std::string(1, '\0') + std::string(alike));
    is_group_[group] = true;
    return group;
  }

  const OpRow& OpOf(const HloUse& use) const { return profile_.ops.row[use.op]; }

  std::string ProgramOf(const HloUse& use) const {
    const ModuleId id = OpOf(use).module;
    if (!id.valid()) return std::string(kMain);
    const ModuleRow& module = profile_.modules[id];
    const std::string_view name = profile_.strings[module.name];
    if (name.empty()) return std::string(kMain);
    if (module.program_id == kUnknown) return std::string(name);
    return fmt::format("{}({})", name, module.program_id);
  }

  // The path of what the user wrote: "jit(f)/layer/dot_general", or modules and their op.
  std::string PathOf(const HloUse& use) const {
    if (const auto own = TextAttribute(profile_, use.op, kOpName)) return std::string(*own);
    const OpId id = IsInstruction(profile_, use.op) ? OpOf(use).framework_op : use.op;
    if (!id.valid()) return {};
    const OpRow& op = profile_.ops.row[id];
    const std::string_view scope = profile_.strings[op.scope], name = profile_.strings[op.name];
    return scope.empty() ? std::string(name) : fmt::format("{}/{}", scope, name);
  }

  std::string CategoryOf(const HloUse& use) const {
    const OpRow& op = OpOf(use);
    return std::string(op.category.valid() ? profile_.strings[op.category]
                                           : ShownType(profile_, use.op));
  }

  // A name that instructions which the compiler made alike share; empty if it told none.
  std::string_view AlikeOf(const HloUse& use) const {
    return TextAttribute(profile_, use.op, kDeduplicatedName).value_or("");
  }

  std::string NameOf(const HloUse& use) const {
    std::string name(profile_.strings[OpOf(use).name]);
    if (IsInstruction(profile_, use.op)) return name;
    return fmt::format("{}/{}", name, profile_.strings[use.kernel]);
  }

  OpWork WorkOf(const HloUse& use) const {
    DevicePeaks peaks = use.ran_on_several_kinds ? DevicePeaks() : peaks_[use.device.row()];
    if (use.kernel.valid()) peaks = PeaksOfKernel(peaks, profile_.strings[use.kernel]);
    const double seconds = static_cast<double>(use.self) * 1e-12;
    // A TPU's bytes are of all its memories in one.
    const bool is_tpu = profile_.devices[use.device].kind == DeviceKind::kTpu;
    OpWork work = {.occurrences = use.occurrences,
                   .self = use.self,
                   .flops = use.flops,
                   .bytes = is_tpu ? kAbsentReal : use.bytes,
                   .peak_flops = peaks.flops_per_second * seconds,
                   .peak_bytes = peaks.bytes_per_second * seconds};
    const bool is_known = !std::isnan(work.flops) || !std::isnan(work.bytes);
    // What may be limited by memory says nothing by its flops, where only bytes could.
    const bool may_need_memory =
        is_tpu && use.bytes / work.peak_bytes > use.flops / work.peak_flops;
    if (is_known && !may_need_memory) {
      work.known_self = work.self;
      work.known_flops = work.flops;
      work.known_bytes = work.bytes;
      work.known_peak_flops = work.peak_flops;
      work.known_peak_bytes = work.peak_bytes;
    }
    return work;
  }

  const Profile& profile_;
  const std::vector<DevicePeaks> peaks_;  // by device
  std::vector<OpProfileNode> nodes_;
  std::vector<bool> is_group_ = {false};  // by node
  absl::flat_hash_map<std::pair<int32_t, std::string>, int32_t> children_;
};

}  // namespace

void OpWork::Add(const OpWork& other) {
  occurrences += other.occurrences;
  self += other.self;
  AddKnown(other.flops, flops);
  AddKnown(other.bytes, bytes);
  peak_flops += other.peak_flops;
  peak_bytes += other.peak_bytes;
  known_self += other.known_self;
  AddKnown(other.known_flops, known_flops);
  AddKnown(other.known_bytes, known_bytes);
  known_peak_flops += other.known_peak_flops;
  known_peak_bytes += other.known_peak_bytes;
}

double OpWork::WastedMicros() const {
  const double used = std::fmax(known_flops / known_peak_flops, known_bytes / known_peak_bytes);
  constexpr double kMicros = 1e-6;  // of a picosecond
  if (std::isnan(used)) return kAbsentReal;
  return static_cast<double>(known_self) * kMicros * std::fmax(0, 1 - used);
}

std::vector<OpProfileNode> OpProfile(const Profile& profile, const std::vector<HloUse>& uses,
                                     std::vector<DevicePeaks> peaks, OpProfileBy by) {
  TreeOfInstructions tree(profile, std::move(peaks));
  for (const HloUse& use : uses) {
    if (use.device.valid() && profile.devices[use.device].kind != DeviceKind::kCpu) {
      tree.Add(use, by);
    }
  }
  return std::move(tree).InOrder();
}

}  // namespace profiler
