// What the samples of a profile are: its whole steps, or its runs.
#ifndef PROFILER_COMPARE_SAMPLES_SAMPLE_AXIS_H_
#define PROFILER_COMPARE_SAMPLES_SAMPLE_AXIS_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/status/statusor.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/analysis/steps/step_timings.h"
#include "profiler/base/run_context.h"
#include "profiler/query/query.h"

namespace profiler {

enum class SampleKind : uint8_t {
  kNone,   // the profile has no steps, or the view's rows are steps themselves
  kSteps,  // a sample is a whole step
  kRuns,   // a sample is a run: the median over its whole steps
};

// A step number of a run. Several hosts may record it.
struct SampledStep {
  uint32_t run = 0;  // index in SampleAxis::runs
  int64_t number = 0;
  std::vector<StepId> ids;  // whole on each of these hosts
  double micros = 0;        // its length; of several hosts the mean
};

struct SampledRun {
  Selected selected;  // the places of this run only
  double micros = 0;  // the median of its steps
};

// Steps that are partial on any host, and steps without a number, are no samples.
struct SampleAxis {
  SampleKind kind = SampleKind::kNone;
  std::vector<SampledRun> runs;
  std::vector<SampledStep> steps;  // of the first run, then of the next, each in order

  size_t size() const {
    return kind == SampleKind::kNone ? 0 : kind == SampleKind::kRuns ? runs.size() : steps.size();
  }
  // The length of each sample, in microseconds.
  std::vector<double> Lengths() const;
  // Where the samples of each run end; empty if samples are no steps.
  std::vector<size_t> RunEnds() const;
  // Keeps at most `most` steps, evenly spread over the runs' steps.
  void Thin(size_t most);
};

// The samples of one profile: its steps if it has any.
absl::StatusOr<SampleAxis> SampleAxisOf(const Selected& selected, const Query& query,
                                        RunContext& context);

// Both sides use runs as samples if both have at least two, else steps; none if one has none.
void UseOneKind(SampleAxis& base, SampleAxis& next);

}  // namespace profiler

#endif  // PROFILER_COMPARE_SAMPLES_SAMPLE_AXIS_H_
