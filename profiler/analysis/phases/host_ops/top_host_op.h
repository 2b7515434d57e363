#ifndef PROFILER_ANALYSIS_PHASES_HOST_OPS_TOP_HOST_OP_H_
#define PROFILER_ANALYSIS_PHASES_HOST_OPS_TOP_HOST_OP_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/analysis/steps/step_timings.h"
#include "profiler/base/run_context.h"

namespace profiler {

// The host op with the most self time in the steps of the runs that are typical (TypicalSteps()).
// Ops that `steps` counts as input or collectives are not among them. No time counts in which an
// accelerator of the source works: it hides what the host does.
struct TopHostOp {
  std::string name;                 // empty if no op takes a share of the self time of host ops
                                    // worth a name
  bool is_eager = false;            // TensorFlow runs it as Python calls it
  bool is_on_many_threads = false;  // it runs on several at once
  // The part of `of_steps` in which its event has ended, and other threads still run its tasks
  // (HandedWork); and such time of which is not known whose tasks run, over the time of the steps.
  double after_event_of_steps = 0, after_events_of_steps = 0;
  // What takes more than it, and is not among them: "collectives", "input"; else empty.
  std::string_view but;
  // The time in which it runs, on one thread or several, and that of all host ops, over the time of
  // these steps.
  double of_steps = 0, ops_of_steps = 0;
  // The line of the user's code whose compiled ops, several of other names, take most of the time
  // of all ops and more than the op; empty if there is none. And its share of that time.
  std::string line;
  double line_of_ops = 0;
  // The numbers of these steps, in order, and how many the runs have that are not typical.
  std::vector<int64_t> steps;
  size_t other_steps = 0;
  bool has_ops = false;  // any op ran on a host
  // The mark of users (record_function) that has the most time in which no op ran in it, nor on
  // another thread meanwhile, as backward passes do; and that time over the time of these steps.
  // Empty if not worth a name. And the share of all marks of their time and the self time of host
  // ops.
  std::string mark;
  double mark_of_steps = 0, marks_share = 0;
  double mark_of_each = 0;  // that time of the mark over the number of these steps, in picoseconds
  // Whether all of that time is on threads that hold steps, and most of the mark's time is such:
  // the steps wait for what it does, unlike for what a thread beside them does.
  bool holds_up_steps = false;
};
absl::StatusOr<TopHostOp> FindTopHostOp(const Selected& selected,
                                        const std::vector<StepTimings>& runs, RunContext& context);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_PHASES_HOST_OPS_TOP_HOST_OP_H_
