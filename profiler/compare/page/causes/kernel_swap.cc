#include "profiler/compare/page/causes/kernel_swap.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string_view>

#include "profiler/analysis/collectives/collective_kinds.h"
#include "profiler/report/scaled.h"

namespace profiler {
namespace {

// The kernels that only one profile has, or both under different names.
struct KernelsOfSide {
  double time = 0;  // of all, in a step
  double of_largest = 0;
  std::string_view largest;
  size_t count = 0;

  void Add(std::string_view name, double time_of_one) {
    time += time_of_one;
    ++count;
    if (time_of_one <= of_largest) return;
    of_largest = time_of_one;
    largest = name;
  }
};

std::string TextOf(const KernelsOfSide& of, std::string_view name) {
  const std::string others = of.count > 1 ? fmt::format(" and {} more", of.count - 1) : "";
  return fmt::format("{}{} ({} a step)", name, others, ScaledText(of.time, Unit::kMicros));
}

// The time of the ops that only one profile has.
double TimeOfOtherOps(const std::vector<DiffRow>& ops) {
  double time = 0;
  for (const DiffRow& op : ops) {
    const bool is_of_one = std::isnan(op.change.base) || std::isnan(op.change.next);
    if (is_of_one && !std::isnan(op.change.delta)) time += std::abs(op.change.delta);
  }
  return time;
}

}  // namespace

std::string_view ShortKernelName(std::string_view name) {
  constexpr size_t kLong = 60;
  return name.size() <= kLong ? name : name.substr(0, name.find_first_of("<(", 1));
}

std::string KernelSwapSentence(const Change& step, const std::vector<DiffRow>& ops,
                               const std::vector<DiffRow>& kernels) {
  constexpr double kLeastTime = 0.05, kMostOfOtherOps = 0.01;  // of the step
  constexpr double kGoodPart = 0.2;                            // of the step's change
  if (!step.is_slower_or_faster()) return "";
  if (ops.empty() || TimeOfOtherOps(ops) >= kMostOfOtherOps * step.base) return "";
  KernelsOfSide old_ones, new_ones;
  for (const DiffRow& kernel : kernels) {
    const Change& change = kernel.change;
    if (KindOfCollective(kernel.name) != CollectiveKind::kOther) continue;
    if (change.verdict == Verdict::kRemoved) old_ones.Add(kernel.name, change.base);
    if (change.verdict == Verdict::kAdded) new_ones.Add(kernel.name, change.next);
    if (!kernel.base_name.empty()) {
      old_ones.Add(kernel.base_name, change.base);
      new_ones.Add(kernel.name, change.next);
    }
  }
  if (std::min(old_ones.time, new_ones.time) < kLeastTime * step.base) return "";
  if (!((new_ones.time - old_ones.time) / step.delta >= kGoodPart)) return "";
  std::string_view old_name = ShortKernelName(old_ones.largest);
  std::string_view new_name = ShortKernelName(new_ones.largest);
  if (old_name == new_name) {
    old_name = old_ones.largest;
    new_name = new_ones.largest;
  }
  return fmt::format(
      "The ops are the same, but run other kernels: {} in place of {}. Versions of libraries, "
      "settings and shapes decide which kernels run",
      TextOf(new_ones, new_name), TextOf(old_ones, old_name));
}

}  // namespace profiler
