#include "profiler/compare/page/causes/few_steps.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string_view>
#include <vector>

#include "profiler/analysis/steps/step_patterns.h"
#include "profiler/compare/page/work/paired_work.h"
#include "profiler/compare/page/work/work_tables.h"
#include "profiler/compare/stats/median.h"
#include "profiler/report/scaled.h"

namespace profiler {
namespace {

// Work that only one side has, in some of its steps.
struct FewSteps {
  std::string name;
  std::vector<char> runs_it;  // by step
  size_t count = 0;           // of the steps that run it
  double micros = 0;          // in all of them
};

// How long steps are that run some work, and the others.
struct LengthsOfFew {
  double with = 0, without = 0;  // means
  double least_with = 0, typical_without = 0, most_without = 0;
};

LengthsOfFew LengthsOf(std::span<const double> totals, const FewSteps& of) {
  std::vector<double> with, without;
  for (size_t i = 0; i < totals.size(); ++i) {
    (of.runs_it[i] != 0 ? with : without).push_back(totals[i]);
  }
  return {MeanOf(with), MeanOf(without), *std::min_element(with.begin(), with.end()),
          MedianOf(without), *std::max_element(without.begin(), without.end())};
}

std::vector<FewSteps> FindFewSteps(const Side& with, const WorkInSteps& work, const Side& without,
                                   const WorkInSteps& other, WorkNames names) {
  constexpr size_t kLeast = 2;  // one step does not show that it recurs
  std::vector<FewSteps> found;
  if (work.empty() || other.empty()) return found;  // it was not recorded
  const PairedWork paired(without, other, with, work, names, /*pairs_renamed=*/true,
                          /*threads=*/1);
  PairedWork::Room room;
  for (size_t i = 0; i < paired.size(); ++i) {
    if (paired.IsInBoth(i) || paired.IsInBase(i)) continue;
    const std::span<const double> times = paired.StepsOfOne(i, room);
    const auto count = static_cast<size_t>(
        std::count_if(times.begin(), times.end(), [](double time) { return time > 0; }));
    if (count < kLeast || 2 * count > times.size()) continue;
    FewSteps& of = found.emplace_back();
    of.name = paired.RowOf(i).name;
    of.count = count;
    for (const double time : times) {
      of.runs_it.push_back(time > 0 ? 1 : 0);
      of.micros += time;
    }
  }
  return found;
}

// All that runs in no other steps than `of` does, which then is a part of the same.
double MicrosWithin(const std::vector<FewSteps>& all, const FewSteps& of) {
  double micros = 0;
  for (const FewSteps& one : all) {
    bool is_within = true;
    for (size_t i = 0; i < of.runs_it.size() && is_within; ++i) {
      is_within = one.runs_it[i] == 0 || of.runs_it[i] != 0;
    }
    if (is_within) micros += one.micros;
  }
  return micros;
}

// Whether any of `rows` would run in just the longest steps by a chance of 1 % or more.
bool MayBeChance(size_t steps, const FewSteps& of, size_t rows) {
  constexpr double kChance = 0.01;
  const auto n = static_cast<double>(steps), k = static_cast<double>(of.count);
  const double ways = std::lgamma(n + 1) - std::lgamma(k + 1) - std::lgamma(n - k + 1);
  return std::log(static_cast<double>(rows)) - ways >= std::log(kChance);
}

// `more` is by how much the mean step is longer.
std::string TextOfFewSteps(const Side& with, const Side& without, std::span<const double> totals,
                           double more, const std::vector<FewSteps>& all) {
  constexpr double kLeastOfMean = 0.25;  // of what the mean step takes longer
  constexpr double kMost = 0.5;          // of what these steps take longer
  constexpr size_t kCompared = 100;
  if (all.empty() || all.size() > kCompared) return "";
  const FewSteps& of =
      *std::max_element(all.begin(), all.end(),
                        [](const FewSteps& a, const FewSteps& b) { return a.micros < b.micros; });
  const LengthsOfFew lengths = LengthsOf(totals, of);
  const double longer = lengths.with - lengths.without;
  const double part = static_cast<double>(of.count) / static_cast<double>(totals.size());
  const bool makes_mean = longer > 0 && part * longer >= kLeastOfMean * more;
  if (!makes_mean || lengths.least_with <= lengths.typical_without) return "";
  const double takes = MicrosWithin(all, of) / static_cast<double>(of.count);
  const bool does_explain = takes >= kMost * longer;
  const bool are_longest = lengths.least_with > lengths.most_without;
  if (!does_explain && !(are_longest && !MayBeChance(totals.size(), of, all.size()))) return "";
  const std::string micros = ScaledText(of.micros / static_cast<double>(of.count), Unit::kMicros);
  return fmt::format(
      "{} of {} steps of {} run {}, which no step of {} does{}: they "
      "take {}, the others {}",
      of.count, totals.size(), with.name, of.name, without.name,
      does_explain ? ", for " + micros : "", ScaledText(lengths.with, Unit::kMicros),
      ScaledText(lengths.without, Unit::kMicros));
}

}  // namespace

std::string FewStepsText(const Side& with, std::span<const double> totals, const Side& without,
                         double more) {
  for (const WorkTable* const table : {&kOpsTable, &kKernelsTable, &kLinesTable}) {
    std::string text = TextOfFewSteps(
        with, without, totals, more,
        FindFewSteps(with, table->work(with), without, table->work(without), table->names));
    if (!text.empty()) return text;
  }
  return "";
}

}  // namespace profiler
