#ifndef PROFILER_ANALYSIS_STEPS_STEP_TIMINGS_H_
#define PROFILER_ANALYSIS_STEPS_STEP_TIMINGS_H_

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/analysis/step_split/step_split.h"
#include "profiler/base/run_context.h"
#include "profiler/query/query.h"
#include "profiler/store/profile.h"

namespace profiler {

// What a part of the steps takes. If some steps are far longer than the others, as a first step
// that compiles or fills a pipeline often is, the share of the mean step is that of these steps.
// So judgements use the median, unless such steps come again and again.
struct PartShare {
  double share = 0;       // the median of its shares of each step, or mean_share
  double time = 0;        // the same of its times, in picoseconds; another step may have it
  double mean_share = 0;  // the part's share of the mean step
  // `share` is mean_share: so many steps take more than twice the median that none is typical.
  size_t long_steps = 0;
  // `share` and `time` are of the mean of all steps but the one in which the part takes longest:
  // nearly all of it is in so many of so many steps, which come again and again. A step that
  // several ranks recorded is one.
  size_t in_steps = 0, of_steps = 0;
  double usual_share = 0;  // the part's share of the mean of the steps that are not long

  bool is_of_mean() const { return long_steps > 0; }
};
// `times` and `wholes` have one item per step.
PartShare ShareOfSteps(const std::vector<double>& times, const std::vector<double>& wholes);

// The times of the selected steps of one run and of their parts, in picoseconds, one item per step.
// Partial steps are left out, unless all are partial. If there are no steps, the whole recording
// counts as one.
struct StepTimings {
  uint32_t run_index = 0;  // in Runs
  // The run's name, where the profile has several. Of TimingsOfMainKind() with the mark of its
  // steps.
  std::string run;
  std::vector<StepId> ids;  // if several sources recorded the step, the first one's
  // The places of the steps among those of the run, in order; ranks have a step at the same place.
  std::vector<size_t> places;
  std::vector<double> totals;
  std::array<std::vector<double>, kStepPartCount> parts;
  std::vector<double> waits;         // the part of kOther in which hosts only wait for devices
  std::vector<double> sleeps;        // that in which Python sleeps or waits for threads
  std::vector<double> elsewhere;     // that in which hosts work, and perhaps for another step
  std::vector<double> short_gaps;    // that in short gaps, and in those of backward passes
  std::vector<double> input_code;    // the part of kHostCompute that is StepSplit::input_code
  std::vector<double> model_copies;  // that of kHostToDevice that is StepSplit::model_copies
  size_t left_out = 0;               // the number of partial steps that are left out
  bool are_cut = false;              // all steps are partial
  bool is_whole = false;             // no steps; the whole recording counts as one step
  // No steps, and a file is damaged: names of events and steps may be missing, so time cannot be
  // attributed.
  bool is_damaged = false;
  bool is_of_mark = false;  // the run has steps of other marks, which are left out

  const std::vector<double>& Of(StepPart part) const { return parts[static_cast<size_t>(part)]; }
  // Copies of input to devices: kHostToDevice without `model_copies`.
  std::vector<double> InputCopies() const;
  // The times of a part, one per step, of which nothing recorded tells what it is: kOther without
  // waits for devices, sleep, work for other steps and short gaps.
  std::vector<double> Unexplained() const;

  bool empty() const { return totals.empty(); }
  // Whether the parts of a step can be judged.
  bool is_known() const { return !empty() && !is_damaged && mean() > 0; }
  double mean() const;
  double median() const;  // of the totals; there must be a step
  PartShare ShareOf(const std::vector<double>& times) const;
  // The same with the mean of all steps but one (PartShare::in_steps) where the median is less than
  // `least`, but that mean is not, nor is the share of a third of the later half of the steps, each
  // in the mean of its ranks. What takes time only once batches that were made ahead are used up
  // has such steps. The same where far longer steps come again that are so for this.
  PartShare RecurringShareOf(const std::vector<double>& times, double least) const;
  // The steps that take more than twice the median.
  std::vector<size_t> LongSteps() const;
};
uint64_t HeapBytes(const StepTimings& timings);

// One item per run that has steps with a known length, in the order of runs; without any, one empty
// item. Means and medians are never taken over steps of several runs.
absl::StatusOr<std::vector<StepTimings>> TimeSteps(const Selected& selected, const Query& query,
                                                   RunContext& context);

// By step of the profile, whether it says what steps are like: it does not warm up, and is not far
// longer than the others, unless so many are that none is typical. True if that holds on any of the
// ranks that recorded it; in the row of SameStep().
std::vector<char> TypicalSteps(const Profile& profile, const std::vector<StepTimings>& runs);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_STEPS_STEP_TIMINGS_H_
