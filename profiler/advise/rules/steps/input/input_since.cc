#include "profiler/advise/rules/steps/input/input_since.h"

#include <fmt/format.h>

#include <optional>
#include <string>
#include <vector>

#include "profiler/advise/rules/common/evidence.h"
#include "profiler/advise/rules/common/place.h"
#include "profiler/analysis/steps/process_timings.h"
#include "profiler/analysis/time/level_shift.h"

namespace profiler {
namespace {

// The steps of a rank from which on it waits for input, and its shares of them and of those before.
struct InputSince {
  StepId first;
  size_t steps = 0;
  double share = 0, before = 0;
};

std::optional<InputSince> FindInputSince(const StepTimings& timings, const InputLimits& limits) {
  constexpr double kWorthSearch = 0.2;
  const std::vector<double> times = InputTimes(timings);
  if (timings.ShareOf(times).mean_share < kWorthSearch * limits.moderate) return std::nullopt;
  const auto shift = FindLevelShift(times);
  if (!shift || shift->after <= shift->before) return std::nullopt;
  const auto part = [&](size_t from, size_t to) {
    const auto some = [&](const std::vector<double>& all) {
      return std::vector<double>(all.begin() + static_cast<ptrdiff_t>(from),
                                 all.begin() + static_cast<ptrdiff_t>(to));
    };
    return ShareOfSteps(some(times), some(timings.totals)).share;
  };
  const InputSince since = {timings.ids[shift->first], times.size() - shift->first,
                            part(shift->first, times.size()), part(0, shift->first)};
  if (since.share < limits.moderate || since.before >= limits.moderate) return std::nullopt;
  return since;
}

}  // namespace

std::string InputSinceText(const RuleInput& input, const Runs& runs, const StepTimings& run,
                           const InputLimits& limits) {
  if (!run.is_known() || run.is_whole) return "";
  const Profile& profile = input.profile();
  const std::vector<ProcessTimings> ranks = TimingsByProcess(profile, runs, run);
  std::optional<InputSince> most;
  for (const ProcessTimings& rank : ranks) {
    const auto since = FindInputSince(rank.timings, limits);
    if (since && (!most || since->share > most->share)) most = since;
  }
  if (!most || profile.steps[most->first].number == kUnknown) return "";
  const bool is_high = most->share >= limits.high;
  return fmt::format(
      "; but since step {} {} {} input bound: {:.1f}% of {} step (median of {}), {:.1f}% before",
      profile.steps[most->first].number,
      ranks.size() > 1 ? ProcessName(profile, profile.steps[most->first].source) + " is"
                       : std::string("it is"),
      Name(is_high ? InputClass::kHighly : InputClass::kModerately), 100 * most->share,
      ranks.size() > 1 ? "its" : "a", Count(most->steps, "step"), 100 * most->before);
}

}  // namespace profiler
