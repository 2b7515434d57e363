#include "profiler/analysis/shapes/grown_concatenations.h"

#include <fmt/format.h>

#include <cstddef>
#include <map>
#include <optional>
#include <string_view>
#include <tuple>
#include <vector>

#include "profiler/analysis/selection/same_step.h"
#include "profiler/analysis/shapes/op_times.h"
#include "profiler/analysis/shapes/tensor_inputs.h"
#include "profiler/base/status.h"

namespace profiler {
namespace {

bool Concatenates(std::string_view name) { return name == "aten::cat"; }

// Calls that differ in the size of the first input alone.
struct AppendKind {
  std::vector<int64_t> others;  // the first input's dimensions without the one that grows
  size_t axis = 0;              // that grows
  int64_t added = 0;            // by so much

  friend bool operator<(const AppendKind& a, const AppendKind& b) {
    return std::tie(a.others, a.axis, a.added) < std::tie(b.others, b.axis, b.added);
  }
};

struct AppendCall {
  AppendKind kind;
  int64_t size = 0;  // of the first input along the axis
};

// Unknown where all inputs have one shape, as then the axis is not known, or where they differ in
// several dimensions.
std::optional<AppendCall> AppendOf(const std::vector<std::vector<int64_t>>& inputs) {
  if (inputs.size() < 2 || inputs[0].empty()) return std::nullopt;
  const std::vector<int64_t>& first = inputs[0];
  std::optional<size_t> axis;
  for (const std::vector<int64_t>& one : inputs) {
    if (one.size() != first.size()) return std::nullopt;
    for (size_t i = 0; i < first.size(); ++i) {
      if (one[i] == first[i]) continue;
      if (axis && *axis != i) return std::nullopt;
      axis = i;
    }
  }
  if (!axis) return std::nullopt;
  AppendCall append;
  append.kind.axis = *axis;
  append.size = first[*axis];
  append.kind.others = first;
  append.kind.others.erase(append.kind.others.begin() + static_cast<std::ptrdiff_t>(*axis));
  for (size_t i = 1; i < inputs.size(); ++i) {
    const int64_t length = inputs[i][*axis];
    if (__builtin_add_overflow(append.kind.added, length, &append.kind.added)) return std::nullopt;
  }
  return append;
}

// "4x64", of the input of that size.
std::string SizedShapeText(const AppendKind& kind, int64_t size) {
  std::vector<int64_t> dims = kind.others;
  dims.insert(dims.begin() + static_cast<std::ptrdiff_t>(kind.axis), size);
  return fmt::format("{}", fmt::join(dims, "x"));
}

class GrownConcatenationFinder {
 public:
  explicit GrownConcatenationFinder(const Profile& profile) {
    for (uint32_t i = 0; i < profile.op_count(); ++i) {
      if (!Concatenates(profile.strings[profile.ops.row[OpId(i)].name])) continue;
      if (const auto append = AppendOf(DimsOfFirstList(profile, OpId(i)))) {
        appends_.emplace(OpId(i), *append);
        sizes_[append->kind].try_emplace(append->size);
      }
    }
    for (auto& [kind, sizes] : sizes_) MarkGrown(kind, sizes);
  }

  absl::StatusOr<GrownConcatenation> Run(const Selected& selected, RunContext& context) && {
    if (appends_.empty()) return GrownConcatenation();
    const auto add = [&](const OpEvent& event, std::map<AppendKind, Int128>& of_kind) {
      const auto at = appends_.find(event.op);
      if (at == appends_.end()) return;
      GrownSize& size = sizes_[at->second.kind][at->second.size];
      if (!size.is_grown) return;
      size.AddStep(StepOf(selected.profile(), event));
      of_kind[at->second.kind] += event.self;
    };
    PROFILER_ASSIGN_OR_RETURN(const auto times, SumOpTimes<AppendKind>(selected, context, add));
    return Most(selected.profile(), times);
  }

 private:
  // A size of the first input.
  struct GrownSize {
    bool is_grown = false;  // whether the call's result grows on, or the input is a grown one
    StepId step;            // that has the selected calls, if it is one
    bool is_in_several = false;

    void AddStep(StepId of_call) {
      is_in_several |= !of_call.valid() || (step.valid() && !(step == of_call));
      step = of_call;
    }
  };
  using Sizes = std::map<int64_t, GrownSize>;

  static StepId StepOf(const Profile& profile, const OpEvent& event) {
    const StepId step = profile.events[event.track].step[event.row];
    return step.valid() ? SameStep(profile, step) : step;
  }

  static void MarkGrown(const AppendKind& kind, Sizes& sizes) {
    for (auto& [size, found] : sizes) {
      int64_t result = 0;
      if (kind.added <= 0 || __builtin_add_overflow(size, kind.added, &result)) continue;
      const auto next = sizes.find(result);
      if (next != sizes.end()) found.is_grown = next->second.is_grown = true;
    }
  }

  // Whether each size has a step of its own, the larger one the later.
  static bool GrowsByStep(const Profile& profile, const Sizes& sizes) {
    std::optional<int64_t> last;
    for (const auto& [size, found] : sizes) {
      if (!found.is_grown) continue;
      if (found.is_in_several || !found.step.valid()) return false;
      const int64_t begin = profile.steps[found.step].begin;
      if (last && begin <= *last) return false;
      last = begin;
    }
    return last.has_value();
  }

  GrownConcatenation Most(const Profile& profile, const OpTimesBy<AppendKind>& times) const {
    GrownConcatenation found;
    found.all_time = times.all;
    for (const auto& [kind, time] : times.of) {
      if (time <= found.time) continue;
      found.time = time;
      found.sizes = 0;
      found.by_step = GrowsByStep(profile, sizes_.at(kind));
      for (const auto& [size, of_size] : sizes_.at(kind)) {
        if (!of_size.is_grown) continue;
        if (found.sizes++ == 0) found.least = SizedShapeText(kind, size);
        found.most = SizedShapeText(kind, size);
      }
    }
    return found;
  }

  std::map<OpId, AppendCall> appends_;
  std::map<AppendKind, Sizes> sizes_;
};

}  // namespace

absl::StatusOr<GrownConcatenation> FindGrownConcatenation(const Selected& selected,
                                                          RunContext& context) {
  return GrownConcatenationFinder(selected.profile()).Run(selected, context);
}

bool HasConcatenations(const Profile& profile) { return HasShapesOf(profile, Concatenates); }

}  // namespace profiler
