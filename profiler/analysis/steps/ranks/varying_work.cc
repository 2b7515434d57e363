#include "profiler/analysis/steps/ranks/varying_work.h"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "profiler/analysis/collectives/communication.h"
#include "profiler/analysis/ops/framework_op.h"
#include "profiler/analysis/values/upper_median.h"

namespace profiler {
namespace {

using OpInputs = std::pair<StringId, StringId>;  // an op's name and the shapes of its inputs

struct InputsInStep {
  double time = 0;
  int64_t runs = 0;
};

// The ops of a step.
struct WorkOfStep {
  double time = 0;
  int64_t runs = 0;
  std::map<OpInputs, InputsInStep> by_inputs;
};

using StepsOfRank = std::vector<WorkOfStep>;  // the shortest first

// On devices, or where these have no ops on hosts.
std::vector<StepsOfRank> WorkOfRanks(const Selected& selected, const std::vector<SourceId>& ranks,
                                     bool on_devices) {
  const Profile& profile = selected.profile();
  const CommunicationTable communication(profile);
  std::map<SourceId, size_t> index;
  for (const SourceId rank : ranks) index.emplace(rank, index.size());
  std::vector<std::map<StepId, WorkOfStep>> by_step(index.size());
  for (const ExecRow& row : profile.execs().row.values()) {
    if (!row.step.valid() || !row.op.valid()) continue;
    const auto rank = index.find(profile.steps[row.step].source);
    if (rank == index.end() || !selected.steps().Has(row.step)) continue;
    if (profile.steps[row.step].partial || !IsFrameworkOp(profile, row.op)) continue;
    if (communication.Of(row.op) != Communication::kNone) continue;
    const auto time = static_cast<double>(on_devices ? row.accelerator_time : row.cpu_time);
    // The calls of an op on a device may be those of its row on the host.
    const int64_t runs = std::max<int64_t>(row.runs, 0);
    if (time <= 0 && runs == 0) continue;
    const OpRow& op = profile.ops.row[row.op];
    WorkOfStep& work = by_step[rank->second][row.step];
    work.time += std::max(time, 0.0);
    work.runs += runs;
    InputsInStep& in_step = work.by_inputs[{op.name, op.input_shapes}];
    in_step.time += std::max(time, 0.0);
    in_step.runs += runs;
  }
  std::vector<StepsOfRank> all;
  for (auto& steps : by_step) {
    StepsOfRank& of_rank = all.emplace_back();
    for (auto& [step, work] : steps) of_rank.push_back(std::move(work));
    std::stable_sort(of_rank.begin(), of_rank.end(),
                     [](const WorkOfStep& a, const WorkOfStep& b) { return a.time < b.time; });
  }
  return all;
}

bool HaveSameCalls(const StepsOfRank& steps) {
  constexpr double kSame = 0.02;
  const auto [least, most] =
      std::minmax_element(steps.begin(), steps.end(),
                          [](const WorkOfStep& a, const WorkOfStep& b) { return a.runs < b.runs; });
  return static_cast<double>(most->runs) <= (1 + kSame) * static_cast<double>(least->runs);
}

// The time of ops with inputs that some steps have more often than others, by the op's name.
std::map<StringId, double> TimesOfOtherInputs(const StepsOfRank& steps) {
  struct Inputs {
    double time = 0;
    int64_t runs = 0;
    size_t steps = 0;
    bool differ = false;
  };
  std::map<OpInputs, Inputs> all;
  for (const WorkOfStep& step : steps) {
    for (const auto& [inputs, in_step] : step.by_inputs) {
      Inputs& of = all[inputs];
      of.differ = of.differ || (of.steps > 0 && of.runs != in_step.runs);
      of.runs = in_step.runs;
      of.time += in_step.time;
      ++of.steps;
    }
  }
  std::map<StringId, double> times;
  for (const auto& [inputs, of] : all) {
    const bool is_known = inputs.second.valid();
    if (is_known && (of.differ || of.steps < steps.size())) times[inputs.first] += of.time;
  }
  return times;
}

// The inputs with which the op takes most time in the step; invalid if it does not run there.
StringId MainInputs(const WorkOfStep& step, StringId op) {
  StringId main;
  double most = 0;
  for (const auto& [inputs, in_step] : step.by_inputs) {
    if (inputs.first != op || in_step.time <= most) continue;
    most = in_step.time;
    main = inputs.second;
  }
  return main;
}

// Adds to `work` the op whose inputs explain most, if such ops take most of the time.
void AddVaryingInputs(const std::vector<StepsOfRank>& ranks, VaryingWork& work) {
  std::map<StringId, double> times;
  double all = 0, of_other_inputs = 0;
  const WorkOfStep *shortest = nullptr, *longest = nullptr;
  for (const StepsOfRank& steps : ranks) {
    for (const auto& [op, time] : TimesOfOtherInputs(steps)) {
      times[op] += time;
      of_other_inputs += time;
    }
    for (const WorkOfStep& step : steps) all += step.time;
    if (shortest == nullptr || steps.front().time < shortest->time) shortest = &steps.front();
    if (longest == nullptr || steps.back().time > longest->time) longest = &steps.back();
  }
  if (2 * of_other_inputs < all || times.empty()) return;
  const StringId op =
      std::max_element(times.begin(), times.end(), [](const auto& a, const auto& b) {
        return a.second < b.second;
      })->first;
  const StringId few = MainInputs(*shortest, op), many = MainInputs(*longest, op);
  if (!few.valid() || !many.valid() || few == many) return;
  work.op = op;
  work.few = few;
  work.many = many;
}

bool HasDeviceOps(const Profile& profile) {
  for (const ExecRow& row : profile.execs().row.values()) {
    if (row.op.valid() && row.accelerator_time > 0) return true;
  }
  return false;
}

}  // namespace

std::optional<VaryingWork> FindVaryingWork(const Selected& selected,
                                           const std::vector<SourceId>& ranks) {
  constexpr size_t kLeastSteps = 3;
  // Between the quarters of the longest and the shortest steps, so that a few odd ones do not
  // count. What shapes show is no noise.
  constexpr double kMuch = 1.25, kMuchWithShapes = 1.05;
  const bool on_devices = HasDeviceOps(selected.profile());
  const std::vector<StepsOfRank> all = WorkOfRanks(selected, ranks, on_devices);
  VaryingWork work;
  std::vector<double> spreads;
  for (const StepsOfRank& steps : all) {
    if (steps.size() < kLeastSteps || !HaveSameCalls(steps)) return std::nullopt;
    if (steps.front().time <= 0) return std::nullopt;
    const size_t quarter = steps.size() / 4;
    const double spread = steps[steps.size() - 1 - quarter].time / steps[quarter].time;
    work.most = std::max(work.most, steps.back().time / steps.front().time);
    spreads.push_back(spread);
  }
  if (spreads.empty()) return std::nullopt;
  const double usual = LowerMedian(spreads);
  if (usual < kMuchWithShapes) return std::nullopt;
  AddVaryingInputs(all, work);
  const bool varies = work.op.valid() || (on_devices && usual >= kMuch);
  return varies ? std::optional<VaryingWork>(work) : std::nullopt;
}

}  // namespace profiler
