#include "profiler/analysis/instructions/data_formatting.h"

#include <algorithm>
#include <map>
#include <set>

#include "profiler/analysis/ops/op_device_times.h"
#include "profiler/analysis/ops/source_line.h"
#include "profiler/analysis/selection/counted_steps.h"
#include "profiler/analysis/selection/op_events.h"
#include "profiler/base/status.h"

namespace profiler {
namespace {

class FormattingSum {
 public:
  explicit FormattingSum(const Selected& selected)
      : profile_(selected.profile()), counted_(selected) {}

  void Add(const OpEvent& event) {
    const DeviceId device = profile_.tracks[event.track].device;
    if (!event.on_device || !device.valid()) return;
    const StepId step = profile_.events[event.track].step[event.row];
    if (profile_.devices[device].kind != DeviceKind::kTpu || !counted_.Has(step)) return;
    if (counted_.has_whole()) steps_.insert({step, device});
    sum_.all += event.self;
    const std::string_view category = profile_.strings[profile_.ops.row[event.op].category];
    if (!IsDataFormatting(category)) return;
    categories_.insert(category);
    sum_.time += event.self;
    ++sum_.runs;
    by_op_[event.op] += event.self;
  }

  DataFormatting Take() && {
    std::map<std::string, Int128> by_place;
    for (const auto& [op, time] : by_op_) by_place[PlaceOfInstruction(profile_, op)] += time;
    sum_.places.assign(by_place.begin(), by_place.end());
    std::stable_sort(sum_.places.begin(), sum_.places.end(),
                     [](const auto& a, const auto& b) { return a.second > b.second; });
    sum_.categories.assign(categories_.begin(), categories_.end());
    sum_.device_steps = steps_.size();
    return std::move(sum_);
  }

 private:
  const Profile& profile_;
  const CountedSteps counted_;
  std::set<std::pair<StepId, DeviceId>> steps_;
  std::map<OpId, Int128> by_op_;
  std::set<std::string_view> categories_;
  DataFormatting sum_;
};

}  // namespace

std::string PlaceOfInstruction(const Profile& profile, OpId op) {
  const OpId written = WrittenOp(profile, op);
  std::string line = SourceLine(profile, profile.ops.row[op].frame);
  if (line.empty()) line = SourceLine(profile, profile.ops.row[written].frame);
  return line.empty() ? std::string(profile.strings[profile.ops.row[written].name]) : line;
}

bool IsDataFormatting(std::string_view category) {
  return category == "data formatting" || category == "copy" || category == "transpose";
}

absl::StatusOr<DataFormatting> DataFormattingOf(const Selected& selected, RunContext& context) {
  const auto& devices = selected.profile().devices.values();
  const auto is_tpu = [](const DeviceRow& device) { return device.kind == DeviceKind::kTpu; };
  if (std::none_of(devices.begin(), devices.end(), is_tpu)) return DataFormatting();
  FormattingSum sum(selected);
  PROFILER_RETURN_IF_ERROR(ForEachOpEvent(
      selected, [](const OpRow& op) { return op.category.valid(); },
      [&](const OpEvent& event) { sum.Add(event); }, context));
  return std::move(sum).Take();
}

}  // namespace profiler
