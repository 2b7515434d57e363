#include "profiler/advise/rules/ranks/unlike/slow_stage.h"

#include <fmt/format.h>

#include <cstddef>
#include <optional>
#include <vector>

#include "profiler/advise/rules/common/evidence.h"
#include "profiler/advise/rules/ranks/grown_op_text.h"
#include "profiler/advise/rules/ranks/rank_comparison.h"
#include "profiler/analysis/step_split/step_split.h"
#include "profiler/base/text/listed.h"

namespace profiler {
namespace {

// How long each rank would work if all did equally long.
double EqualOwn(const RanksOfRun& stage, const RanksOfRun& others) {
  double sum = 0;
  for (const RankSteps* rank : stage) sum += rank->own;
  for (const RankSteps* rank : others) sum += rank->own;
  return sum / static_cast<double>(stage.size() + others.size());
}

// What a step would be shorter by if all ranks worked equally long.
Value SavesOfBalance(const RanksOfRun& stage, const RanksOfRun& others) {
  const double saved = stage.front()->own - EqualOwn(stage, others);
  return saved >= 1 ? static_cast<Value>(saved) : kAbsent;  // false for NaN, too
}

// Text such as "aten::mm (2048x2048, 2048x128256), aten::_log_softmax and 3 more".
std::string WorkText(const Profile& profile,
                     const std::vector<RankComparison::OneSided::Item>& items) {
  constexpr size_t kMostNamed = 3;
  std::vector<std::string> names;
  names.reserve(items.size());
  for (const auto& item : items) {
    const std::string inputs =
        item.inputs.valid() ? InputsText(profile.strings[item.inputs]) : std::string();
    names.push_back(fmt::format("{}{}", profile.strings[item.name],
                                inputs.empty() ? "" : fmt::format(" ({})", inputs)));
  }
  return Listed(names, kMostNamed);
}

// How long the stage waits for input and copies it, if that is half of what it takes longer or
// more; else nothing.
std::optional<Compared> InputOfStage(const RankComparison& comparison, double excess) {
  const std::vector<Compared> parts = comparison.Parts();
  if (parts.empty()) return std::nullopt;
  Compared input = parts[static_cast<size_t>(StepPart::kInput)];
  const Compared& copies = parts[static_cast<size_t>(StepPart::kHostToDevice)];
  input.slow += copies.slow;
  input.others += copies.others;
  if (2 * input.growth() < excess) return std::nullopt;
  return input;
}

std::string StageTimeText(double picos) { return FormatMicros(static_cast<Value>(picos)); }

}  // namespace

StageAdvice AdviceForStage(const RuleInput& input, const RanksOfRun& stage,
                           const RanksOfRun& others, bool go_one_way) {
  // Other stages have little that the slow one lacks: else it is their inputs that differ.
  constexpr double kLittle = 0.1;
  const RankSteps& slowest = *stage.front();
  const bool is_one = stage.size() == 1;
  std::string balance =
      fmt::format(". Balance the stages: move layers from this one to the others{}",
                  is_one ? "; if it has no more of them, compare its GPU" : "");
  if (go_one_way) {
    balance = fmt::format(
        ". No rank both sends and receives, as stages of a pipeline that trains do: unless these "
        "are stages of one model, whose layers can move, make {} work less (a smaller model or "
        "batch, fewer bits) or give it more devices",
        is_one ? "its" : "their");
  }
  const Value saves = go_one_way ? SavesOf(stage, others) : SavesOfBalance(stage, others);
  if (!slowest.source.valid()) return {balance, saves};
  const RankComparison comparison(input, stage, others);
  if (!comparison.has_others()) return {balance, saves};
  const double excess = slowest.own - slowest.middle_own;
  if (const auto loading = InputOfStage(comparison, excess)) {
    // The rule of input says what that costs.
    return {fmt::format(". Waiting for input and copying it {}: look at its input, no layers need "
                        "to move for that",
                        loading->Text()),
            kAbsent};
  }
  if (go_one_way) return {balance, saves};
  const auto work = comparison.OpsOfOneSide(OpPlace::kDevices, /*by_inputs=*/true);
  const double own_work = RankComparison::OneSided::Sum(work.there);
  const bool is_known = work.Explains(excess) && own_work < slowest.own &&
                        RankComparison::OneSided::Sum(work.on_others) <= kLittle * own_work;
  if (work.there.empty() || !is_known) return {balance, saves};
  const double equal = EqualOwn(stage, others);
  const std::string what = fmt::format(
      ". Of {} step {} ({}) is work that the other stages hardly have, as a head or a loss is: {}",
      is_one ? "its" : "their", StageTimeText(own_work), Percent(own_work, slowest.own),
      WorkText(input.profile(), work.there));
  if (own_work <= equal) {
    return {fmt::format("{}. Move layers from this stage to the others, until all take about {}",
                        what, StageTimeText(equal)),
            saves};
  }
  return {
      fmt::format(
          "{}. Equal stages would take {} each, so moving all layers to the others is not "
          "enough: divide that work among ranks (as tensor parallelism does), or make it cheaper",
          what, StageTimeText(equal)),
      saves};
}

}  // namespace profiler
