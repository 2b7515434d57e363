// The part of RankComparison that finds the ops for which a slow rank takes longer.
#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "profiler/advise/rules/ranks/grown_op_text.h"
#include "profiler/advise/rules/ranks/rank_comparison.h"
#include "profiler/advise/rules/ranks/typical_inputs.h"
#include "profiler/analysis/collectives/communication.h"
#include "profiler/analysis/ops/framework_op.h"
#include "profiler/analysis/ops/precision/product_ops.h"
#include "profiler/analysis/steps/code/parameter_ops.h"

namespace profiler {
namespace {

// What ops with inputs of one shape took and how often they ran, on the slow rank and on all
// others.
struct SumsOfInputs {
  double time = 0, time_of_others = 0, calls = 0, calls_of_others = 0;
};

// What ops of one name took and how often they ran, by rank; and by their inputs' shapes.
struct OpSums {
  std::vector<double> time, calls;
  std::map<StringId, SumsOfInputs> by_inputs;

  explicit OpSums(size_t ranks) : time(ranks), calls(ranks) {}
};

// The inputs that took most of the time on the slow rank and that the others hardly ever have, and
// those that took most on the others. Both invalid if there are none such. Inputs that all ranks
// have as often are no other work, however long they take on one of them.
struct UnlikeInputs {
  StringId there, on_others;
};

// Those of them that are typical, where lengths of batches or sequences vary.
UnlikeInputs TypicalUnlike(const Profile& profile, const OpSums& sums, const UnlikeInputs& unlike) {
  std::vector<InputsAndTime> there, on_others;
  for (const auto& [inputs, of_inputs] : sums.by_inputs) {
    there.push_back({inputs, of_inputs.time});
    on_others.push_back({inputs, of_inputs.time_of_others});
  }
  const UnlikeInputs typical = {TypicalInputs(profile, there, unlike.there, unlike.on_others),
                                TypicalInputs(profile, on_others, unlike.on_others, unlike.there)};
  return typical.there == typical.on_others ? unlike : typical;
}

UnlikeInputs FindUnlikeInputs(const Profile& profile, const OpSums& sums) {
  constexpr double kHardlyAny = 0.1;
  UnlikeInputs found;
  SumsOfInputs most;
  double most_of_others = 0, all_of_others = 0, calls = 0, calls_of_others = 0;
  for (const auto& [inputs, of_inputs] : sums.by_inputs) {
    all_of_others += of_inputs.time_of_others;
    calls += of_inputs.calls;
    calls_of_others += of_inputs.calls_of_others;
    if (of_inputs.time > most.time) {
      most = of_inputs;
      found.there = inputs;
    }
    if (of_inputs.time_of_others > most_of_others) {
      most_of_others = of_inputs.time_of_others;
      found.on_others = inputs;
    }
  }
  // Of all calls, the part with these inputs.
  const bool are_called_alike =
      most.calls_of_others * calls >= kHardlyAny * most.calls * calls_of_others && most.calls > 0;
  const bool are_unlike = found.there.valid() && found.on_others.valid() && !are_called_alike &&
                          most.time_of_others < kHardlyAny * all_of_others;
  return are_unlike ? TypicalUnlike(profile, sums, found) : UnlikeInputs();
}

// Whether all inputs are recorded and take about the same part of the time on the slow rank and on
// the others.
bool HaveSameInputs(const OpSums& sums) {
  constexpr double kHardlyAny = 0.1;
  double time = 0, time_of_others = 0, unlike = 0;
  for (const auto& [inputs, of_inputs] : sums.by_inputs) {
    if (!inputs.valid()) return false;
    time += of_inputs.time;
    time_of_others += of_inputs.time_of_others;
  }
  if (!(time > 0 && time_of_others > 0)) return false;
  for (const auto& [inputs, of_inputs] : sums.by_inputs) {
    unlike += std::abs(of_inputs.time / time - of_inputs.time_of_others / time_of_others) / 2;
  }
  return unlike < kHardlyAny;
}

}  // namespace

bool GrowsLess(const Compared& one, const Compared& grown) {
  // Ops that grow by less than this part of the growth of another one are not slow alike.
  constexpr double kAlike = 0.25;
  return one.others > 0 && grown.others > 0 &&
         one.growth() / one.others < kAlike * grown.growth() / grown.others;
}

bool RankComparison::GrownOp::IsSlowAlone() const {
  // Other ops that take this share of the time or less do not show how fast a device is.
  constexpr double kLeastRest = 0.25;
  return rest.others > kLeastRest * (rest.others + time.others) && GrowsLess(rest, time);
}

std::vector<RankComparison::GrownOp> RankComparison::OpsOf(OpPlace place) const {
  const std::vector<double> steps = StepsOfEach();
  if (std::count(steps.begin(), steps.end(), 0.0) > 0) return {};
  std::map<StringId, OpSums> by_name;
  std::vector<double> all(of_.size()), all_calls(of_.size());
  std::vector<double> products(of_.size()), attention(of_.size()), of_parameters(of_.size());
  const CommunicationTable communication(profile_);
  for (const ExecRow& row : profile_.execs().row.values()) {
    const auto time =
        static_cast<double>(place == OpPlace::kDevices ? row.accelerator_time : row.cpu_time);
    if (!row.step.valid() || !row.op.valid()) continue;
    const auto at = index_.find(profile_.steps[row.step].source);
    if (at == index_.end() || !Counts(row.step)) continue;
    if (!IsFrameworkOp(profile_, row.op)) continue;
    if (communication.Of(row.op) != Communication::kNone) continue;  // it waits for others
    const OpRow& op = profile_.ops.row[row.op];
    OpSums& sums = by_name.try_emplace(op.name, of_.size()).first->second;
    // The calls of an op on a device may be those of its row on the host.
    const auto runs = static_cast<double>(std::max<int64_t>(row.runs, 0));
    sums.calls[at->second] += runs;
    if (time <= 0) continue;
    all[at->second] += time;
    sums.time[at->second] += time;
    SumsOfInputs& of_inputs = sums.by_inputs[op.input_shapes];
    const bool is_slow = at->second < slow_;
    (is_slow ? of_inputs.time : of_inputs.time_of_others) += time;
    (is_slow ? of_inputs.calls : of_inputs.calls_of_others) += runs;
  }
  std::erase_if(by_name, [](const auto& one) { return one.second.by_inputs.empty(); });
  for (const auto& [name, sums] : by_name) {
    const std::string_view text = profile_.strings[name];
    const bool is_attention = IsAttention(text), is_product = !is_attention && IsCompute(text);
    for (size_t i = 0; i < of_.size(); ++i) {
      all_calls[i] += sums.calls[i];
      if (is_product) products[i] += sums.time[i];
      if (is_attention) attention[i] += sums.time[i];
      if (WorksOnParameters(text)) of_parameters[i] += sums.time[i];
    }
  }
  std::vector<GrownOp> ops;
  for (const auto& [name, sums] : by_name) {
    GrownOp& one = ops.emplace_back();
    one.name = name;
    one.time = Means(sums.time, steps);
    one.calls = Means(sums.calls, steps);
    if (const UnlikeInputs unlike = FindUnlikeInputs(profile_, sums); unlike.there.valid()) {
      one.inputs = InputsText(profile_.strings[unlike.there]);
      one.inputs_of_others = InputsText(profile_.strings[unlike.on_others]);
    }
    one.has_same_inputs = HaveSameInputs(sums);
    std::vector<double> rest = all;
    for (size_t i = 0; i < rest.size(); ++i) rest[i] -= sums.time[i];
    one.rest = Means(rest, steps);
    const auto without = [&, &own = sums.time](std::vector<double> of_kind, bool is_of_kind) {
      for (size_t i = 0; is_of_kind && i < of_kind.size(); ++i) of_kind[i] -= own[i];
      return Means(of_kind, steps);
    };
    const bool is_attention = IsAttention(profile_.strings[name]);
    one.attention = without(attention, is_attention);
    one.products = without(products, !is_attention && IsCompute(profile_.strings[name]));
    one.of_parameters = without(of_parameters, WorksOnParameters(profile_.strings[name]));
    one.all_calls = Means(all_calls, steps);
  }
  return ops;
}

std::optional<RankComparison::GrownOp> RankComparison::MostGrownOp(OpPlace place) const {
  std::optional<GrownOp> most;
  for (GrownOp& one : OpsOf(place)) {
    if (most && one.time.growth() <= most->time.growth()) continue;
    if (place == OpPlace::kHosts && one.inputs.empty() && one.time.others > 0) continue;
    most = std::move(one);
  }
  return most;
}

std::optional<RankComparison::UnlikeWork> RankComparison::WorkWithOtherInputs(OpPlace place) const {
  std::optional<UnlikeWork> work;
  for (GrownOp& one : OpsOf(place)) {
    if (one.inputs.empty()) continue;
    if (!work) work.emplace();
    work->all.slow += one.time.slow;
    work->all.others += one.time.others;
    const bool is_more = one.time.growth() > work->most.time.growth();
    if (is_more || !work->most.name.valid()) work->most = std::move(one);
  }
  return work;
}

}  // namespace profiler
