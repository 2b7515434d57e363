#include "profiler/advise/rules/ranks/straggler_device.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <string_view>
#include <vector>

#include "profiler/advise/rules/ranks/grown_op_text.h"
#include "profiler/advise/rules/ranks/one_device_text.h"
#include "profiler/advise/rules/ranks/unlike/one_sided_text.h"
#include "profiler/analysis/kept/recorded_details.h"
#include "profiler/analysis/ops/framework_op.h"
#include "profiler/analysis/ops/precision/product_ops.h"
#include "profiler/analysis/steps/code/parameter_ops.h"
#include "profiler/analysis/steps/code/recomputed.h"
#include "profiler/analysis/steps/ranks/slow_in_steps.h"

namespace profiler {
namespace {

// Of two ranks with calls that differ by less, one has no more work.
constexpr double kSameCalls = 0.02;
// Of two ranks, the one with this many times the bytes of the other has more work.
constexpr double kMoreBytes = 1.2;

// Text such as "it runs on X, the others on Y"; empty if others have its model, too.
std::string OtherModelText(const SlowDevice& device) {
  const std::string& model = device.rank.model;
  std::set<std::string_view> models;
  for (const RankSteps* rank : device.others) models.insert(rank->model);
  if (model.empty() || models.empty() || models.count("") > 0) return "";
  if (models.count(model) > 0) return "";
  return fmt::format(
      "it runs on {}, the others on {}: use equal GPUs in a job, or give it less work", model,
      fmt::join(models, ", "));
}

// "its GPU's", "their TPUs'"
std::string WhoseDevices(const Profile& profile, const SlowDevice& device) {
  const bool are_several = device.are_several();
  return fmt::format("{} {}{}", are_several ? "their" : "its",
                     KindOfDevices(profile, device.rank.source), are_several ? "s'" : "'s");
}

// What the metrics show of the GPUs that are slow in each step; without metrics, where to look.
std::string WhatIsOfGpus(const Profile& profile, const SlowDevice& device) {
  const bool are_several = device.are_several();
  if (!device.gpus.text.empty()) {
    return fmt::format("{} {}{}", are_several ? "their GPUs" : "its GPU", device.gpus.text,
                       device.gpus.remedy);
  }
  const std::string whose = WhoseDevices(profile, device);
  if (device.gpus.is_known) {
    return fmt::format(
        "{} clocks were as high as the others': look at what else runs there, and at memory errors "
        "(nvidia-smi -q -d ECC,ROW_REMAPPER)",
        whose);
  }
  return fmt::format("look at {} clocks, power and temperature, and at what else runs there",
                     whose);
}

// After what takes longer with the same work.
std::string SameWorkRemedy(const Profile& profile, const SlowDevice& device) {
  const bool same_input = 10 * device.loading.growth() < device.excess;
  const SlowInSteps steps = CountSlowSteps(MiddleOfSteps(device.all), MiddleOfSteps(device.others));
  const bool are_several = device.are_several();
  if (!steps.AreNearlyAll()) {
    // Recorded shapes are the same here; what JAX compiled is of fixed shapes.
    const bool may_differ = !RecordsShapes(profile) && FrameworkOf(profile) != Framework::kJax;
    const std::string samples =
        fmt::format(", at what {} on in these, such as the lengths of {} samples,",
                    are_several ? "they work" : "it works", are_several ? "their" : "its");
    return fmt::format(
        ", but not in each step: {} longer than the others in {} of {}. Look at {} clocks{} and at "
        "what else ran there then",
        are_several ? "they work" : "it works", steps.slow, steps.common,
        WhoseDevices(profile, device), may_differ ? samples : "");
  }
  return fmt::format("{}: {}",
                     !same_input   ? ""
                     : are_several ? ", and they wait no longer for input"
                                   : ", and it waits no longer for input",
                     WhatIsOfGpus(profile, device));
}

// "takes 3.00 times as long there for the same number of calls, while matrix products take 1.00
// times as long"
std::string UnlikeProductsText(std::string_view verb, const Compared& time,
                               const Compared& products) {
  return fmt::format(
      "{} {:.2f} times as long there for the same number of calls, while matrix products take "
      "{:.2f} times as long",
      verb, time.slow / time.others, products.slow / products.others);
}

// Where the ops of the optimizer take as long as on the other ranks and other ops that wait for
// memory do not, neither clock of the device is slow: its batches are larger or its samples longer.
// Else "".
std::string UnevenBatchText(const Profile& profile, std::string_view name,
                            const RankComparison::GrownOp& op, const SlowDevice& device) {
  constexpr double kLeastOfAll = 0.01, kLeastGrowth = 0.5;
  const Compared all = op.all(), fixed = op.of_parameters;
  Compared memory = op.memory_rest();
  memory = {memory.slow - fixed.slow, memory.others - fixed.others};
  const bool are_known = fixed.others > kLeastOfAll * all.others &&
                         memory.others > kLeastOfAll * all.others && all.growth() > 0;
  const bool is_uneven = are_known && !op.has_same_inputs && !WorksOnParameters(name) &&
                         GrowsLess(fixed, all) &&
                         memory.growth() / memory.others > kLeastGrowth * all.growth() / all.others;
  if (!is_uneven) return "";
  return fmt::format(
      ", and so do other ops, such as norms ({:.2f} times), but not the optimizer's ({:.2f} "
      "times), whose work does not depend on the batch: {} work is uneven, not {}. Give each rank "
      "batches of one size and samples of like lengths{}",
      memory.slow / memory.others, fixed.slow / fixed.others,
      device.are_several() ? "their" : "its",
      device.are_several() ? "their GPUs slow" : "its GPU slow",
      RecordsShapes(profile) ? "" : " (record_shapes=True shows them)");
}

// What grew while matrix products did not, so that the device computes as fast as the others:
// attention, whose time depends on its sequences and its part of the mask, or the ops that wait for
// memory. "" if neither explains half.
std::string FamilyText(std::string_view name, const RankComparison::GrownOp& op,
                       const SlowDevice& device) {
  Compared attention = op.attention, memory = op.memory_rest(), products = op.products;
  Compared& own = IsAttention(name) ? attention : IsCompute(name) ? products : memory;
  own = {own.slow + op.time.slow, own.others + op.time.others};
  const auto grew_alone = [&](const Compared& family) {
    // Few products do not show how fast the device computes.
    constexpr double kLeastProducts = 0.1;
    return 2 * family.growth() >= device.excess &&
           products.others > kLeastProducts * op.all().others && GrowsLess(products, family);
  };
  if (grew_alone(attention)) {
    const bool is_op = IsAttention(name) && 2 * op.time.growth() >= device.excess;
    return fmt::format(
        ". {} {}: its attention is uneven, so compare the lengths of its sequences and, where "
        "ranks share a sequence, their parts of a causal mask",
        is_op ? name : "Attention",
        UnlikeProductsText("takes", is_op ? op.time : attention, products));
  }
  // A single op that grew has more work, as an optimizer's has with more parameters.
  constexpr double kLeastRest = 0.1;
  const Compared rest = op.memory_rest();
  const bool is_shared = rest.others > kLeastRest * memory.others && !GrowsLess(rest, memory);
  if (!grew_alone(memory) || !is_shared) return "";
  return fmt::format(
      ". Elementwise ops, norms and the like, which wait for memory, {}: look at {} memory (its "
      "clock, ECC errors, remapped rows) and at what else uses it",
      UnlikeProductsText("take", memory, products),
      device.are_several() ? "their GPUs'" : "its GPU's");
}

// What has more work where ops run more often there: it recomputes activations, as the others do
// not, or else its input and sharding.
std::string MoreWorkText(const Profile& profile, const RankComparison& comparison,
                         const SlowDevice& device) {
  const std::vector<StringId> own = comparison.OwnOps();
  const bool recomputes = std::any_of(own.begin(), own.end(), [&](StringId name) {
    return profile.strings[name] == kReentrantCheckpoint;
  });
  if (recomputes) {
    return fmt::format(
        "{} activations again in the backward pass, the others do not (activation checkpointing "
        "is on there alone): use it on all ranks or on none",
        device.are_several() ? "they compute" : "it computes");
  }
  return fmt::format("{} more work, so compare {} input and {} sharding",
                     device.are_several() ? "they have" : "it has",
                     device.are_several() ? "their" : "its",
                     device.are_several() ? "their" : "its");
}

// Where no op explains half of what it takes longer.
std::string AllOpsText(const Profile& profile, const RankComparison& comparison,
                       const RankComparison::GrownOp& most, const SlowDevice& device) {
  const std::string_view name = profile.strings[most.name];
  const Compared all = most.all();
  if (2 * all.growth() < device.excess || all.others <= 0 || most.all_calls.others <= 0) return "";
  const std::string_view whose = device.are_several() ? "their devices" : "its device";
  const double calls = most.all_calls.slow / most.all_calls.others;
  if (calls > 1 + kSameCalls) {
    return fmt::format(
        ". All ops of {} take {:.2f} times as long and run {:.2f} times as often there: {}", whose,
        all.slow / all.others, calls, MoreWorkText(profile, comparison, device));
  }
  const std::string text = fmt::format(
      ". All ops of {} together take {:.2f} times as long there for the same number of calls",
      whose, all.slow / all.others);
  if (const std::string added = AddedKernelsText(profile, comparison, StringId(), device.excess);
      !added.empty()) {
    return text + added;
  }
  const std::string other_model = OtherModelText(device);
  if (other_model.empty()) {
    const std::string kernels = OtherKernelsText(profile, comparison, StringId(), device.excess);
    if (!kernels.empty()) return text + kernels;
  }
  if (std::string family = FamilyText(name, most, device); !family.empty()) return family;
  if (!other_model.empty()) return fmt::format("{}: {}", text, other_model);
  const std::string uneven = UnevenBatchText(profile, name, most, device);
  return text + (uneven.empty() ? SameWorkRemedy(profile, device) : uneven);
}

// Where the op runs as often, on inputs that are not known to differ.
std::string SlowerOpText(const Profile& profile, const RankComparison& comparison,
                         const RankComparison::GrownOp& op, const SlowDevice& device) {
  const std::string_view name = profile.strings[op.name];
  const std::string text =
      fmt::format(". {} takes {:.2f} times as long there for the same number of calls", name,
                  op.time.slow / op.time.others);
  if (const std::string added = AddedKernelsText(profile, comparison, op.name, op.time.growth());
      !added.empty()) {
    return text + added;
  }
  if (const std::string other_model = OtherModelText(device); !other_model.empty()) {
    return fmt::format("{}: {}", text, other_model);
  }
  if (op.rest.others <= 0 || GrowsLess(op.rest, op.time)) {
    const std::string kernels = OtherKernelsText(profile, comparison, op.name, op.time.growth());
    if (!kernels.empty()) return text + kernels;
  }
  if (std::string family = FamilyText(name, op, device); !family.empty()) return family;
  if (std::string uneven = UnevenBatchText(profile, name, op, device); !uneven.empty()) {
    return text + uneven;
  }
  // A device that computes slowly slows products more than what waits for its memory.
  if (op.IsSlowAlone() && !IsCompute(name)) {
    return fmt::format(
        "{}, while all other ops take {:.2f} times as long: compare what it works on there, such "
        "as its sizes and its share of the parameters",
        text, op.rest.slow / op.rest.others);
  }
  return text + SameWorkRemedy(profile, device);
}

}  // namespace

std::string DeviceCause(const Profile& profile, const RankComparison& comparison,
                        const SlowDevice& device) {
  const auto op = comparison.MostGrownOp(OpPlace::kDevices);
  if (!op) return "";
  if (std::string one_sided = OneSidedOpsText(profile, comparison, OpPlace::kDevices, device.excess,
                                              device.are_several());
      !one_sided.empty()) {
    return one_sided;
  }
  if (2 * op->time.growth() < device.excess) {
    // Ops with other inputs than on the other ranks have other work, however fast the device is.
    const auto unlike = comparison.WorkWithOtherInputs(OpPlace::kDevices);
    const bool is_unlike = unlike && 2 * unlike->all.growth() >= device.excess;
    return is_unlike ? OtherInputsText(profile, unlike->most)
                     : AllOpsText(profile, comparison, *op, device);
  }
  if (op->time.others <= 0) return OwnOpText(profile, *op);
  const std::string_view name = profile.strings[op->name];
  const auto bytes = comparison.MostGrownBytes();
  if (bytes && bytes->bytes.others > 0 && bytes->bytes.slow > kMoreBytes * bytes->bytes.others) {
    return fmt::format(
        ". It has {:.2f} times the bytes in {} and {} takes {:.2f} times as long there: its work "
        "is uneven, so give each rank as much (experts as many tokens, shards of one size)",
        bytes->bytes.slow / bytes->bytes.others, Name(bytes->kind), name,
        op->time.slow / op->time.others);
  }
  if (!op->inputs.empty()) return OtherInputsText(profile, *op);
  const double calls = op->calls.others > 0 ? op->calls.slow / op->calls.others : 0;
  if (calls > 1 + kSameCalls) {
    return fmt::format(". {} runs {:.2f} times as often there: {}", name, calls,
                       MoreWorkText(profile, comparison, device));
  }
  return SlowerOpText(profile, comparison, *op, device);
}

}  // namespace profiler
