#include "profiler/compare/page/work/whole_functions.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "profiler/analysis/kept/left_out_events.h"
#include "profiler/analysis/samples/functions_in_steps.h"
#include "profiler/analysis/samples/step_numbers.h"
#include "profiler/base/status.h"
#include "profiler/compare/page/tables/diff_table.h"

namespace profiler {
namespace {

// Whether a function may explain the step's change. What is far more is around work of both sides.
bool MayExplain(const Change& step, const DiffRow& function) {
  constexpr double kLeast = 0.5, kMost = 1.2;
  const double share = function.change.delta / step.delta;
  return share >= kLeast && share <= kMost;
}

// The code of a side, and which functions of it the other one does not have.
struct CodeOfSide {
  CodeOfSide(const Side& of, WorkInSteps& functions_of_one)
      : side(of),
        functions(functions_of_one),
        numbers(side.profile(), side.timings),
        code(FindCodeInSteps(*side.selected, numbers)) {}

  absl::Status FindFunctions(const CodeOfSide& other, RunContext& context) {
    PROFILER_ASSIGN_OR_RETURN(functions,
                              FunctionsOfOne(*side.selected, numbers, code, other.code, context));
    return absl::OkStatus();
  }
  const CodeInSteps::Key& KeyOf(size_t item) const {
    return code.keys[functions.items[item].op.row()];
  }

  const Side& side;
  WorkInSteps& functions;
  const StepNumbers numbers;
  const CodeInSteps code;
};

// A row, and what it is of.
struct OneSided {
  DiffRow row;
  const CodeOfSide *of, *other;
  const CodeInSteps::Key& key() const { return of->KeyOf(item); }
  size_t item;
};

// Of functions that may explain the change, leaves those that run more than what both do, and of
// these only the largest and what runs in it.
absl::Status LeaveOutOthers(const Change& step, RunContext& context,
                            std::vector<OneSided>& functions) {
  constexpr size_t kMostRead = 16;  // as each takes a walk over the events of the steps
  std::optional<InFunction> largest;
  size_t read = 0, kept = 0;
  for (size_t i = 0; i < functions.size(); ++i) {
    const OneSided& one = functions[i];
    if (MayExplain(step, one.row)) {
      if (largest && !largest->keys.contains(one.key())) continue;
      if (!largest) {
        if (++read > kMostRead) continue;
        PROFILER_ASSIGN_OR_RETURN(
            InFunction within, WorkInFunction(*one.of->side.selected, one.of->numbers, one.of->code,
                                              one.other->code, one.key(), context));
        if (within.is_around_old) continue;
        largest = std::move(within);
      }
    }
    functions[kept++] = functions[i];
  }
  functions.erase(functions.begin() + static_cast<ptrdiff_t>(kept), functions.end());
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<WholeFunctions> FunctionsOfOneSide(const Comparison& comparison, const Change& step,
                                                  const Side& base, const Side& next,
                                                  RunContext& context) {
  WholeFunctions found;
  if (!step.is_slower_or_faster()) return found;
  if (LacksEvents(base.profile()) || LacksEvents(next.profile())) return found;
  CodeOfSide of_base(base, found.base), of_next(next, found.next);
  PROFILER_RETURN_IF_ERROR(of_base.FindFunctions(of_next, context));
  PROFILER_RETURN_IF_ERROR(of_next.FindFunctions(of_base, context));
  std::vector<OneSided> all;
  std::vector<Change> changes;
  std::vector<double> room;
  const auto add = [&](const CodeOfSide& of, const CodeOfSide& other, auto compare) {
    for (size_t i = 0; i < of.functions.items.size(); ++i) {
      DiffRow row;
      row.name = of.functions.items[i].name;
      row.change = (comparison.*compare)(of.side.samples.Of(of.functions.Of(i), room));
      changes.push_back(row.change);
      all.push_back({row, &of, &other, i});
    }
  };
  add(of_base, of_next, &Comparison::Removed);
  add(of_next, of_base, &Comparison::Added);
  std::vector<OneSided> sorted;
  sorted.reserve(all.size());
  for (const size_t i : OrderByChange(changes)) sorted.push_back(all[i]);
  PROFILER_RETURN_IF_ERROR(LeaveOutOthers(step, context, sorted));
  for (const OneSided& one : sorted) found.rows.push_back(one.row);
  return found;
}

const DiffRow* ExplainingFunction(const Change& step, const std::vector<DiffRow>& functions) {
  constexpr double kNearly = 0.9, kReplaced = 0.25;
  const DiffRow* found = nullptr;
  double largest = 0, against = 0;
  for (const DiffRow& row : functions) {
    const double time = std::abs(row.change.delta);
    if (row.change.delta * step.delta < 0) against = std::max(against, time);
    if (!MayExplain(step, row)) continue;
    largest = std::max(largest, time);
    if (time >= kNearly * largest) found = &row;
  }
  const bool is_replaced = found != nullptr && against >= kReplaced * std::abs(found->change.delta);
  return is_replaced ? nullptr : found;
}

}  // namespace profiler
