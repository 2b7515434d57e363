#include "profiler/advise/rules/steps/host/wait_text.h"

#include <fmt/format.h>

#include <string_view>

#include "profiler/advise/rules/common/evidence.h"
#include "profiler/analysis/input/call_name.h"
#include "profiler/base/value.h"

namespace profiler {
namespace {

// The CPU computes while Python waits: what getting results less often can save is the time in
// which nothing computes because the next program was not called before. It is not idle while
// Python runs other code.
std::string IdleText(const Profile& profile, const ResultWaits& waits) {
  constexpr double kWorthIt = 0.05;
  if (!waits.is_compute_known) return "";
  const double without_compute = waits.idle_of_steps + waits.python_of_steps;
  if (without_compute < kWorthIt) {
    return ", while the CPU computes, and it is hardly idle after these waits: getting results "
           "less often saves little";
  }
  if (2 * waits.python_of_steps >= without_compute) {
    return fmt::format(
        ". After these waits no program runs for {:.1f}%; Python runs other code for {:.1f}% "
        "meanwhile, most of it in {}: run that code, and get results, every n steps",
        100 * without_compute, 100 * waits.python_of_steps, CallText(profile, waits.python_call));
  }
  return fmt::format(
      ". After these waits the CPU is idle for {:.1f}%, until Python calls the next program: get "
      "results every n steps, or those of the step before",
      100 * waits.idle_of_steps);
}

}  // namespace

bool AreWaitsTold(const ResultWaits& waits) {
  constexpr double kTold = 0.2;
  return waits.call.valid() && waits.of_steps >= kTold;
}

std::string WaitsText(const Profile& profile, const StepTimings& timings, const ResultWaits& waits,
                      bool are_all_typical) {
  if (!AreWaitsTold(waits)) return "";
  const std::string steps = timings.is_whole  ? "it"
                            : are_all_typical ? "these steps"
                                              : fmt::format("all {} steps", waits.steps);
  const std::string_view call = CallText(profile, waits.call);
  std::string text = fmt::format(
      ". For {:.1f}% of {}{} Python waits for {}, in {}", 100 * waits.of_steps, steps,
      timings.is_whole ? ""
      : waits.in_steps == waits.steps
          ? fmt::format(" ({} of each)", FormatMicros(static_cast<Value>(waits.time_of_step)))
          : fmt::format(" (in {} of {})", waits.in_steps, waits.steps),
      waits.is_only_for_end ? "the program that the CPU runs" : "a result", call);
  if (waits.function.valid()) {
    text += fmt::format(", called by {}", CallText(profile, waits.function));
  }
  return text + (waits.is_only_for_end
                     ? ", which is no fault where a loop is to end its step with it"
                     : IdleText(profile, waits));
}

}  // namespace profiler
