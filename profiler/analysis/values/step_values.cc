#include "profiler/analysis/values/step_values.h"

#include <algorithm>
#include <numeric>
#include <utility>

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
  for (const ExecRow& row : profile.execs.row.values()) {
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

}  // namespace

StepAxis::StepAxis(const Selected& selected) {
  const Profile& profile = selected.profile();
  const std::vector<char> there = StepsThere(selected);
  const auto size = static_cast<uint32_t>(there.size());
  // Maps each step to the first of the steps that count as the same step.
  std::vector<uint32_t> first(size), order;
  std::vector<char> is_asked(size, 0);
  for (uint32_t s = 0; s < size; ++s) {
    const StepId same = profile.steps[StepId(s)].counts_as;
    first[s] = same.valid() ? same.row() : s;
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

StepValues::StepValues(const Profile& profile, StepAxis axis)
    : profile_(&profile),
      axis_(std::move(axis)),
      step_(profile.execs.row.size(), StepAxis::kNone) {}

void StepValues::Count(uint32_t exec, const ExecRow& row, const ExecRow& counted,
                       bool misses_accelerator) {
  step_[exec] = axis_.of_step[row.step.row()];
  if (&counted != &row) changed_.emplace(exec, counted);
  if (!misses_accelerator) return;
  misses_accelerator_.resize(step_.size());
  misses_accelerator_[exec] = true;
}

Value StepValues::ValueOf(uint32_t exec, OpId op, Measure measure) const {
  const auto changed = changed_.empty() ? changed_.end() : changed_.find(exec);
  const ExecRow& row =
      changed == changed_.end() ? profile_->execs.row[ExecId(exec)] : changed->second;
  const bool misses = !misses_accelerator_.empty() && misses_accelerator_[exec];
  const auto known = [](int64_t value) -> Value { return value == kUnknown ? kAbsent : value; };
  switch (measure) {
    case Measure::kBytes:
      return known(row.requested_bytes);
    case Measure::kPeakBytes:
      return known(row.peak_bytes);
    case Measure::kResidualBytes:
      return known(row.residual_bytes);
    case Measure::kOutputBytes:
      return known(row.output_bytes);
    case Measure::kMicros:
      return row.cpu_time + (misses ? 0 : row.accelerator_time);
    case Measure::kAcceleratorMicros:
      return misses ? kAbsent : row.accelerator_time;
    case Measure::kCpuMicros:
      return row.cpu_time;
    case Measure::kOccurrence:
      return known(row.runs);
    case Measure::kFloatOps: {
      const int64_t once = profile_->ops.row[op].float_ops;
      if (once == kUnknown) return kAbsent;
      return Quirks(false).Product(once, OrZero(known(row.runs)));
    }
    case Measure::kParams:
      break;
  }
  return kAbsent;
}

void StepValues::Add(OpId op, Measure measure, StepSeries& series) const {
  const auto [first, last] = profile_->ExecsOf(op);
  for (uint32_t exec = first; exec < last; ++exec) {
    if (step_[exec] != StepAxis::kNone) AddValue(series[step_[exec]], ValueOf(exec, op, measure));
  }
}

}  // namespace profiler
