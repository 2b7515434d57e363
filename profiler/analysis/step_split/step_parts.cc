#include "profiler/analysis/step_split/step_parts.h"

#include <algorithm>
#include <utility>

#include "profiler/analysis/input/input_code.h"
#include "profiler/base/threads/sort_runs.h"

namespace profiler {
namespace {

StepPart PartOf(StepEventType type) {
  switch (type) {
    case StepEventType::kHostPython:
    case StepEventType::kInputCode:
    case StepEventType::kKnownPython:
    case StepEventType::kHostAround:
    case StepEventType::kHostCompute:
      return StepPart::kHostCompute;
    case StepEventType::kHostCompile:
      return StepPart::kCompile;
    case StepEventType::kModelToDevice:
    case StepEventType::kHostToDevice:
    case StepEventType::kClientToDevice:
      return StepPart::kHostToDevice;
    case StepEventType::kCopyLaunch:
    case StepEventType::kKernelLaunch:
      return StepPart::kKernelLaunch;
    case StepEventType::kHostCollectives:
    case StepEventType::kCollectives:
      return StepPart::kCollectives;
    case StepEventType::kWaitInput:
      return StepPart::kInput;
    case StepEventType::kDeviceToDevice:
      return StepPart::kDeviceToDevice;
    case StepEventType::kDeviceToHost:
    case StepEventType::kClientToHost:
      return StepPart::kOutput;
    case StepEventType::kCompute32:
      return StepPart::kDeviceCompute32;
    case StepEventType::kCompute16:
      return StepPart::kDeviceCompute16;
    case StepEventType::kBackwardGap:
    case StepEventType::kHostElse:
    case StepEventType::kHostWait:
    case StepEventType::kHostSleep:
    case StepEventType::kHostToHost:
    case StepEventType::kNone:
      break;
  }
  return StepPart::kOther;
}

// The length of long stretches of the intervals that nothing in `covered` hides.
Value LongStretches(std::vector<Interval> intervals, const std::vector<Interval>& covered) {
  Value length = 0;
  for (const Interval& one : Without(United(std::move(intervals)), covered)) {
    const int64_t time = one.end - one.begin;
    if (time >= kLongStretch) length += time;
  }
  return length;
}

// The length of what [0, length) has in short gaps between the covered intervals, which are sorted
// and disjoint.
Value ShortGaps(const std::vector<Interval>& covered, Value length) {
  // A step may be so short that 100 us are much of it, or so long that many gaps are longer.
  constexpr double kOfShortStep = 0.03, kOfLongStep = 0.005;
  const auto whole = static_cast<double>(length);
  const double least =
      std::max(std::min<double>(kLongStretch, kOfShortStep * whole), kOfLongStep * whole);
  Value gaps = 0, at = 0;
  const auto add_until = [&](Value begin) {
    if (static_cast<double>(begin - at) < least) gaps += begin - at;
  };
  for (const Interval& one : covered) {
    add_until(one.begin);
    at = one.end;
  }
  add_until(length);
  return gaps;
}

// Adds intervals to `covered`, which is sorted and disjoint before and after.
void Cover(std::vector<Interval>& more, std::vector<Interval>& covered) {
  SortRuns(more.begin(), more.end(),
           [](const Interval& a, const Interval& b) { return a.begin < b.begin; });
  std::vector<Interval> all;
  all.reserve(covered.size() + more.size());
  size_t i = 0, j = 0;
  while (i < covered.size() || j < more.size()) {
    const bool is_more =
        i == covered.size() || (j < more.size() && more[j].begin < covered[i].begin);
    AddToLast(is_more ? more[j++] : covered[i++], all);
  }
  covered = std::move(all);
}

}  // namespace

StepSplit StepParts::Split() && {
  StepSplit split;
  if (!is_timed_) return split;
  split.total = length_;
  split.parts.fill(0);
  std::vector<Interval> covered;
  Value done = 0;
  for (size_t type = kStepEventTypeCount; type-- > 0;) {
    if (by_type_[type].empty()) continue;
    const auto of = static_cast<StepEventType>(type);
    if (of == StepEventType::kHostPython) {
      split.input_code += LongStretches(by_type_[type], covered);
    }
    Cover(by_type_[type], covered);
    Value length = 0;
    for (const Interval& one : covered) length += one.end - one.begin;
    split.parts[static_cast<size_t>(PartOf(of))] += length - done;
    if (of == StepEventType::kBackwardGap) split.short_gaps = length - done;
    if (of == StepEventType::kHostElse) split.elsewhere = length - done;
    if (of == StepEventType::kHostWait) split.waits = length - done;
    if (of == StepEventType::kHostSleep) split.sleeps = length - done;
    if (of == StepEventType::kInputCode) split.input_code += length - done;
    if (of == StepEventType::kModelToDevice) split.model_copies = length - done;
    done = length;
  }
  split.parts[static_cast<size_t>(StepPart::kOther)] += length_ - done;
  split.short_gaps += ShortGaps(covered, length_);
  return split;
}

}  // namespace profiler
