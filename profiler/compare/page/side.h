#ifndef PROFILER_COMPARE_PAGE_SIDE_H_
#define PROFILER_COMPARE_PAGE_SIDE_H_

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "profiler/analysis/memory/memory_use.h"
#include "profiler/analysis/samples/busy_in_steps.h"
#include "profiler/analysis/samples/exchanges.h"
#include "profiler/analysis/samples/ops_in_steps.h"
#include "profiler/analysis/samples/work_in_steps.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/analysis/steps/step_timings.h"
#include "profiler/base/run_context.h"
#include "profiler/compare/page/samples.h"
#include "profiler/query/query.h"

namespace profiler {

// The part of the step in which a rank is in a collective and waits for others.
inline constexpr std::string_view kCollectiveWaitPart = "collective_wait";

// A part of the step's time. The parts add up to it.
struct NamedPart {
  std::string_view name;
  std::vector<double> times;  // one per step, in microseconds
};

// What is compared of one profile: the values of its whole steps, run after run.
struct Side {
  const Selected* selected = nullptr;
  std::string_view name;  // "the base" or "the new profile"
  std::vector<StepTimings> timings;
  Samples samples;
  std::vector<double> totals;  // in microseconds
  std::vector<NamedPart> parts;
  OpsInSteps ops;
  WorkInSteps kernels, collectives, launches, device_waits, allocations;
  Exchanges exchanges;  // empty if no collective was recorded
  BusyInSteps busy;
  MemoryUses memory;
  std::string cut_files;  // CutFilesText(); empty if the profile is whole

  const Profile& profile() const { return selected->profile(); }
  bool has_steps() const { return !timings.front().is_whole; }
  // A device ran, but the recorder did not measure when: times of parts that devices take are not
  // 0, but unknown.
  bool lacks_device_times() const;
  bool are_cut() const { return timings.front().are_cut; }
  // Its steps may lack work that ran, so what differs from it need not have changed.
  bool lacks_work() const { return !cut_files.empty(); }
  // By how many ranks a step was recorded, of whose times the mean is compared.
  size_t ranks() const;
  // The length of each sample, in microseconds.
  std::vector<double> SampledTotals() const;
};

// Reads the steps and their parts. Fails if there is nothing to compare.
absl::StatusOr<Side> ReadSteps(const Selected& selected, std::string_view name, const Query& query,
                               RunContext& context);
// Python of unknown purpose is the host's work where neither side has a function or mark that makes
// input by its name.
void SettleInputCode(Side& base, Side& next);
// Reads what was done in the steps.
absl::Status ReadWork(OpClock clock, RunContext& context, Side& side);

}  // namespace profiler

#endif  // PROFILER_COMPARE_PAGE_SIDE_H_
