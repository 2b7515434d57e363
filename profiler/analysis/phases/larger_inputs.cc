#include "profiler/analysis/phases/larger_inputs.h"

#include <charconv>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "profiler/analysis/selection/event_scan.h"
#include "profiler/analysis/shapes/slot_list.h"
#include "profiler/base/int128.h"
#include "profiler/store/row_facts.h"

namespace profiler {
namespace {

constexpr double kMuchLarger = 1.2;  // of two numbers of elements

// The number of elements of "4x64"; 0 of other texts, such as lists of shapes.
double ElementsOfDims(std::string_view dims) {
  double elements = 1;
  while (!dims.empty()) {
    int64_t size = 0;
    const auto [end, error] = std::from_chars(dims.data(), dims.data() + dims.size(), size);
    if (error != std::errc() || size < 0) return 0;
    elements *= static_cast<double>(size);
    dims.remove_prefix(static_cast<size_t>(end - dims.data()));
    if (dims.starts_with('x')) dims.remove_prefix(1);
  }
  return elements;
}

struct Shape {
  std::string_view dims;
  double elements = 0;
};
// By the name of an op and the slot of its input.
using LargestShapes = std::map<std::pair<StringId, std::string_view>, Shape>;

class InputsFinder {
 public:
  InputsFinder(const Selected& selected, const ComparedSteps& steps)
      : selected_(selected), profile_(selected.profile()), is_slow_(profile_.steps.size()) {
    for (const StepTime* step : steps.slow) Mark(*step, 1);
    for (const StepTime* step : steps.others) Mark(*step, -1);
  }

  std::optional<LargerInputs> Find(StepId first_slow) && {
    AddLargestOfOthers();
    Int128 known = 0, larger = 0;
    for (const ExecRow& exec : profile_.execs().row.values()) {
      if (!Counts(exec) || is_slow_[exec.step.row()] != 1) continue;
      const Int128 time = exec.cpu_time + exec.accelerator_time;
      known += time;
      if (LargerInputOf(exec.op)) larger += time;
    }
    if (known == 0 || 2 * larger < known) return std::nullopt;
    return FirstIn(first_slow);
  }

 private:
  void Mark(const StepTime& step, int8_t side) {
    for (const StepId id : step.steps) is_slow_[id.row()] = side;
  }

  bool Counts(const ExecRow& exec) const {
    return exec.step.valid() && is_slow_[exec.step.row()] != 0 && exec.op.valid() &&
           profile_.ops.row[exec.op].input_shapes.valid() &&
           selected_.source_filter().Has(exec.step, exec.device);
  }

  void AddLargestOfOthers() {
    std::vector<char> is_added(profile_.op_count());
    for (const ExecRow& exec : profile_.execs().row.values()) {
      if (!Counts(exec) || is_slow_[exec.step.row()] != -1) continue;
      if (std::exchange(is_added[exec.op.row()], 1) != 0) continue;
      const OpRow& op = profile_.ops.row[exec.op];
      ForEachSlot(profile_.strings[op.input_shapes], [&](auto slot, auto dims) {
        Shape& largest = of_others_[{op.name, slot}];
        const double elements = ElementsOfDims(dims);
        if (largest.dims.empty() || elements > largest.elements) largest = {dims, elements};
      });
    }
  }

  // Nothing if the others run no such op, too: what only slow steps do is told by itself.
  const std::optional<LargerInputs>& LargerInputOf(OpId id) {
    const auto added = larger_.try_emplace(id);
    std::optional<LargerInputs>& larger = added.first->second;
    if (!added.second) return larger;
    const OpRow& op = profile_.ops.row[id];
    ForEachSlot(profile_.strings[op.input_shapes], [&](auto slot, auto dims) {
      const auto other = of_others_.find({op.name, slot});
      if (larger || other == of_others_.end()) return;
      const double of_other = other->second.elements;
      if (of_other <= 0 || ElementsOfDims(dims) < kMuchLarger * of_other) return;
      larger = {std::string(profile_.strings[op.name]), std::string(dims),
                std::string(other->second.dims)};
    });
    return larger;
  }

  std::optional<LargerInputs> FirstIn(StepId step) {
    std::optional<LargerInputs> found;
    int64_t begin = 0;
    for (const Track track : Tracks(profile_, IsInTotals)) {
      if (IsAccelerator(track.row)) continue;
      const Events& events = track.events;
      for (uint32_t e = 0; e < events.size(); ++e) {
        if (!(events.step[e] == step) || !events.op[e].valid()) continue;
        if (!profile_.ops.row[events.op[e]].input_shapes.valid()) continue;
        const auto& larger = LargerInputOf(events.op[e]);
        if (!larger || (found && begin <= events.begin[e])) continue;
        found = larger;
        begin = events.begin[e];
      }
    }
    return found;
  }

  const Selected& selected_;
  const Profile& profile_;
  std::vector<int8_t> is_slow_;  // by step; -1 of others, 0 of those that are not compared
  LargestShapes of_others_;
  absl::flat_hash_map<OpId, std::optional<LargerInputs>> larger_;
};

}  // namespace

std::optional<LargerInputs> FindLargerInputs(const Selected& selected, const ComparedSteps& steps) {
  if (steps.slow.empty() || steps.slow.front()->steps.empty() || steps.others.empty()) {
    return std::nullopt;
  }
  return InputsFinder(selected, steps).Find(steps.slow.front()->steps.front());
}

}  // namespace profiler
