#include "profiler/advise/rules/ops/costs.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "profiler/analysis/selection/event_scan.h"
#include "profiler/analysis/selection/runs.h"
#include "profiler/analysis/selection/same_step.h"
#include "profiler/report/format_value.h"
#include "profiler/report/scaled.h"

namespace profiler {
namespace {

std::string InWordsOfTfprof(const Costs& costs) {
  return fmt::format("cpu: {}, accelerator: {}, total: {}", FormatValue(costs.cpu, Unit::kMicros),
                     FormatValue(costs.accelerator, Unit::kMicros),
                     FormatValue(costs.all, Unit::kMicros));
}

// The places that share the time; the place alone if there is one only.
std::string Places(const Costs& costs) {
  std::vector<std::string> places;
  const auto add = [&](Value time, std::string_view place) {
    if (time <= 0) return;
    places.push_back(time == costs.all
                         ? std::string(place)
                         : fmt::format("{} {}", ScaledText(time, Unit::kMicros), place));
  };
  add(costs.accelerator, "on accelerators");
  add(costs.cpu, "on the host");
  add(costs.calls, "in calls of the runtime or Python");
  if (places.empty()) return "";
  return places.size() == 1 ? " " + places.front() : fmt::format(" ({})", fmt::join(places, ", "));
}

// How many accelerators' work adds up, as each file recorded them.
size_t CountDevices(const Selected& selected) {
  std::set<std::pair<SourceId, DeviceId>> devices;
  for (const TrackRow& track : selected.profile().tracks.values()) {
    const bool counts = HoldsDeviceWork(track) && track.device.valid() &&
                        IsAccelerator(selected.profile().devices[track.device].kind) &&
                        selected.source_filter().Has(track);
    if (counts) devices.insert({track.source, track.device});
  }
  return devices.size();
}

// The most ranks that recorded one step; nullopt without steps.
std::optional<size_t> RanksOfStep(const Selected& selected) {
  const Profile& profile = selected.profile();
  std::map<StepId, std::set<int64_t>> ranks;  // by the step that theirs count as
  bool has_steps = false;
  for (uint32_t i = 0; i < profile.steps.size(); ++i) {
    const StepRow& step = profile.steps[StepId(i)];
    if (!selected.steps().Has(StepId(i)) || step.found_by == StepFoundBy::kWhole) continue;
    has_steps = true;
    const bool is_there = selected.source_filter().Has(StepId(i), DeviceId());
    const int64_t rank = step.source.valid() ? profile.sources[step.source].rank : kUnknown;
    if (is_there && rank != kUnknown) {
      ranks[SameStep(profile, StepId(i))].insert(rank);
    }
  }
  if (!has_steps) return std::nullopt;
  size_t most = 0;
  for (const auto& [step, of_step] : ranks) most = std::max(most, of_step.size());
  return most;
}

// The mean length of the steps; kAbsent if a length is unknown, or if sources add up.
Value MeanStep(const Selected& selected) {
  const Profile& profile = selected.profile();
  Int128 sum = 0;
  int64_t count = 0;
  SourceId source;
  for (uint32_t i = 0; i < profile.steps.size(); ++i) {
    const StepRow& step = profile.steps[StepId(i)];
    if (!selected.steps().Has(StepId(i)) || step.found_by == StepFoundBy::kWhole) continue;
    if (!selected.source_filter().Has(StepId(i), DeviceId())) continue;
    const bool is_other = source.valid() && step.source != source;
    if (step.begin == kUnknown || step.end == kUnknown || is_other) return kAbsent;
    source = step.source;
    sum += Int128{step.end} - step.begin;
    ++count;
  }
  return count == 0 ? kAbsent : sum / count;
}

}  // namespace

Costs CostReader::Of(size_t row) const {
  return {At(Measure::kCpuMicros, row), At(Measure::kAcceleratorMicros, row),
          At(Measure::kMicros, row)};
}

Value CostReader::At(Measure measure, size_t row) const {
  for (const ReportColumn& column : report_.columns) {
    if (column.measure != measure) continue;
    return OrZero(report_.shape == Shape::kTree ? column.total[row] : column.own[row]);
  }
  return 0;
}

CostText::CostText(const Selected& selected, bool compat_tfprof)
    : compat_tfprof_(compat_tfprof),
      runs_(compat_tfprof ? 1 : static_cast<int64_t>(CountSelectedRuns(selected))),
      step_(MeanStep(selected)) {
  const std::optional<size_t> ranks = RanksOfStep(selected);
  if (ranks) per_step_ = " per step";
  if (ranks && *ranks > 1) per_step_ += fmt::format(" over {} ranks together", *ranks);
  // How many devices a run of several has is not looked at, nor whether they are the ranks'.
  const size_t devices = runs_ > 1 ? 0 : CountDevices(selected);
  if (devices > std::max<size_t>(ranks.value_or(0), 1)) {
    on_devices_ = fmt::format(", added up over {} devices", devices);
  }
  if (runs_ > 1) per_step_ += fmt::format(" in the mean of {} separate runs", runs_);
}

std::string CostText::operator()(const Costs& costs) const {
  if (compat_tfprof_) return InWordsOfTfprof(costs);
  const Costs mean = {costs.cpu / runs_, costs.accelerator / runs_, costs.all / runs_,
                      costs.calls / runs_};
  const bool is_more = step_ != kAbsent && mean.cpu > step_;
  return fmt::format("{}{}{}{}{}", ScaledText(mean.all, Unit::kMicros), per_step_, Places(mean),
                     is_more ? ", added up over threads" : "",
                     mean.accelerator > 0 ? on_devices_ : "");
}

}  // namespace profiler
