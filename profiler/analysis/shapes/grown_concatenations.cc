#include "profiler/analysis/shapes/grown_concatenations.h"

#include <fmt/format.h>

#include <cstddef>
#include <map>
#include <optional>
#include <string_view>
#include <tuple>
#include <vector>

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
        sizes_[append->kind].try_emplace(append->size, false);
      }
    }
    for (auto& [kind, sizes] : sizes_) MarkGrown(kind, sizes);
  }

  absl::StatusOr<GrownConcatenation> Run(const Selected& selected, RunContext& context) && {
    if (appends_.empty()) return GrownConcatenation();
    const auto add = [&](const OpEvent& event, std::map<AppendKind, Int128>& of_kind) {
      const auto at = appends_.find(event.op);
      if (at == appends_.end() || !sizes_[at->second.kind][at->second.size]) return;
      of_kind[at->second.kind] += event.self;
    };
    PROFILER_ASSIGN_OR_RETURN(const auto times, SumOpTimes<AppendKind>(selected, context, add));
    return Most(times);
  }

 private:
  // By the size of the first input, whether the call's result grows on, or is a grown one.
  using Sizes = std::map<int64_t, bool>;

  static void MarkGrown(const AppendKind& kind, Sizes& sizes) {
    for (auto& [size, is_grown] : sizes) {
      int64_t result = 0;
      if (kind.added <= 0 || __builtin_add_overflow(size, kind.added, &result)) continue;
      const auto next = sizes.find(result);
      if (next != sizes.end()) is_grown = next->second = true;
    }
  }

  GrownConcatenation Most(const OpTimesBy<AppendKind>& times) const {
    GrownConcatenation found;
    found.all_time = times.all;
    for (const auto& [kind, time] : times.of) {
      if (time <= found.time) continue;
      found.time = time;
      found.sizes = 0;
      for (const auto& [size, is_grown] : sizes_.at(kind)) {
        if (!is_grown) continue;
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
