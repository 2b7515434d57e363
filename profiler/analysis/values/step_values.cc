#include "profiler/analysis/values/step_values.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "profiler/analysis/selection/same_step.h"
#include "profiler/analysis/values/op_values.h"
#include "profiler/query/quirks.h"

namespace profiler {
namespace {

// The selected steps that have a selected place, ignoring -device.
std::vector<char> StepsThere(const Selected& selected) {
  const Profile& profile = selected.profile();
  const SelectedSteps& steps = selected.steps();
  if (selected.source_filter().all()) return steps.has;
  const Selected on_all_devices = selected.OnAllDevices();
  const SourceFilter& source_filter = on_all_devices.source_filter();
  std::vector<char> has_rows(profile.steps.size(), 0), there(profile.steps.size(), 0);
  for (const ExecRow& row : profile.execs().row.values()) {
    if (!row.step.valid()) continue;
    has_rows[row.step.row()] = 1;
    if (source_filter.Has(row.step, row.device)) there[row.step.row()] = 1;
  }
  for (uint32_t s = 0; s < there.size(); ++s) {
    if (!has_rows[s]) there[s] = source_filter.Has(StepId(s), DeviceId());
    if (!steps.has[s]) there[s] = 0;
  }
  return there;
}

// The measure of an exec row of which get.operator()<&ExecRow::member>() returns a member.
// `misses`: its time on accelerators does not count.
template <typename Get>
Value ValueOfRow(const Profile& profile, OpId op, Measure measure, bool misses, const Get& get) {
  const auto known = [](int64_t value) -> Value { return value == kUnknown ? kAbsent : value; };
  switch (measure) {
    case Measure::kBytes:
      return known(get.template operator()<&ExecRow::requested_bytes>());
    case Measure::kPeakBytes:
      return known(get.template operator()<&ExecRow::peak_bytes>());
    case Measure::kResidualBytes:
      return known(get.template operator()<&ExecRow::residual_bytes>());
    case Measure::kOutputBytes:
      return known(get.template operator()<&ExecRow::output_bytes>());
    case Measure::kMicros: {
      const Value on_cpu = get.template operator()<&ExecRow::cpu_time>();
      return misses ? on_cpu : on_cpu + get.template operator()<&ExecRow::accelerator_time>();
    }
    case Measure::kAcceleratorMicros:
      return misses ? kAbsent : get.template operator()<&ExecRow::accelerator_time>();
    case Measure::kCpuMicros:
      return get.template operator()<&ExecRow::cpu_time>();
    case Measure::kOccurrence:
      return known(get.template operator()<&ExecRow::runs>());
    case Measure::kFloatOps: {
      const int64_t once = profile.ops.row[op].float_ops;
      if (once == kUnknown) return kAbsent;
      return Quirks(false).Product(once, OrZero(known(get.template operator()<&ExecRow::runs>())));
    }
    case Measure::kParams:
      break;
  }
  return kAbsent;
}

}  // namespace

StepAxis::StepAxis(const Selected& selected) {
  const Profile& profile = selected.profile();
  const std::vector<char> there = StepsThere(selected);
  const auto size = static_cast<uint32_t>(there.size());
  // Maps each step to the first of the steps that count as the same step.
  std::vector<uint32_t> first(size), order;
  std::vector<char> is_asked(size, 0);
  for (uint32_t s = 0; s < size; ++s) {
    first[s] = SameStep(profile, StepId(s)).row();
    if (there[s]) is_asked[first[s]] = 1;
  }
  for (uint32_t s = 0; s < size; ++s) {
    if (is_asked[s]) order.push_back(s);
  }
  const auto number = [&](uint32_t s) { return profile.steps[StepId(s)].number; };
  std::stable_sort(order.begin(), order.end(),
                   [&](uint32_t a, uint32_t b) { return number(a) < number(b); });
  std::vector<uint32_t> place(size, kNone);
  for (uint32_t s : order) {
    if (numbers.empty() || !selected.steps().one_number) numbers.push_back(number(s));
    place[s] = static_cast<uint32_t>(numbers.size() - 1);
  }
  of_step.assign(size, kNone);
  for (uint32_t s = 0; s < size; ++s) {
    if (there[s]) of_step[s] = place[first[s]];
  }
}

StepValues::StepValues(const Profile& profile, StepAxis axis, bool adds_up_steps)
    : profile_(&profile),
      axis_(std::move(axis)),
      adds_up_steps_(adds_up_steps),
      step_(profile.execs().row.size(), StepAxis::kNone) {}

void StepValues::Count(uint32_t exec, const ExecRow& row, const ExecRow& counted,
                       bool misses_accelerator) {
  const uint32_t step = axis_.of_step[row.step.row()];
  step_[exec] = adds_up_steps_ && step != StepAxis::kNone ? 0 : step;
  if (&counted != &row) changed_.emplace(exec, counted);
  if (!misses_accelerator) return;
  misses_accelerator_.resize(step_.size());
  misses_accelerator_[exec] = true;
}

Value StepValues::ValueOf(uint32_t exec, OpId op, Measure measure) const {
  const bool misses = !misses_accelerator_.empty() && misses_accelerator_[exec];
  const auto changed = changed_.empty() ? changed_.end() : changed_.find(exec);
  if (changed != changed_.end()) {
    const ExecRow& row = changed->second;
    return ValueOfRow(
        *profile_, op, measure, misses, [&]<auto kMember>() { return row.*kMember; });
  }
  const auto& rows = profile_->execs().row;
  return ValueOfRow(
      *profile_, op, measure,
      misses, [&]<auto kMember>() { return rows.template Member<kMember>(exec); });
}

std::vector<double> RealSeries(const StepSeries& series) {
  std::vector<double> real;
  real.reserve(series.size() - 1);
  for (size_t step = 0; step + 1 < series.size(); ++step) {
    real.push_back(series[step] == kAbsent ? kAbsentReal : static_cast<double>(series[step]));
  }
  return real;
}

void StepValues::Add(OpId op, Measure measure, StepSeries& series) const {
  const auto [first, last] = profile_->ExecsOf(op);
  for (uint32_t exec = first; exec < last; ++exec) {
    if (step_[exec] != StepAxis::kNone) AddValue(series[step_[exec]], ValueOf(exec, op, measure));
  }
}

}  // namespace profiler
