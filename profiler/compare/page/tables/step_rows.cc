#include "profiler/compare/page/tables/step_rows.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <utility>

#include "profiler/analysis/step_split/step_split.h"
#include "profiler/compare/page/tables/diff_table.h"
#include "profiler/compare/stats/median.h"

namespace profiler {
namespace {

// Compares values per step and adds a row, unless both are 0.
class StepRows {
 public:
  StepRows(const Comparison& comparison, const Side& base, const Side& next)
      : comparison_(comparison), base_(base), next_(next) {}

  void Add(std::string_view name, const std::vector<double>& base,
           const std::vector<double>& next) {
    DiffRow row;
    row.name = name;
    row.change = comparison_.Of(base_.samples.Of(base, base_room_), next_.samples.Of(next, room_));
    if (row.change.base != 0 || row.change.next != 0) rows_.push_back(row);
  }

  // The same of a part that devices take: without recorded times of them it is unknown, unless
  // hosts recorded some.
  void AddOfDevices(std::string_view name, const std::vector<double>& base,
                    const std::vector<double>& next) {
    const bool knows_base = Knows(base_, base), knows_next = Knows(next_, next);
    if (knows_base && knows_next) return Add(name, base, next);
    DiffRow row;
    row.name = name;
    if (knows_base) row.change.base = MedianOf(base_.samples.Of(base, base_room_));
    if (knows_next) row.change.next = MedianOf(next_.samples.Of(next, room_));
    if (row.change.base > 0 || row.change.next > 0) rows_.push_back(row);
  }

  std::vector<DiffRow> Take() && {
    std::vector<Change*> changes;
    for (DiffRow& row : rows_) {
      if (!std::isnan(row.change.delta)) changes.push_back(&row.change);
    }
    comparison_.JudgeAll(std::move(changes));
    SortByChange(rows_);
    return std::move(rows_);
  }

 private:
  static bool Knows(const Side& side, const std::vector<double>& times) {
    return !side.lacks_device_times() ||
           std::any_of(times.begin(), times.end(), [](double time) { return time > 0; });
  }

  const Comparison& comparison_;
  const Side &base_, &next_;
  std::vector<double> base_room_, room_;
  std::vector<DiffRow> rows_;
};

// The parts of a step in which devices work.
bool IsOfDevices(size_t part) {
  switch (static_cast<StepPart>(part)) {
    case StepPart::kOutput:
    case StepPart::kHostToDevice:
    case StepPart::kDeviceCompute16:
    case StepPart::kDeviceCompute32:
    case StepPart::kDeviceToDevice:
    case StepPart::kCollectives:
      return true;
    default:  // also parts of parts, which come after these
      return false;
  }
}

std::vector<double> OtherIdleTime(const Side& side) {
  std::vector<double> times = side.totals;
  for (size_t i = 0; i < times.size(); ++i) {
    times[i] -= side.busy.busy[i] + side.busy.waits_for_launch[i];
  }
  return times;
}

}  // namespace

std::vector<DiffRow> ComparePartsOfStep(const Comparison& comparison, const Side& base,
                                        const Side& next) {
  StepRows rows(comparison, base, next);
  for (size_t i = 0; i < base.parts.size(); ++i) {
    const auto add = IsOfDevices(i) ? &StepRows::AddOfDevices : &StepRows::Add;
    (rows.*add)(base.parts[i].name, base.parts[i].times, next.parts[i].times);
  }
  return std::move(rows).Take();
}

std::vector<DiffRow> CompareBusyTimes(const Comparison& comparison, const Side& base,
                                      const Side& next) {
  StepRows rows(comparison, base, next);
  rows.Add("busy", base.busy.busy, next.busy.busy);
  rows.Add("idle_launch", base.busy.waits_for_launch, next.busy.waits_for_launch);
  rows.Add("idle_other", OtherIdleTime(base), OtherIdleTime(next));
  return std::move(rows).Take();
}

}  // namespace profiler
