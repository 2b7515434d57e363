#include "profiler/analysis/steps/step_growth.h"

#include <array>
#include <map>
#include <string_view>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "profiler/analysis/accelerators/host_waits.h"
#include "profiler/analysis/collectives/communication.h"
#include "profiler/analysis/input/input_waits.h"
#include "profiler/analysis/instructions/async_copies.h"
#include "profiler/analysis/ops/framework_op.h"
#include "profiler/analysis/ops/op_device_times.h"
#include "profiler/analysis/phases/user_marks.h"
#include "profiler/analysis/steps/process_timings.h"

namespace profiler {
namespace {

using SplitById = absl::flat_hash_map<StepId, std::pair<const StepTimings*, size_t>>;

// The times whose growth is told: of the parts of a step, and of two kinds of wait in kOther.
constexpr size_t kOfSleeps = kStepPartCount, kOfDeviceWaits = kStepPartCount + 1,
                 kGrowthCount = kStepPartCount + 2;
using MeanTimes = std::array<Value, kGrowthCount>;

const std::vector<double>& GrownTimesOf(const StepTimings& timings, size_t what) {
  if (what == kOfSleeps) return timings.sleeps;
  return what == kOfDeviceWaits ? timings.waits : timings.parts[what];
}

// Their means over the steps. nullopt if a step is not split.
std::optional<MeanTimes> MeanTimesOf(const Profile& profile, const SplitById& split,
                                     const std::vector<const StepTime*>& steps, SourceId source) {
  MeanTimes sums = {};
  int64_t count = 0;
  for (const StepTime* step : steps) {
    const int64_t before = count;
    for (const StepId id : step->steps) {
      const auto found = split.find(id);
      if (found == split.end()) continue;
      if (source.valid() && !AreOfOneRank(profile, profile.steps[id].source, source)) continue;
      const auto [timings, index] = found->second;
      for (size_t what = 0; what < kGrowthCount; ++what) {
        sums[what] += static_cast<Value>(GrownTimesOf(*timings, what)[index]);
      }
      ++count;
    }
    if (count == before && !source.valid()) return std::nullopt;
  }
  if (count == 0) return std::nullopt;
  for (Value& sum : sums) sum /= count;
  return sums;
}

std::optional<std::pair<MeanTimes, MeanTimes>> MeansOfSides(const Profile& profile,
                                                            const std::vector<StepTimings>& timings,
                                                            const ComparedSteps& steps,
                                                            SourceId source) {
  if (steps.slow.empty() || steps.others.empty()) return std::nullopt;
  SplitById split;
  for (const StepTimings& run : timings) {
    for (size_t i = 0; i < run.ids.size(); ++i) split[run.ids[i]] = {&run, i};
  }
  const auto slow = MeanTimesOf(profile, split, steps.slow, source);
  const auto others = MeanTimesOf(profile, split, steps.others, source);
  if (!slow || !others) return std::nullopt;
  return std::pair(*slow, *others);
}

// What the names of ops' times rest on.
struct NamedOps {
  explicit NamedOps(const Profile& profile)
      : marks(profile), communication(profile), copies(profile) {}

  UserMarks marks;
  CommunicationTable communication;
  AsyncCopies copies;
};

// The name that an op's time in a step counts under; invalid if it counts nowhere.
StringId GrowthName(const Profile& profile, const NamedOps& ops, const ExecRow& exec) {
  const OpRow& row = profile.ops.row[exec.op];
  // A user's mark is shown by its name, as all marks have one type. That around the step says
  // nothing.
  if (ops.marks.Has(exec.op)) {
    return row.name == profile.steps[exec.step].name ? StringId() : row.name;
  }
  // Of an instruction the type of the op that the user wrote, as `ops` has it: nearly all of what
  // XLA runs is a fusion. That of a collective or of the end of a copy tells that it is one.
  const bool moves_data =
      ops.communication.Of(exec.op) != Communication::kNone || ops.copies.IsEnd(exec.op);
  const StringId written = profile.ops.row[WrittenOp(profile, exec.op)].type;
  const bool is_written = !moves_data && written.valid() && !profile.strings[written].empty();
  const StringId of_op = is_written ? written : row.type;
  const std::string_view type = profile.strings[of_op];
  const bool is_op = IsFrameworkOp(profile, exec.op) && !type.empty();
  return is_op && !WaitsForInput(type) ? of_op : StringId();
}

// The same of any call but a mark around steps, whose name begins that of the step ("train 12").
StringId CallGrowthName(const Profile& profile, const NamedOps&, const ExecRow& exec) {
  const StringId name = profile.ops.row[exec.op].name;
  const std::string_view call = name.valid() ? profile.strings[name] : "";
  const bool is_mark = profile.strings[profile.steps[exec.step].name].starts_with(call);
  return is_mark ? StringId() : name;
}

using NameOfGrowth = StringId (*)(const Profile&, const NamedOps&, const ExecRow&);

Value TimeOf(const ExecRow& row, OpTime time) {
  switch (time) {
    case OpTime::kHost:
      return row.cpu_time;
    case OpTime::kDevice:
      return row.accelerator_time;
    case OpTime::kBoth:
      break;
  }
  return row.cpu_time + row.accelerator_time;
}

// A sorted map, so that ties are resolved deterministically.
std::map<StringId, Value> MeanByType(const Selected& selected,
                                     const std::vector<const StepTime*>& steps, OpTime time,
                                     SourceId source, NameOfGrowth name_of) {
  const Profile& profile = selected.profile();
  std::vector<char> wanted(profile.steps.size());
  int64_t count = 0;
  for (const StepTime* one : steps) {
    for (const StepId step : one->steps) {
      if (source.valid() && !AreOfOneRank(profile, profile.steps[step].source, source)) continue;
      wanted[step.row()] = 1;
      ++count;
    }
  }
  if (count == 0) return {};
  const NamedOps ops(profile);
  const std::vector<char> waits = WaitingOps(profile);  // which are no cause
  std::map<StringId, Value> by_type;
  for (const ExecRow& row : profile.execs().row.values()) {
    if (!row.step.valid() || wanted[row.step.row()] == 0 || waits[row.op.row()] != 0) continue;
    if (!selected.source_filter().Has(row.step, row.device)) continue;
    const StringId name = name_of(profile, ops, row);
    if (name.valid()) by_type[name] += TimeOf(row, time);
  }
  for (auto& [type, sum] : by_type) sum /= count;
  return by_type;
}

}  // namespace

std::vector<PartGrowth> GrowthOfParts(const Profile& profile,
                                      const std::vector<StepTimings>& timings,
                                      const ComparedSteps& steps, SourceId source) {
  const auto means = MeansOfSides(profile, timings, steps, source);
  std::vector<PartGrowth> parts;
  for (size_t part = 0; means && part < kStepPartCount; ++part) {
    parts.push_back({static_cast<StepPart>(part), means->first[part], means->second[part]});
  }
  return parts;
}

WaitGrowth GrowthOfWaits(const Profile& profile, const std::vector<StepTimings>& timings,
                         const ComparedSteps& steps, SourceId source) {
  WaitGrowth growth;
  if (const auto means = MeansOfSides(profile, timings, steps, source)) {
    const auto& [slow, others] = *means;
    growth.sleeps = {StepPart::kOther, slow[kOfSleeps], others[kOfSleeps]};
    growth.devices = {StepPart::kOther, slow[kOfDeviceWaits], others[kOfDeviceWaits]};
  }
  return growth;
}

static std::optional<TypeGrowth> MostGrown(const Selected& selected, const ComparedSteps& steps,
                                           OpTime time, SourceId source, NameOfGrowth name_of) {
  if (steps.slow.empty() || steps.others.empty()) return std::nullopt;
  auto before = MeanByType(selected, steps.others, time, source, name_of);
  std::optional<TypeGrowth> most;
  for (const auto& [name, in_slow] : MeanByType(selected, steps.slow, time, source, name_of)) {
    const TypeGrowth growth = {std::string(selected.profile().strings[name]), in_slow,
                               before[name]};
    if (growth.growth() > 0 && (!most || growth.growth() > most->growth())) most = growth;
  }
  return most;
}

std::optional<TypeGrowth> MostGrownType(const Selected& selected, const ComparedSteps& steps,
                                        OpTime time, SourceId source) {
  return MostGrown(selected, steps, time, source, GrowthName);
}

std::optional<TypeGrowth> MostGrownCall(const Selected& selected, const ComparedSteps& steps,
                                        SourceId source) {
  return MostGrown(selected, steps, OpTime::kHost, source, CallGrowthName);
}

}  // namespace profiler
