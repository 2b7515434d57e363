#include "profiler/analysis/kept/kept_steps.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace profiler {
namespace {

struct KeptPart {
  StepPart part;
  int64_t StepPartsRow::*column;
};
// All parts but kOther, which is the rest.
constexpr KeptPart kKeptParts[] = {
    {StepPart::kCompile, &StepPartsRow::compile},
    {StepPart::kOutput, &StepPartsRow::output},
    {StepPart::kInput, &StepPartsRow::input},
    {StepPart::kHostCompute, &StepPartsRow::host_compute},
    {StepPart::kHostToDevice, &StepPartsRow::host_to_device},
    {StepPart::kKernelLaunch, &StepPartsRow::kernel_launch},
    {StepPart::kDeviceCompute16, &StepPartsRow::device_compute_16},
    {StepPart::kDeviceCompute32, &StepPartsRow::device_compute_32},
    {StepPart::kDeviceToDevice, &StepPartsRow::device_to_device},
    {StepPart::kCollectives, &StepPartsRow::collectives},
};
static_assert(std::size(kKeptParts) + 1 == kStepPartCount);

constexpr double kShareUnit = 1e9;

int64_t Kept(Value value) {
  if (value == kAbsent) return kUnknown;
  constexpr Value kMost = std::numeric_limits<int64_t>::max();
  return static_cast<int64_t>(std::clamp<Value>(value, -kMost, kMost));
}
int64_t KeptTime(Value value) { return Kept(OrZero(value)); }
int64_t KeptShare(double share) {
  return std::isfinite(share) ? std::llround(share * kShareUnit) : kUnknown;
}
double ShareOfKept(int64_t share) {
  return share == kUnknown ? std::nan("") : static_cast<double>(share) / kShareUnit;
}

StepSplit SplitOf(const StepPartsRow& row, Value total) {
  StepSplit split;
  split.total = total;
  Value rest = total;
  for (const KeptPart& kept : kKeptParts) {
    const Value time = Known(row.*kept.column);
    split.parts[static_cast<size_t>(kept.part)] = OrZero(time);
    rest -= OrZero(time);
  }
  split.parts[static_cast<size_t>(StepPart::kOther)] = rest;
  split.waits = OrZero(Known(row.waits));
  split.elsewhere = OrZero(Known(row.elsewhere));
  split.input_code = OrZero(Known(row.input_code));
  split.infeed_share_min = ShareOfKept(row.infeed_least);
  split.infeed_share_max = ShareOfKept(row.infeed_most);
  return split;
}

// By source, whether all of its places are selected.
std::vector<char> WholeSources(const Selected& selected) {
  const Profile& profile = selected.profile();
  std::vector<char> is_whole(profile.sources.size(), 1);
  if (selected.source_filter().all()) return is_whole;
  for (const TrackRow& track : profile.tracks.values()) {
    if (!selected.source_filter().Has(track)) is_whole[track.source.row()] = 0;
  }
  return is_whole;
}

// Calls take(sum, row) for the sums of which a row was kept.
template <typename Take>
void ForEachKept(const Selected& selected, const std::vector<StepSum>& sums, const Take& take) {
  const Profile& profile = selected.profile();
  if (profile.step_parts.empty()) return;
  std::vector<const StepPartsRow*> rows(profile.steps.size());
  for (const StepPartsRow& row : profile.step_parts) {
    if (row.step.valid()) rows[row.step.row()] = &row;
  }
  const std::vector<char> is_whole = WholeSources(selected);
  for (size_t i = 0; i < sums.size(); ++i) {
    if (sums[i].steps.empty()) continue;
    const StepId step = sums[i].steps[0];
    const StepPartsRow* const row = rows[step.row()];
    if (row != nullptr && is_whole[profile.steps[step].source.row()] != 0) take(i, *row);
  }
}

}  // namespace

StepPartsRow KeptRowOf(StepId step, const StepSum& sum, const StepSplit& split) {
  StepPartsRow row;
  row.step = step;
  for (const KeptPart& kept : kKeptParts) row.*kept.column = KeptTime(split[kept.part]);
  row.waits = KeptTime(split.waits + split.sleeps);
  row.elsewhere = KeptTime(split.elsewhere);
  row.input_code = KeptTime(split.input_code);
  row.device_span = Kept(sum.device_span());
  row.infeed_least = KeptShare(split.infeed_share_min);
  row.infeed_most = KeptShare(split.infeed_share_max);
  return row;
}

void AddKeptSpans(const Selected& selected, std::vector<StepSum>& sums) {
  ForEachKept(selected, sums, [&](size_t sum, const StepPartsRow& row) {
    sums[sum].kept_device_span = Known(row.device_span);
  });
}

void AddKeptSplits(const Selected& selected, const std::vector<StepSum>& sums,
                   std::vector<StepSplit>& splits) {
  const Profile& profile = selected.profile();
  ForEachKept(selected, sums, [&](size_t sum, const StepPartsRow& row) {
    const Value total = sums[sum].extent(profile).span();
    if (total != kAbsent && splits[sum].total == kAbsent) splits[sum] = SplitOf(row, total);
  });
}

}  // namespace profiler
