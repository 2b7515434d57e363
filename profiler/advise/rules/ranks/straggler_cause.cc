#include "profiler/advise/rules/ranks/straggler_cause.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string_view>
#include <vector>

#include "profiler/advise/rules/common/evidence.h"
#include "profiler/advise/rules/ranks/rank_comparison.h"
#include "profiler/analysis/ops/compute_precision.h"
#include "profiler/analysis/step_split/step_split.h"
#include "profiler/analysis/values/upper_median.h"

namespace profiler {
namespace {

constexpr char kUnknownCause[] = ". Compare its input, its hardware and what else runs there";
// Of two ranks with calls that differ by less, one has no more work.
constexpr double kSameCalls = 0.02;
// Of two ranks, the one with this many times the bytes of the other has more work.
constexpr double kMoreBytes = 1.2;

// Text such as "it runs on X, the others on Y"; empty if others have its model, too.
std::string OtherModelText(const RankSteps& slow, const RanksOfRun& others) {
  std::set<std::string_view> models;
  for (const RankSteps* rank : others) models.insert(rank->model);
  if (slow.model.empty() || models.empty() || models.count("") > 0) return "";
  if (models.count(slow.model) > 0) return "";
  return fmt::format(
      "it runs on {}, the others on {}: use equal GPUs in a job, or give it less work", slow.model,
      fmt::join(models, ", "));
}

// After what takes longer on a device with the same work.
std::string DeviceRemedy(const Compared& input, double excess, bool are_several) {
  const bool same_input = 10 * input.growth() < excess;
  return fmt::format("{}: look at {} clocks, power and temperature, and at what else runs there",
                     same_input ? ", and it waits no longer for input" : "",
                     are_several ? "their GPUs'" : "its GPU's");
}

// Of an op with other inputs than on the other ranks.
std::string OtherInputsText(const Profile& profile, const RankComparison::GrownOp& op) {
  return fmt::format(
      ". {} {}, with inputs of {} there and of {} on the others: its work is uneven, so give each "
      "rank as much",
      profile.strings[op.name], op.time.Text(), op.inputs, op.inputs_of_others);
}

// Of an op that runs on the slow rank alone.
std::string OwnOpText(const Profile& profile, const RankComparison::GrownOp& op) {
  return fmt::format(
      ". {} takes {} a step there and does not run on the others: see why this rank alone does "
      "that work",
      profile.strings[op.name], FormatMicros(static_cast<Value>(op.time.slow)));
}

// Of a rank without an op that explains half of what it takes longer.
std::string AllOpsText(const RankComparison::GrownOp& most, const Compared& input,
                       const std::string& other_model, double excess, bool are_several) {
  const Compared all = most.all();
  if (2 * all.growth() < excess || all.others <= 0 || most.all_calls.others <= 0) {
    return kUnknownCause;
  }
  const double calls = most.all_calls.slow / most.all_calls.others;
  if (calls > 1 + kSameCalls) {
    return fmt::format(
        ". All ops of its device take {:.2f} times as long and run {:.2f} times as often there: it "
        "has more work, so compare its input and its sharding",
        all.slow / all.others, calls);
  }
  const std::string text = fmt::format(
      ". All ops of its device together take {:.2f} times as long there, in as many calls",
      all.slow / all.others);
  if (!other_model.empty()) return fmt::format("{}: {}", text, other_model);
  return text + DeviceRemedy(input, excess, are_several);
}

std::string DeviceText(const Profile& profile, const RankComparison& comparison,
                       const Compared& input, const std::string& other_model, double excess,
                       bool are_several) {
  const auto op = comparison.MostGrownOp(OpPlace::kDevices);
  if (!op) return kUnknownCause;
  if (2 * op->time.growth() < excess) {
    return AllOpsText(*op, input, other_model, excess, are_several);
  }
  if (op->time.others <= 0) return OwnOpText(profile, *op);
  const std::string_view name = profile.strings[op->name];
  const double ratio = op->time.slow / op->time.others;
  const auto bytes = comparison.MostGrownBytes();
  if (bytes && bytes->bytes.others > 0 && bytes->bytes.slow > kMoreBytes * bytes->bytes.others) {
    return fmt::format(
        ". It has {:.2f} times the bytes in {} and {} takes {:.2f} times as long there: its work "
        "is "
        "uneven, so give each rank as much (experts as many tokens, shards of one size)",
        bytes->bytes.slow / bytes->bytes.others, Name(bytes->kind), name, ratio);
  }
  if (!op->inputs.empty()) return OtherInputsText(profile, *op);
  const double calls = op->calls.others > 0 ? op->calls.slow / op->calls.others : 0;
  if (calls > 1 + kSameCalls) {
    return fmt::format(
        ". {} runs {:.2f} times as often there: it has more work, so compare its "
        "input and its sharding",
        name, calls);
  }
  if (!other_model.empty()) {
    return fmt::format(". {} takes {:.2f} times as long there, in as many calls: {}", name, ratio,
                       other_model);
  }
  // A device that computes slowly slows products more than what waits for its memory.
  if (op->IsSlowAlone() && !IsCompute(name)) {
    return fmt::format(
        ". {} takes {:.2f} times as long there, in as many calls, while all other ops take {:.2f} "
        "times as long: compare what it works on there, such as its sizes and its share of the "
        "parameters",
        name, ratio, op->rest.slow / op->rest.others);
  }
  return fmt::format(". {} takes {:.2f} times as long there, in as many calls{}", name, ratio,
                     DeviceRemedy(input, excess, are_several));
}

// How much longer the rank works in the mean step than the others do on their median; NaN if that
// is not known. Parts of steps are compared by means: of a rank that is slow in some steps only,
// they grow by less than its median step does.
double MeanExcess(const RankSteps& slow, const RanksOfRun& others) {
  const auto mean = [](const RankSteps& rank) {
    double sum = 0;
    for (const auto& [number, own] : rank.own_of_steps) sum += own;
    return sum / static_cast<double>(rank.own_of_steps.size());
  };
  std::vector<double> means;
  for (const RankSteps* rank : others) {
    if (!rank->own_of_steps.empty()) means.push_back(mean(*rank));
  }
  if (slow.own_of_steps.empty() || means.empty()) return std::nan("");
  return mean(slow) - UpperMedian(means);
}

}  // namespace

std::string StragglerRemedy(const RuleInput& input, const RankSteps& slow, const RanksOfRun& others,
                            bool are_several) {
  double excess = slow.own - slow.middle_own;
  if (!slow.source.valid() || excess <= 0) return kUnknownCause;
  if (const double mean = MeanExcess(slow, others); mean > 0) excess = std::min(excess, mean);
  const RankComparison comparison(input, slow.source, others);
  const std::vector<Compared> parts =
      comparison.has_others() ? comparison.Parts() : std::vector<Compared>();
  if (parts.empty()) return kUnknownCause;
  const auto sum = [&](StepPart a, StepPart b) {
    const Compared &first = parts[static_cast<size_t>(a)], &second = parts[static_cast<size_t>(b)];
    return Compared{first.slow + second.slow, first.others + second.others};
  };
  const Compared loading = sum(StepPart::kInput, StepPart::kHostToDevice);
  const Compared device = sum(StepPart::kDeviceCompute16, StepPart::kDeviceCompute32);
  const Compared host = sum(StepPart::kHostCompute, StepPart::kKernelLaunch);
  const Compared& launching = parts[static_cast<size_t>(StepPart::kKernelLaunch)];
  const Compared& copying = parts[static_cast<size_t>(StepPart::kHostToDevice)];
  if (2 * copying.growth() >= excess) {
    return fmt::format(
        ". Copying to its device {}: look at its link to the host, at what else uses that, and "
        "whether the memory is pinned there, too",
        copying.Text());
  }
  if (2 * loading.growth() >= excess) {
    return fmt::format(". Waiting for input {}: look at its input", loading.Text());
  }
  if (2 * device.growth() >= excess) {
    return DeviceText(input.profile(), comparison, loading, OtherModelText(slow, others), excess,
                      are_several);
  }
  if (2 * launching.growth() >= excess) {
    return fmt::format(
        ". Launching kernels {}: look at its host's CPUs and what else runs there, and at what "
        "makes each launch slow (CUDA_LAUNCH_BLOCKING, a debugger, a second profiler)",
        launching.Text());
  }
  if (const auto mark = comparison.MarkThatGrew(excess / 2)) {
    const double each = mark->time.slow * static_cast<double>(mark->of) /
                        std::fmax(1, static_cast<double>(mark->in));
    return fmt::format(". {} {}{}: look at that code there", mark->name, mark->time.Text(),
                       2 * mark->in >= mark->of
                           ? ""
                           : fmt::format("; it runs in {} of its {} steps, for {} each", mark->in,
                                         mark->of, FormatMicros(static_cast<Value>(each))));
  }
  if (2 * host.growth() >= excess) {
    const auto op = comparison.MostGrownOp(OpPlace::kHosts);
    // Of work that is not alike, what grew is only a part of what the others do not have.
    if (op && op->time.others <= 0 && 2 * op->time.growth() >= excess) {
      return OwnOpText(input.profile(), *op);
    }
    if (op && !op->inputs.empty() && 10 * op->time.growth() >= excess) {
      return OtherInputsText(input.profile(), *op);
    }
    const bool is_host_shared =
        std::any_of(others.begin(), others.end(),
                    [&](const RankSteps* other) { return other->host == slow.host; });
    if (comparison.RunsSameOps()) {
      return fmt::format(
          ". Host compute {}, with as many calls of each op as on other ranks: look at its host's "
          "CPUs and at what else runs there, such as more processes than it has cores, and for "
          "Python that was not traced",
          host.Text());
    }
    return fmt::format(". Host compute {}: look at work that this rank alone does{}", host.Text(),
                       is_host_shared ? "" : ", at its host's CPUs and at what else runs there");
  }
  const Compared& other = parts[static_cast<size_t>(StepPart::kOther)];
  if (2 * other.growth() >= excess) {
    const auto sleeps = comparison.Sleeps();
    if (sleeps && 2 * sleeps->growth() >= excess) {
      const auto op = comparison.MostGrownOp(OpPlace::kHosts);
      const bool runs_there_alone = op && op->time.others <= 0 && 2 * op->time.growth() >= excess;
      return fmt::format(
          ". Sleeping or waiting for a thread in Python {}{}: look at that code there",
          sleeps->Text(),
          runs_there_alone ? fmt::format(", in {}, which does not run on the others",
                                         input.profile().strings[op->name])
                           : "");
    }
    return fmt::format(
        ". What no recorded op explains {}: it idles, or runs Python that was not traced, such as "
        "reading or making input",
        other.Text());
  }
  return kUnknownCause;
}

}  // namespace profiler
