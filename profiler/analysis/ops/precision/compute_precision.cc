#include "profiler/analysis/ops/precision/compute_precision.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <set>
#include <string>
#include <utility>

#include "profiler/analysis/ops/precision/kernel_times.h"
#include "profiler/analysis/ops/precision/product_ops.h"
#include "profiler/analysis/selection/event_scan.h"
#include "profiler/analysis/selection/same_step.h"
#include "profiler/base/ascii.h"
#include "profiler/base/status.h"
#include "profiler/store/row_facts.h"

namespace profiler {
namespace {

// `time` * `part` / `whole`, where `part` is no more than `whole`. What a file says may be so long
// that the product has more than 128 bits.
Int128 PartOfTime(Int128 time, Int128 part, Int128 whole) {
  Int128 product = 0;
  if (!__builtin_mul_overflow(time, part, &product)) return product / whole;
  return static_cast<Int128>(static_cast<double>(time) *
                             (static_cast<double>(part) / static_cast<double>(whole)));
}

// Adds an op's time. Where the op's types are not known, time of its kernels without a precision in
// their names, such as the summing of partial products, counts like that of the others.
void Split(bool is_product, bool is_convolution, Precision of_op, const KernelTimes* kernels,
           Int128 time, ComputePrecision& found) {
  const auto add = [&](Precision precision, Int128 part) {
    found.time[static_cast<size_t>(precision)] += part;
    ++found.ops[static_cast<size_t>(precision)];
  };
  if (kernels != nullptr && kernels->layout > 0) {
    time = PartOfTime(time, kernels->all, kernels->all + kernels->layout);
    if (time <= 0) return;
  }
  if (kernels == nullptr || kernels->all <= 0) return add(of_op, time);
  if (of_op == Precision::kBits32 || of_op == Precision::kUnknown) {
    found.in_tf32 += PartOfTime(time, kernels->tf32, kernels->all);
    if (!is_convolution) found.plain_products += PartOfTime(time, kernels->plain, kernels->all);
  }
  if (!is_product) time = PartOfTime(time, kernels->products(), kernels->all);
  if (is_product && of_op != Precision::kUnknown) {
    if (of_op == Precision::kBits16) {
      found.in_8_bits += PartOfTime(time, kernels->named_8, kernels->all);
    }
    return add(of_op, time);
  }
  const auto& parts = is_product ? kernels->named : kernels->of_products;
  const Int128 unknown = parts[static_cast<size_t>(Precision::kUnknown)];
  const Int128 known = std::accumulate(parts.begin(), parts.end(), Int128{0}) - unknown;
  if (known <= 0) return add(of_op, time);
  for (const Precision precision : {Precision::kBits16, Precision::kBits32, Precision::kOther}) {
    const Int128 part = parts[static_cast<size_t>(precision)];
    if (part > 0) add(precision, PartOfTime(time, part, known));
  }
  const Int128 of_8_bits = is_product ? kernels->named_8 : kernels->products_8;
  found.in_8_bits += PartOfTime(time, of_8_bits, known);
}

struct PrecisionTime {
  Int128 accelerator = 0;  // per step
  int64_t runs = 0;
};

// The times of ops in the selected whole steps of each process; in partial ones where none is
// whole.
ByProcessOp<PrecisionTime> TimesOfProcesses(const Selected& selected, const Processes& processes) {
  const Profile& profile = selected.profile();
  // By process; a step that several files of a process hold counts once.
  std::vector<std::set<StepId>> whole(processes.size()), partial(processes.size());
  for (uint32_t s = 0; s < profile.steps.size(); ++s) {
    const StepRow& step = profile.steps[StepId(s)];
    if (!selected.steps().Has(StepId(s))) continue;
    (step.partial ? partial : whole)[processes.Of(step.source)].insert(
        SameStep(profile, StepId(s)));
  }
  ByProcessOp<PrecisionTime> times;
  const auto add = [&](OpId op, StepId id, DeviceId device, Int128 accelerator_time, int64_t runs) {
    if (!id.valid() || !selected.steps().Has(id)) return;
    if (!selected.source_filter().Has(id, device)) return;
    const StepRow& step = profile.steps[id];
    const size_t process = processes.Of(step.source);
    if (step.partial && !whole[process].empty()) return;
    PrecisionTime& time = times[{process, op}];
    time.accelerator += accelerator_time;
    time.runs += std::max<int64_t>(runs, 0);
  };
  profile.execs().row.ForEachOf(add, &ExecRow::op, &ExecRow::step, &ExecRow::device,
                                &ExecRow::accelerator_time, &ExecRow::runs);
  for (auto& [key, time] : times) {
    const size_t steps = (whole[key.first].empty() ? partial : whole)[key.first].size();
    if (steps > 0) time.accelerator /= static_cast<int64_t>(steps);
  }
  return times;
}

bool IsOnAccelerator(const Profile& profile, OpId op) {
  const DeviceId device = profile.ops.row[op].assigned_device;
  return device.valid() && IsAccelerator(profile.devices[device].kind);
}

}  // namespace

absl::StatusOr<std::vector<ComputePrecision>> ComputePrecisions(const Selected& selected,
                                                                const OpValues& values,
                                                                const RunContext& context) {
  const Profile& profile = selected.profile();
  const Processes processes(profile);
  PROFILER_ASSIGN_OR_RETURN(const auto kernels, KernelTimesOfOps(selected, processes, context));
  std::vector<ComputePrecision> all(processes.size());
  for (size_t i = 0; i < all.size(); ++i) {
    all[i].run = processes[i].run;
    if (all.size() > 1) all[i].source = processes[i].first;
  }
  std::vector<Int128> most_plain(all.size());
  const auto add = [&](size_t process, OpId op, Value time, bool ran) {
    const auto it = kernels.find(ProcessOp(process, op));
    const KernelTimes* const of_op = it == kernels.end() ? nullptr : &it->second;
    const bool is_product = IsProduct(profile, op);
    if (!is_product && (of_op == nullptr || of_op->products() == 0)) return;
    ComputePrecision& found = all[process];
    if (time == kAbsent || time <= 0) {
      found.misses_times |= ran && IsOnAccelerator(profile, op);
      return;
    }
    const std::string_view type = profile.strings[profile.ops.row[op].type];
    const bool is_convolution = Lower(type).find("conv") != std::string::npos;
    const Int128 before = found.plain_products;
    Split(is_product, is_convolution, PrecisionOf(profile, op), of_op, time, found);
    if (const Int128 plain = found.plain_products - before; plain > most_plain[process]) {
      most_plain[process] = plain;
      found.most_plain = op;
    }
    found.types.insert(type);
  };
  if (profile.steps.size() > 0) {
    for (const auto& [key, time] : TimesOfProcesses(selected, processes)) {
      if (values.LeavesOut(static_cast<int32_t>(key.second.row()))) continue;
      add(key.first, key.second, time.accelerator, time.runs > 0);
    }
    return all;
  }
  for (uint32_t i = 0; i < profile.op_count(); ++i) {
    if (values.LeavesOut(static_cast<int32_t>(i))) continue;
    add(0, OpId(i), values.of[i][Measure::kAcceleratorMicros],
        OrZero(values.of[i][Measure::kOccurrence]) > 0);
  }
  return all;
}

std::optional<double> LowestCapability(const Profile& profile, SourceId source) {
  std::optional<double> lowest;
  for (const Track track : Tracks(profile, HoldsDeviceWork)) {
    if (track.events.size() == 0 || !track.row.device.valid()) continue;
    if (source.valid() && track.row.source != source) continue;
    const StringId text = profile.devices[track.row.device].compute_capability;
    const double capability =
        text.valid() ? std::atof(std::string(profile.strings[text]).c_str()) : 0;
    if (capability > 0) lowest = std::min(lowest.value_or(capability), capability);
  }
  return lowest;
}

}  // namespace profiler
