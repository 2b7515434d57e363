#include "profiler/compare/page/causes/clock_change.h"

#include <fmt/format.h>

#include <cmath>
#include <cstddef>

#include "profiler/analysis/collectives/collective_kinds.h"
#include "profiler/analysis/ops/kernel_names.h"

namespace profiler {
namespace {

// Kernels that both profiles run as often.
struct SameKernels {
  double base = 0, next = 0;   // of all
  double least = 0, most = 0;  // of the factors of those that take much
  size_t count = 0;            // of these

  double factor() const { return next / base; }
  void Add(const DiffRow& row, double least_time) {
    const Change& change = row.change;
    base += change.base;
    next += change.next;
    const double of_row = change.ratio();
    if (!(change.base >= least_time)) return;
    least = count == 0 ? of_row : std::min(least, of_row);
    most = count == 0 ? of_row : std::max(most, of_row);
    ++count;
  }
};

bool RunsAsOften(const DiffRow& row) {
  constexpr double kSame = 0.01;
  if (std::isnan(row.base_runs) || std::isnan(row.new_runs)) return true;  // they do not differ
  return std::abs(row.new_runs - row.base_runs) <= kSame * row.base_runs;
}

}  // namespace

std::string ClockSentence(const Change& step, const std::vector<DiffRow>& kernels) {
  constexpr double kMostOfChange = 0.8, kLeastTime = 0.01;  // of the step
  constexpr double kLeastFactor = 1.05, kSameFactor = 0.05, kAsLong = 0.02;
  constexpr double kLeastOthers = 0.02;  // of the step
  constexpr size_t kLeastKernels = 2;
  if (step.verdict != Verdict::kSlower) return "";
  SameKernels products, others;
  for (const DiffRow& row : kernels) {
    const Change& change = row.change;
    const bool is_in_both = change.base > 0 && change.next > 0 && row.base_name.empty();
    if (KindOfCollective(row.name) != CollectiveKind::kOther) continue;
    const bool is_same = is_in_both && RunsAsOften(row);
    if (!is_same) {
      // Other work, however fast it is.
      if (std::abs(change.delta) >= kLeastTime * step.base) return "";
      continue;
    }
    (IsProductKernel(row.name) ? products : others).Add(row, kLeastTime * step.base);
  }
  const bool is_one_factor = products.count >= kLeastKernels && products.factor() >= kLeastFactor &&
                             products.most - products.least <= kSameFactor * products.factor();
  const bool do_explain = products.next - products.base >= kMostOfChange * step.delta;
  const bool are_others_as_before =
      others.base >= kLeastOthers * step.base && std::abs(others.factor() - 1) <= kAsLong;
  if (!is_one_factor || !do_explain || !are_others_as_before) return "";
  return fmt::format(
      "The same kernels of matrix products and attention run as often and all take {:.2f} times as "
      "long, while the other kernels take as long as before: a lower clock of the devices or a "
      "limit of their power looks like this, as work that waits for memory hardly depends on it",
      products.factor());
}

}  // namespace profiler
