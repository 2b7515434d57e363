#include "profiler/analysis/accelerators/accelerator_use.h"

#include <algorithm>
#include <map>
#include <utility>

#include "profiler/analysis/accelerators/device_work.h"
#include "profiler/analysis/selection/event_scan.h"
#include "profiler/analysis/selection/runs.h"
#include "profiler/analysis/time/intervals.h"
#include "profiler/store/row_facts.h"

namespace profiler {
namespace {

class AcceleratorUseCollector {
 public:
  explicit AcceleratorUseCollector(const Selected& selected)
      : profile_(selected.profile()),
        execs_(profile_.execs().row),
        steps_(selected.steps()),
        source_filter_(selected.source_filter()),
        runs_(RunsOf(profile_)) {}

  std::vector<AcceleratorUse> Run() {
    last_step_.resize(profile_.op_count());
    for (uint32_t op = 0; op < profile_.op_count(); ++op) AddOp(OpId(op));
    AddKernels();
    for (size_t i = 0; i < uses_.size(); ++i) {
      uses_[i].span = ends_[i] - begins_[i];
      uses_[i].busy = TotalLength(std::move(kernels_[i]));
    }
    std::erase_if(uses_, [](const AcceleratorUse& use) { return use.span <= 0; });
    return std::move(uses_);
  }

 private:
  void AddOp(OpId op) {
    const DeviceId device = profile_.ops.row[op].assigned_device;
    if (!device.valid() || !IsAccelerator(profile_.devices[device].kind)) return;
    const StepId last = LastStep(op);
    last_step_[op.row()] = last;
    if (!last.valid()) return;
    const uint32_t use = UseOf(device, last);
    const auto [first, end] = profile_.ExecsOf(op);
    for (uint32_t i = first; i < end; ++i) {
      const ExecRow& row = execs_[i];
      if (row.step != last || !source_filter_.Has(row.step, row.device)) continue;
      uses_[use].summed += row.accelerator_time;
      if (row.first_start != kUnknown)
        begins_[use] = std::min<Int128>(begins_[use], row.first_start);
      if (row.last_end != kUnknown) ends_[use] = std::max<Int128>(ends_[use], row.last_end);
    }
  }

  // The step with the highest number, as only numbers order the steps of several sources.
  StepId LastStep(OpId op) {
    StepId last;
    const auto [first, end] = profile_.ExecsOf(op);
    for (uint32_t i = first; i < end; ++i) {
      const ExecRow& row = execs_[i];
      if (!row.step.valid() || !steps_.Has(row.step) || !source_filter_.Has(row.step, row.device))
        continue;
      if (!last.valid() || profile_.steps[row.step].number > profile_.steps[last].number) {
        last = row.step;
      }
    }
    return last;
  }

  void AddKernels() {
    DeviceWorkKinds kinds(profile_);
    for (const Track track : Tracks(profile_, HoldsDeviceWork)) {
      const DeviceId device = track.row.device;
      const auto found = index_.find({device, runs_.of_source[track.row.source.row()]});
      if (found == index_.end()) continue;
      const uint32_t use = found->second;
      const Events& events = track.events;
      for (size_t e = 0; e < events.size(); ++e) {
        const OpId op = events.op[e];
        if (!op.valid() || !events.step[e].valid() || last_step_[op.row()] != events.step[e]) {
          continue;
        }
        AddToLast({events.begin[e], events.begin[e] + events.duration[e]}, kernels_[use]);
        uses_[use].has_kernels = true;
        uses_[use].kernels +=
            kinds.Of(track.row, events, static_cast<uint32_t>(e)) == DeviceWork::kKernel ? 1 : 0;
      }
    }
  }

  uint32_t UseOf(DeviceId device, StepId step) {
    const uint32_t run = runs_.of_source[profile_.steps[step].source.row()];
    const auto [at, is_new] =
        index_.try_emplace({device, run}, static_cast<uint32_t>(uses_.size()));
    if (is_new) {
      AcceleratorUse& use = uses_.emplace_back();
      use.device = device;
      use.run = run;
      begins_.push_back(INT64_MAX);
      ends_.push_back(INT64_MIN);
      kernels_.emplace_back();
    }
    return at->second;
  }

  const Profile& profile_;
  PackedTable<ExecId, ExecRow>::Reader execs_;
  const SelectedSteps& steps_;
  const SourceFilter& source_filter_;
  const Runs runs_;
  std::map<std::pair<DeviceId, uint32_t>, uint32_t> index_;  // of uses_, by device and run
  std::vector<StepId> last_step_;                            // indexed by op
  std::vector<AcceleratorUse> uses_;
  std::vector<Int128> begins_, ends_;
  std::vector<std::vector<Interval>> kernels_;
};

}  // namespace

std::vector<AcceleratorUse> AcceleratorUses(const Selected& selected) {
  return AcceleratorUseCollector(selected).Run();
}

}  // namespace profiler
