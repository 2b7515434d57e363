#include "profiler/analysis/steps/slow/step_growth.h"

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
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
#include "profiler/base/int128.h"

namespace profiler {
namespace {

using SplitById = absl::flat_hash_map<StepId, std::pair<const StepTimings*, size_t>>;

// The times whose growth is told: of the parts of a step, and of two kinds of wait in kOther.
constexpr size_t kOfSleeps = kStepPartCount, kOfDeviceWaits = kStepPartCount + 1,
                 kGrowthCount = kStepPartCount + 2;
using MeanTimes = std::array<Value, kGrowthCount>;

// Whether nearly each of the steps takes a fair part of the mean growth longer than `in_others`.
bool GrowsInEach(const std::vector<Value>& in_slow, Value growth, Value in_others) {
  constexpr int kFairPart = 4;
  const auto count = std::count_if(in_slow.begin(), in_slow.end(), [&](Value time) {
    return kFairPart * (Int128{time} - in_others) >= growth;
  });
  return 10 * static_cast<size_t>(count) >= 9 * in_slow.size();
}

const std::vector<double>& GrownTimesOf(const StepTimings& timings, size_t what) {
  if (what == kOfSleeps) return timings.sleeps;
  return what == kOfDeviceWaits ? timings.waits : timings.parts[what];
}

struct TimesOfSide {
  MeanTimes mean = {};
  std::vector<MeanTimes> each;  // by the number of a step of which there are times
};

// Over the steps. nullopt if a step is not split.
std::optional<TimesOfSide> SideTimes(const Profile& profile, const SplitById& split,
                                     const std::vector<const StepTime*>& steps, SourceId source) {
  TimesOfSide side;
  MeanTimes& sums = side.mean;
  int64_t count = 0;
  std::map<int64_t, std::pair<MeanTimes, int64_t>> by_number;  // sums and what they are of
  for (const StepTime* step : steps) {
    const int64_t before = count;
    auto& [of_step, processes] = by_number[step->number];
    for (const StepId id : step->steps) {
      const auto found = split.find(id);
      if (found == split.end()) continue;
      if (source.valid() && !AreOfOneRank(profile, profile.steps[id].source, source)) continue;
      const auto [timings, index] = found->second;
      for (size_t what = 0; what < kGrowthCount; ++what) {
        of_step[what] += static_cast<Value>(GrownTimesOf(*timings, what)[index]);
      }
      ++count;
    }
    if (count == before && !source.valid()) return std::nullopt;
    processes += count - before;
  }
  if (count == 0) return std::nullopt;
  for (auto& [number, times] : by_number) {
    auto& [of_step, processes] = times;
    if (processes == 0) continue;
    for (size_t what = 0; what < kGrowthCount; ++what) {
      sums[what] += of_step[what];
      of_step[what] /= processes;
    }
    side.each.push_back(of_step);
  }
  for (Value& sum : sums) sum /= count;
  return side;
}

using Sides = std::pair<TimesOfSide, TimesOfSide>;

std::optional<Sides> TimesOfSides(const Profile& profile, const std::vector<StepTimings>& timings,
                                  const ComparedSteps& steps, SourceId source) {
  if (steps.slow.empty() || steps.others.empty()) return std::nullopt;
  SplitById split;
  for (const StepTimings& run : timings) {
    for (size_t i = 0; i < run.ids.size(); ++i) split[run.ids[i]] = {&run, i};
  }
  auto slow = SideTimes(profile, split, steps.slow, source);
  auto others = SideTimes(profile, split, steps.others, source);
  if (!slow || !others) return std::nullopt;
  return std::pair(std::move(*slow), std::move(*others));
}

PartGrowth GrowthIn(const Sides& sides, size_t what, StepPart part) {
  const auto& [slow, others] = sides;
  PartGrowth growth = {part, slow.mean[what], others.mean[what]};
  std::vector<Value> each;
  for (const MeanTimes& of_step : slow.each) each.push_back(of_step[what]);
  growth.is_in_each = GrowsInEach(each, growth.growth(), growth.in_others);
  return growth;
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

struct TypeTimes {
  Value mean = 0;           // over the steps, of each process
  std::vector<Value> each;  // by the number of a step, the mean of its processes
  bool communicates = false;
};

// The steps of one number, which processes or hosts may have recorded one by one.
struct NumberedSteps {
  std::vector<size_t> index;    // by step; kNone for others and for other ranks
  std::vector<int64_t> counts;  // by number: of the processes that recorded it

  static constexpr size_t kNone = SIZE_MAX;

  NumberedSteps(const Profile& profile, const std::vector<const StepTime*>& steps, SourceId source)
      : index(profile.steps.size(), kNone) {
    std::map<int64_t, size_t> of_number;
    for (const StepTime* one : steps) {
      const size_t at = of_number.try_emplace(one->number, of_number.size()).first->second;
      counts.resize(of_number.size());
      for (const StepId step : one->steps) {
        if (source.valid() && !AreOfOneRank(profile, profile.steps[step].source, source)) continue;
        index[step.row()] = at;
        ++counts[at];
      }
    }
  }
};

// A file may have as many types as steps: of more times than these only the means are kept.
constexpr size_t kMostTypeTimes = 10'000'000;

// A sorted map, so that ties are resolved deterministically. Without `by_step` only the means.
std::map<StringId, TypeTimes> TimesByType(const Selected& selected,
                                          const std::vector<const StepTime*>& steps, OpTime time,
                                          SourceId source, NameOfGrowth name_of, bool by_step) {
  const Profile& profile = selected.profile();
  const NumberedSteps numbered(profile, steps, source);
  const std::vector<int64_t>& counts = numbered.counts;
  const int64_t count = std::accumulate(counts.begin(), counts.end(), int64_t{0});
  if (count == 0) return {};
  const NamedOps ops(profile);
  const std::vector<char> waits = WaitingOps(profile);  // which are no cause
  std::map<StringId, TypeTimes> by_type;
  for (const ExecRow& row : profile.execs().row.values()) {
    if (!row.step.valid() || waits[row.op.row()] != 0) continue;
    const size_t at = numbered.index[row.step.row()];
    if (at == NumberedSteps::kNone || !selected.source_filter().Has(row.step, row.device)) continue;
    const StringId name = name_of(profile, ops, row);
    if (!name.valid()) continue;
    TypeTimes& times = by_type[name];
    times.mean += TimeOf(row, time);
    if (ops.communication.Of(row.op) != Communication::kNone) times.communicates = true;
    if (by_step && by_type.size() * counts.size() > kMostTypeTimes) {
      by_step = false;
      for (auto& [type, of_type] : by_type) of_type.each = {};
    }
    if (!by_step) continue;
    times.each.resize(counts.size());
    times.each[at] += TimeOf(row, time);
  }
  for (auto& [type, times] : by_type) {
    times.mean /= count;
    std::vector<Value> each;
    for (size_t i = 0; i < times.each.size(); ++i) {
      if (counts[i] > 0) each.push_back(times.each[i] / counts[i]);
    }
    times.each = std::move(each);
  }
  return by_type;
}

}  // namespace

std::vector<PartGrowth> GrowthOfParts(const Profile& profile,
                                      const std::vector<StepTimings>& timings,
                                      const ComparedSteps& steps, SourceId source) {
  const auto sides = TimesOfSides(profile, timings, steps, source);
  std::vector<PartGrowth> parts;
  for (size_t part = 0; sides && part < kStepPartCount; ++part) {
    parts.push_back(GrowthIn(*sides, part, static_cast<StepPart>(part)));
  }
  return parts;
}

WaitGrowth GrowthOfWaits(const Profile& profile, const std::vector<StepTimings>& timings,
                         const ComparedSteps& steps, SourceId source) {
  WaitGrowth growth;
  if (const auto sides = TimesOfSides(profile, timings, steps, source)) {
    growth.sleeps = GrowthIn(*sides, kOfSleeps, StepPart::kOther);
    growth.devices = GrowthIn(*sides, kOfDeviceWaits, StepPart::kOther);
  }
  return growth;
}

static std::optional<TypeGrowth> MostGrown(const Selected& selected, const ComparedSteps& steps,
                                           OpTime time, SourceId source, NameOfGrowth name_of) {
  if (steps.slow.empty() || steps.others.empty()) return std::nullopt;
  auto before = TimesByType(selected, steps.others, time, source, name_of, /*by_step=*/false);
  std::optional<TypeGrowth> most;
  for (const auto& [name, times] :
       TimesByType(selected, steps.slow, time, source, name_of, /*by_step=*/true)) {
    const TypeGrowth growth = {std::string(selected.profile().strings[name]), times.mean,
                               before[name].mean, times.communicates};
    if (growth.growth() <= 0 || (most && growth.growth() <= most->growth())) continue;
    if (GrowsInEach(times.each, growth.growth(), growth.in_others)) most = growth;
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
