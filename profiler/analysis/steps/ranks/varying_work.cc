#include "profiler/analysis/steps/ranks/varying_work.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "profiler/analysis/collectives/communication.h"
#include "profiler/analysis/ops/framework_op.h"
#include "profiler/analysis/values/upper_median.h"

namespace profiler {
namespace {

// What ops do in a step. Counts of files may exceed integers when they are added up.
struct WorkOfStep {
  double time = 0, runs = 0;

  void Add(double more_time, double more_runs) {
    time += more_time;
    runs += more_runs;
  }
};

struct StepOfRank {
  StepId step;
  WorkOfStep work;
};
using StepsOfRank = std::vector<StepOfRank>;  // the shortest first

bool HasDeviceOps(const Profile& profile) {
  for (const ExecRow& row : profile.execs().row.values()) {
    if (row.op.valid() && row.accelerator_time > 0) return true;
  }
  return false;
}

// The ops of ranks in whole steps, without communication: on devices, or where these have no ops on
// hosts.
class OpsOfRanks {
 public:
  OpsOfRanks(const Selected& selected, const std::vector<SourceId>& ranks)
      : selected_(selected),
        profile_(selected.profile()),
        communication_(profile_),
        process_group_call_(profile_.strings.Find(kProcessGroupCall)),
        rank_of_(profile_.sources.size(), kNone),
        on_devices_(HasDeviceOps(profile_)) {
    for (const SourceId rank : ranks) {
      if (rank_of_[rank.row()] == kNone) rank_of_[rank.row()] = ranks_++;
    }
  }

  bool on_devices() const { return on_devices_; }

  template <typename Visit>
  void ForEach(const Visit& visit) const {
    for (const ExecRow& row : profile_.execs().row.values()) {
      if (Counts(row)) visit(row);
    }
  }
  const OpRow& OpOf(const ExecRow& row) const { return profile_.ops.row[row.op]; }
  uint32_t RankOf(const ExecRow& row) const {
    return rank_of_[profile_.steps[row.step].source.row()];
  }
  double TimeOf(const ExecRow& row) const {
    return std::max(0.0, static_cast<double>(on_devices_ ? row.accelerator_time : row.cpu_time));
  }
  // The calls of an op on a device may be those of its row on the host.
  static double RunsOf(const ExecRow& row) { return std::max(0.0, static_cast<double>(row.runs)); }

  std::vector<StepsOfRank> Steps() const {
    std::vector<std::map<StepId, WorkOfStep>> by_step(ranks_);
    ForEach(
        [&](const ExecRow& row) { by_step[RankOf(row)][row.step].Add(TimeOf(row), RunsOf(row)); });
    std::vector<StepsOfRank> all;
    for (const auto& steps : by_step) {
      StepsOfRank& of_rank = all.emplace_back();
      for (const auto& [step, work] : steps) of_rank.push_back({step, work});
      std::stable_sort(
          of_rank.begin(), of_rank.end(),
          [](const StepOfRank& a, const StepOfRank& b) { return a.work.time < b.work.time; });
    }
    return all;
  }

 private:
  static constexpr uint32_t kNone = UINT32_MAX;
  // PyTorch's record of a collective, which launches its kernel and waits for other ranks with it.
  static constexpr std::string_view kProcessGroupCall = "record_param_comms";

  bool Counts(const ExecRow& row) const {
    if (!row.step.valid() || !row.op.valid()) return false;
    const StepRow& step = profile_.steps[row.step];
    if (RankOf(row) == kNone || step.partial || !selected_.steps().Has(row.step)) return false;
    if (TimeOf(row) == 0 && RunsOf(row) == 0) return false;
    if (profile_.ops.row[row.op].name == process_group_call_) return false;
    return IsFrameworkOp(profile_, row.op) && communication_.Of(row.op) == Communication::kNone;
  }

  const Selected& selected_;
  const Profile& profile_;
  const CommunicationTable communication_;
  const StringId process_group_call_;
  std::vector<uint32_t> rank_of_;  // by source
  uint32_t ranks_ = 0;
  const bool on_devices_;
};

bool HaveSameCalls(const StepsOfRank& steps) {
  constexpr double kSame = 0.02;
  const auto [least, most] = std::minmax_element(
      steps.begin(), steps.end(),
      [](const StepOfRank& a, const StepOfRank& b) { return a.work.runs < b.work.runs; });
  return most->work.runs <= (1 + kSame) * least->work.runs;
}

// Of one op of a rank, by the shapes of its inputs and by step.
using WorkByInputs = std::map<StringId, std::map<StepId, WorkOfStep>>;

// The time of the op with inputs that some of the rank's steps have more often than others; 0 if
// nearly all steps have the same inputs as often, as but for a short last batch.
double TimeOfOtherInputs(const WorkByInputs& by_inputs, size_t steps) {
  using Inputs = std::vector<std::pair<StringId, double>>;  // shapes, and how often
  double time = 0;
  std::map<StepId, Inputs> by_step;
  for (const auto& [inputs, in_steps] : by_inputs) {
    const double runs = in_steps.begin()->second.runs;
    double all = 0;
    bool differ = in_steps.size() < steps;
    for (const auto& [step, work] : in_steps) {
      by_step[step].emplace_back(inputs, work.runs);
      differ = differ || work.runs != runs;
      all += work.time;
    }
    if (differ) time += all;
  }
  std::map<Inputs, size_t> alike;
  size_t usual = steps - by_step.size();  // steps without the op
  for (auto& [step, inputs] : by_step) usual = std::max(usual, ++alike[std::move(inputs)]);
  return 4 * (steps - usual) < steps ? 0 : time;
}

// What an op did in a step with inputs of known shapes.
struct ShapedWork {
  uint32_t rank;
  StringId name, inputs;
  StepId step;
  double time, runs;
};

// The time of ops whose inputs differ from step to step, by the op's name.
std::map<StringId, double> TimesOfOtherInputs(const OpsOfRanks& ops,
                                              const std::vector<StepsOfRank>& ranks) {
  std::vector<ShapedWork> rows;
  ops.ForEach([&](const ExecRow& row) {
    const auto& op = ops.OpOf(row);
    if (!op.input_shapes.valid()) return;
    rows.push_back({ops.RankOf(row), op.name, op.input_shapes, row.step, ops.TimeOf(row),
                    OpsOfRanks::RunsOf(row)});
  });
  const auto key = [](const ShapedWork& row) { return std::make_tuple(row.rank, row.name); };
  std::stable_sort(rows.begin(), rows.end(),
                   [&](const ShapedWork& a, const ShapedWork& b) { return key(a) < key(b); });
  std::map<StringId, double> times;
  for (size_t i = 0; i < rows.size();) {
    const auto [rank, name] = key(rows[i]);
    WorkByInputs by_inputs;
    for (const auto of = key(rows[i]); i < rows.size() && key(rows[i]) == of; ++i) {
      by_inputs[rows[i].inputs][rows[i].step].Add(rows[i].time, rows[i].runs);
    }
    const double time = TimeOfOtherInputs(by_inputs, ranks[rank].size());
    if (time > 0) times[name] += time;
  }
  return times;
}

// The inputs with which the op takes most time in the step; invalid if it does not run there.
StringId MainInputs(const OpsOfRanks& ops, StepId step, StringId op) {
  std::map<StringId, double> times;
  ops.ForEach([&](const ExecRow& row) {
    if (row.step != step || ops.OpOf(row).name != op) return;
    times[ops.OpOf(row).input_shapes] += ops.TimeOf(row);
  });
  StringId main;
  double most = 0;
  for (const auto& [inputs, time] : times) {
    if (time > most) main = inputs;
    most = std::max(most, time);
  }
  return main;
}

// Adds to `work` the op whose inputs explain most, if such ops take most of the time.
void AddVaryingInputs(const OpsOfRanks& ops, const std::vector<StepsOfRank>& ranks,
                      VaryingWork& work) {
  double all = 0, of_other_inputs = 0;
  StepOfRank shortest = ranks.front().front(), longest = ranks.front().back();
  for (const StepsOfRank& steps : ranks) {
    for (const StepOfRank& step : steps) all += step.work.time;
    if (steps.front().work.time < shortest.work.time) shortest = steps.front();
    if (steps.back().work.time > longest.work.time) longest = steps.back();
  }
  const std::map<StringId, double> times = TimesOfOtherInputs(ops, ranks);
  for (const auto& [op, time] : times) of_other_inputs += time;
  if (2 * of_other_inputs < all || times.empty()) return;
  const StringId op =
      std::max_element(times.begin(), times.end(), [](const auto& a, const auto& b) {
        return a.second < b.second;
      })->first;
  const StringId few = MainInputs(ops, shortest.step, op);
  const StringId many = MainInputs(ops, longest.step, op);
  if (!few.valid() || !many.valid() || few == many) return;
  work.op = op;
  work.few = few;
  work.many = many;
}

}  // namespace

std::optional<VaryingWork> FindVaryingWork(const Selected& selected,
                                           const std::vector<SourceId>& ranks) {
  constexpr size_t kLeastSteps = 3;
  // Between the quarters of the longest and the shortest steps, so that a few odd ones do not
  // count. What shapes show is no noise.
  constexpr double kMuch = 1.25, kMuchWithShapes = 1.05;
  const OpsOfRanks ops(selected, ranks);
  const std::vector<StepsOfRank> all = ops.Steps();
  VaryingWork work;
  std::vector<double> spreads;
  for (const StepsOfRank& steps : all) {
    if (steps.size() < kLeastSteps || !HaveSameCalls(steps)) return std::nullopt;
    const double least = steps.front().work.time, most = steps.back().work.time;
    if (least <= 0) return std::nullopt;
    const size_t quarter = steps.size() / 4;
    spreads.push_back(steps[steps.size() - 1 - quarter].work.time / steps[quarter].work.time);
    work.most = std::max(work.most, most / least);
  }
  if (spreads.empty()) return std::nullopt;
  const double usual = LowerMedian(spreads);
  if (usual < kMuchWithShapes) return std::nullopt;
  bool has_shapes = false;
  ops.ForEach(
      [&](const ExecRow& row) { has_shapes = has_shapes || ops.OpOf(row).input_shapes.valid(); });
  if (has_shapes) {
    AddVaryingInputs(ops, all, work);
    return work.op.valid() ? std::optional(work) : std::nullopt;
  }
  // What other frameworks compile is of fixed shapes.
  const bool may_vary = FrameworkOf(selected.profile()) == Framework::kPyTorch;
  return may_vary && ops.on_devices() && usual >= kMuch ? std::optional(work) : std::nullopt;
}

}  // namespace profiler
