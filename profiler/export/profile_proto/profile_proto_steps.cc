#include "profiler/export/profile_proto/profile_proto_steps.h"

#include "profiler/export/profile_proto/tfprof_source.h"
#include "profiler/store/one_source.h"

namespace profiler {
namespace {

// The number after the highest recorded one, for steps without a number or with one in use.
int64_t FirstFree(const Profile& profile) {
  int64_t last = -1;
  for (const StepRow& step : profile.steps.values()) {
    if (step.number > last && step.number < INT64_MAX / 2) last = step.number;
  }
  return last + 1;
}

}  // namespace

ExportedSteps::ExportedSteps(const Profile& profile, const SelectedSteps& selected)
    : selected_(selected) {
  const bool list_all = !HasOneSource(profile);
  int64_t free = FirstFree(profile);
  std::set<int64_t> taken;
  for (uint32_t i = 0; i < profile.steps.size(); ++i) {
    const StepRow& step = profile.steps[StepId(i)];
    int64_t number = step.number;
    if (step.counts_as.valid() && step.counts_as.row() < i) {
      number = numbers_[step.counts_as.row()];
    } else if (number == kUnknown || !taken.insert(number).second) {
      if (number != kUnknown) ++renumbered_;
      number = free++;
      taken.insert(number);
    }
    numbers_.push_back(number);
    if (!selected_.Has(StepId(i))) continue;
    if (step.listed || list_all || !IsTfprofProfile(profile, step.source)) listed_.insert(number);
  }
}

}  // namespace profiler
