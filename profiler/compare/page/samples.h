#ifndef PROFILER_COMPARE_PAGE_SAMPLES_H_
#define PROFILER_COMPARE_PAGE_SAMPLES_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "profiler/analysis/steps/step_timings.h"
#include "profiler/store/profile.h"

namespace profiler {

// What one profile brings to a comparison: the values of its whole steps, or, of several runs, the
// median of each run. Runs differ more than the steps of a run do, so steps of several runs say
// nothing about the noise between runs. Processes that recorded the same step of a job are no
// samples of their own, as they wait for each other: the step's value is their mean.
class Samples {
 public:
  Samples() = default;
  Samples(const Profile& profile, const std::vector<StepTimings>& runs);

  size_t runs() const { return ends_.size(); }
  size_t steps() const { return ends_.empty() ? 0 : ends_.back(); }
  void UseRuns() { are_runs_ = true; }
  bool are_runs() const { return are_runs_; }
  size_t size() const { return are_runs_ ? runs() : steps(); }
  // Where the steps of each run end.
  const std::vector<size_t>& ends() const { return ends_; }

  // `of_steps` has a value per step and process, run after run. The result is valid until the next
  // call.
  std::span<const double> Of(std::span<const double> of_steps, std::vector<double>& room) const;

  // The same of the steps, also where samples are runs.
  std::span<const double> OfSteps(std::span<const double> of_steps,
                                  std::vector<double>& room) const;
  // The mean of each run's steps.
  std::vector<double> MeansOfRuns(std::span<const double> of_steps) const;

  // The places in `of_steps` of what several processes recorded of one step, step after step. Empty
  // if no step was recorded by several.
  std::span<const uint32_t> ProcessesOf(size_t step) const;

 private:
  void AddRun(const Profile& profile, const StepTimings& run, size_t first);

  std::vector<size_t> ends_;  // of each run's steps
  // The places of what was recorded of each step, and where those of a step end; empty if each step
  // was recorded once.
  std::vector<uint32_t> places_;
  std::vector<size_t> place_ends_;
  bool are_runs_ = false;
};

// If both have at least two runs, their samples are runs.
void ChooseSamples(Samples& base, Samples& next);

}  // namespace profiler

#endif  // PROFILER_COMPARE_PAGE_SAMPLES_H_
