#include "profiler/compare/page/side.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <set>
#include <span>
#include <utility>

#include "profiler/analysis/input/call_name.h"
#include "profiler/analysis/kept/left_out_events.h"
#include "profiler/analysis/ops/op_device_times.h"
#include "profiler/analysis/step_split/step_part_names.h"
#include "profiler/base/status.h"
#include "profiler/compare/cut_profiles.h"
#include "profiler/compare/page/work/beside_step.h"

namespace profiler {
namespace {

constexpr auto kHostPart = static_cast<size_t>(StepPart::kHostCompute);
constexpr size_t kInputCode = kStepPartCount;  // the first part of a part

void AppendMicros(const std::vector<double>& picos, std::vector<double>& to) {
  for (const double time : picos) to.push_back(time / static_cast<double>(kPicosPerMicro));
}

std::vector<double> Less(std::vector<double> times, const std::vector<double>& part) {
  std::transform(times.begin(), times.end(), part.begin(), times.begin(), std::minus<>());
  return times;
}

// Whether any Python function or mark makes input by its name.
bool HasInputCode(const Profile& profile) {
  for (uint32_t op = 0; op < profile.op_count(); ++op) {
    if (IsInputCode(profile, OpId(op))) return true;
  }
  return false;
}

// Parts of parts: Python code that makes input, and what is known of the time in which nothing
// else was recorded.
void SplitParts(const std::vector<StepTimings>& timings, std::vector<NamedPart>& parts) {
  NamedPart input_code{"input_code", {}}, waits{"device_wait", {}}, sleeps{"sleep", {}},
      elsewhere{"other_steps", {}};
  for (const StepTimings& run : timings) {
    AppendMicros(run.input_code, input_code.times);
    AppendMicros(run.waits, waits.times);
    AppendMicros(run.sleeps, sleeps.times);
    AppendMicros(run.elsewhere, elsewhere.times);
  }
  NamedPart& host = parts[kHostPart];
  host.times = Less(std::move(host.times), input_code.times);
  NamedPart& other = parts[static_cast<size_t>(StepPart::kOther)];
  for (const NamedPart* const part : {&waits, &sleeps, &elsewhere}) {
    other.times = Less(std::move(other.times), part->times);
  }
  for (NamedPart* const part : {&input_code, &waits, &sleeps, &elsewhere}) {
    parts.push_back(std::move(*part));
  }
}

// In a step that several processes recorded, the one that is last in collectives does nothing in
// them but exchange. What others take longer they wait.
void SplitCollectives(const Samples& samples, std::vector<NamedPart>& parts) {
  std::vector<double>& times = parts[static_cast<size_t>(StepPart::kCollectives)].times;
  NamedPart waits{kCollectiveWaitPart, std::vector<double>(times.size())};
  for (size_t step = 0; step < samples.steps(); ++step) {
    const std::span<const uint32_t> places = samples.ProcessesOf(step);
    double least = std::numeric_limits<double>::infinity();
    for (const uint32_t place : places) least = std::min(least, times[place]);
    for (const uint32_t place : places) {
      waits.times[place] = times[place] - least;
      times[place] = least;
    }
  }
  parts.push_back(std::move(waits));
}

// Counts input code as the host's work.
void JoinInputCode(std::vector<NamedPart>& parts) {
  std::vector<double>&host = parts[kHostPart].times, &input_code = parts[kInputCode].times;
  std::transform(host.begin(), host.end(), input_code.begin(), host.begin(), std::plus<>());
  std::fill(input_code.begin(), input_code.end(), 0.0);
}

// Marks the ops that are collectives.
void MarkCollectives(const Profile& profile, const std::vector<char>& is_collective_op,
                     WorkInSteps& ops) {
  const auto key_of = [&](OpId op) {
    const OpRow& row = profile.ops.row[op];
    return std::pair(row.name, row.type);
  };
  std::set<std::pair<StringId, StringId>> keys;
  for (uint32_t i = 0; i < is_collective_op.size(); ++i) {
    if (is_collective_op[i] != 0) keys.insert(key_of(WrittenOp(profile, OpId(i))));
  }
  if (keys.empty()) return;
  for (WorkInSteps::Item& item : ops.items) {
    item.is_collective = item.op.valid() && keys.contains(key_of(item.op));
  }
}

}  // namespace

size_t Side::ranks() const {
  return samples.steps() == 0 ? 1 : std::max<size_t>(samples.ProcessesOf(0).size(), 1);
}

bool Side::lacks_device_times() const { return LacksDeviceTimes(profile()); }

std::vector<double> Side::SampledTotals() const {
  std::vector<double> room;
  const std::span<const double> values = samples.Of(totals, room);
  return {values.begin(), values.end()};
}

absl::StatusOr<Side> ReadSteps(const Selected& selected, std::string_view name, const Query& query,
                               RunContext& context) {
  Side side;
  side.selected = &selected;
  side.name = name;
  side.cut_files = CutFilesText(selected);
  PROFILER_ASSIGN_OR_RETURN(side.timings, TimeSteps(selected, query, context));
  side.samples = Samples(selected.profile(), side.timings);
  for (size_t part = 0; part < kStepPartCount; ++part) {
    side.parts.push_back({Name(static_cast<StepPart>(part)), {}});
  }
  for (const StepTimings& run : side.timings) {
    AppendMicros(run.totals, side.totals);
    for (size_t i = 0; i < kStepPartCount; ++i) {
      AppendMicros(run.parts[i], side.parts[i].times);
    }
  }
  if (side.totals.empty()) {
    return absl::FailedPreconditionError(
        fmt::format("{} has no times to compare: no event in it has a begin and a duration", name));
  }
  SplitParts(side.timings, side.parts);
  SplitCollectives(side.samples, side.parts);
  return side;
}

void SettleInputCode(Side& base, Side& next) {
  if (HasInputCode(base.profile()) || HasInputCode(next.profile())) return;
  for (Side* const side : {&base, &next}) JoinInputCode(side->parts);
}

absl::Status ReadWork(OpClock clock, RunContext& context, Side& side) {
  const Selected& selected = *side.selected;
  const StepNumbers numbers(selected.profile(), side.timings);
  PROFILER_ASSIGN_OR_RETURN(
      side.ops, FindOpsInSteps(selected, numbers, clock, OpsBesideSteps(selected), context));
  PROFILER_ASSIGN_OR_RETURN(side.kernels, KernelsInSteps(selected, numbers, context));
  PROFILER_ASSIGN_OR_RETURN(side.collectives, CollectivesInSteps(selected, numbers, context));
  PROFILER_ASSIGN_OR_RETURN(side.launches, LaunchesInSteps(selected, numbers, context));
  PROFILER_ASSIGN_OR_RETURN(side.device_waits, DeviceWaitsInSteps(selected, numbers, context));
  PROFILER_ASSIGN_OR_RETURN(side.allocations, AllocationsInSteps(selected, numbers, context));
  if (!side.collectives.empty()) {
    PROFILER_ASSIGN_OR_RETURN(side.exchanges, FindExchanges(selected, numbers, context));
    MarkCollectives(selected.profile(), side.exchanges.is_collective_op, side.ops.ops);
  }
  PROFILER_ASSIGN_OR_RETURN(
      side.busy, FindBusyInSteps(selected, numbers, side.exchanges.is_collective_op, context));
  PROFILER_ASSIGN_OR_RETURN(side.memory, FindMemoryUses(selected, context));
  return absl::OkStatus();
}

}  // namespace profiler
