// How long ops, kernels and calls took in each step: the samples by which two profiles are
// compared.
#ifndef PROFILER_ANALYSIS_SAMPLES_WORK_IN_STEPS_H_
#define PROFILER_ANALYSIS_SAMPLES_WORK_IN_STEPS_H_

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "profiler/analysis/samples/step_numbers.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/base/run_context.h"
#include "profiler/base/value.h"
#include "profiler/store/profile.h"

namespace profiler {

struct WorkInSteps {
  struct Item {
    std::string_view name, type;  // owned by the profile or by `made`; the type may be empty
    OpId op;                      // the first op of the item; invalid if none is known
    FrameId frame;                // of lines of code
    double runs = kAbsentReal;    // per step
    bool is_beside = false;       // most of its time is of ops on threads that no step waits for
    bool is_collective = false;   // of ops: ranks may wait for each other in it
    bool is_of_hosts = false;  // of ops: their times are those of hosts, as no device works for it
  };

  std::vector<Item> items;  // in the order of the program
  size_t steps = 0;
  // Of each item, one per step: in microseconds; in picoseconds before Finish().
  std::vector<double> times;
  double lanes = 1;  // the devices or processes that the times are means over
  // Of lines of code: `runs` are calls of their Python functions. Without recorded Python they are
  // runs of the lines' ops.
  bool counts_calls = false;
  std::shared_ptr<std::deque<std::string>> made = std::make_shared<std::deque<std::string>>();

  bool empty() const { return items.empty(); }
  std::span<const double> Of(size_t item) const { return {&times[item * steps], steps}; }

  // Adds an item without time and returns its index.
  uint32_t AddItem(Item item);
  void Add(uint32_t item, uint32_t step, double picos) {
    times[size_t{item} * steps + step] += picos;
  }
  // Divides all by the number of lanes, and counts of runs by the steps, too. Drops items without
  // time.
  void Finish(double lane_count);
};

// The runs that an execution adds to its op: of an op that launches kernels, those on the host.
inline double CountedRuns(Value cpu_time, Value accelerator_time, int64_t runs) {
  const bool counts = runs != kUnknown && (cpu_time != 0 || accelerator_time == 0);
  return counts ? static_cast<double>(runs) : 0;
}

// Work of accelerators by the kernel's name (EventName()). If events were left out, from what was
// kept of them.
absl::StatusOr<WorkInSteps> KernelsInSteps(const Selected& selected, const StepNumbers& numbers,
                                           RunContext& context);

// Collectives by kind. Their time may overlap with that of kernels.
absl::StatusOr<WorkInSteps> CollectivesInSteps(const Selected& selected, const StepNumbers& numbers,
                                               RunContext& context);

// The calls on hosts that launch work on accelerators, by name.
absl::StatusOr<WorkInSteps> LaunchesInSteps(const Selected& selected, const StepNumbers& numbers,
                                            RunContext& context);

// The calls on hosts that do nothing but wait for devices, by name. Of nested ones the outermost.
// Functions of Python are none, as recorders may leave these out.
absl::StatusOr<WorkInSteps> DeviceWaitsInSteps(const Selected& selected, const StepNumbers& numbers,
                                               RunContext& context);

// The calls of a device's runtime that get or free its memory, such as cudaMalloc, by name. Of
// nested ones the outermost.
absl::StatusOr<WorkInSteps> AllocationsInSteps(const Selected& selected, const StepNumbers& numbers,
                                               RunContext& context);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_SAMPLES_WORK_IN_STEPS_H_
