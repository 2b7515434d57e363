#include "profiler/compare/page/sentences/run_counts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "profiler/analysis/accelerators/host_waits.h"
#include "profiler/compare/page/sentences/summary.h"

namespace profiler {
namespace {

struct CountedRow {
  std::string_view name;
  double base = 0, next = 0;  // runs per step
  double time = 0;            // by which they change the step, if all runs take as long

  double more() const { return next - base; }
};

// Its runs, without their time; unknown where the table says nothing of them.
CountedRow RunsOfRow(const DiffRow& row) {
  CountedRow counted;
  counted.name = row.name;
  // Where the row is of one side alone, it does not run in the other.
  counted.base = row.change.verdict == Verdict::kAdded ? 0 : row.base_runs;
  counted.next = row.change.verdict == Verdict::kRemoved ? 0 : row.new_runs;
  return counted;
}

// Nullopt unless it runs more or less often, and what that takes is a good part of the step.
std::optional<CountedRow> CountedRowOf(const DiffRow& row, const Change& step) {
  constexpr double kLeastOften = 0.1;  // of the runs
  constexpr double kLeastPart = 0.01;  // of the step
  CountedRow counted = RunsOfRow(row);
  const double usual = counted.base > 0 ? counted.base : counted.next;
  if (!(usual > 0 && std::abs(counted.more()) >= kLeastOften * usual)) return std::nullopt;
  counted.time = counted.next > 0 ? counted.more() * row.change.next / counted.next
                                  : counted.more() * row.change.base / counted.base;
  const bool is_much = std::abs(counted.time) >= kLeastPart * std::max(step.base, step.next);
  return is_much ? std::optional(counted) : std::nullopt;
}

// Text such as "Collectives that run more or less often: all_reduce 24 times a step (6 before)".
// Where not each rank runs it as often, it says that counts are means.
std::string RunCountsText(std::string_view what, std::vector<CountedRow> rows, size_t ranks) {
  constexpr size_t kMostNamed = 3;
  if (rows.empty()) return "";
  std::stable_sort(rows.begin(), rows.end(), [](const CountedRow& a, const CountedRow& b) {
    return std::abs(a.time) > std::abs(b.time);
  });
  std::vector<std::string> texts;
  bool are_whole = true;
  for (size_t i = 0; i < std::min(rows.size(), kMostNamed); ++i) {
    for (const double runs : {rows[i].base, rows[i].next}) {
      constexpr double kRounding = 1e-6;
      are_whole = are_whole && std::abs(runs - std::round(runs)) <= kRounding * runs;
    }
    texts.push_back(fmt::format("{} {:.4g} time{} a step ({:.4g} before)", rows[i].name,
                                rows[i].next, rows[i].next == 1 ? "" : "s", rows[i].base));
  }
  if (rows.size() > kMostNamed) texts.push_back(fmt::format("{} more", rows.size() - kMostNamed));
  const std::string means =
      ranks > 1 && !are_whole ? fmt::format(", in the mean over {} ranks", ranks) : "";
  return fmt::format("{} that run more or less often{}: {}", what, means, JoinedText(texts));
}

// Of an op that both sides run.
std::optional<CountedRow> CountedOp(const DiffRow& row, const Change& step) {
  std::optional<CountedRow> one = CountedRowOf(row, step);
  return one && one->base > 0 && one->next > 0 ? one : std::nullopt;
}

std::vector<CountedRow> CountedRowsOf(const std::vector<DiffRow>& rows, const Change& step) {
  std::vector<CountedRow> counted;
  for (const DiffRow& row : rows) {
    if (row.is_beside) continue;
    if (auto one = CountedRowOf(row, step)) counted.push_back(*one);
  }
  return counted;
}

// The ops that get values from devices and changed their runs as one of the waits did, which they
// call: they are what the user wrote. Without those that are counted as ops.
std::vector<CountedRow> FetchesOf(const std::vector<CountedRow>& waits,
                                  const std::vector<DiffRow>& ops, const Change& step) {
  constexpr double kSame = 0.05;
  std::vector<CountedRow> fetches;
  for (const CountedRow& wait : waits) {
    for (const DiffRow& row : ops) {
      if (!OnlyFetches(row.name) || CountedOp(row, step)) continue;
      CountedRow fetch = RunsOfRow(row);
      if (!(std::abs(fetch.more() - wait.more()) <= kSame * std::abs(wait.more()))) continue;
      fetch.time = wait.time;
      fetches.push_back(fetch);
      break;
    }
  }
  return fetches;
}

}  // namespace

std::string OpCountsSentence(const PageTables& tables, size_t ranks) {
  std::vector<CountedRow> counted;
  for (const DiffRow& row : tables.ops) {
    // Collectives are counted by their kind.
    const bool is_said = row.is_collective && !tables.collectives.empty();
    if (row.is_beside || is_said) continue;
    if (const auto one = CountedOp(row, tables.step)) counted.push_back(*one);
  }
  return RunCountsText("Ops", std::move(counted), ranks);
}

std::string CollectiveCountsSentence(const PageTables& tables, size_t ranks) {
  return RunCountsText("Collectives", CountedRowsOf(tables.collectives, tables.step), ranks);
}

std::string CallCountsSentence(const PageTables& tables, size_t ranks) {
  const Change& step = tables.step;
  if (!step.is_slower_or_faster()) return "";
  const auto reasons = [&](const std::vector<DiffRow>& rows) {
    std::vector<CountedRow> counted = CountedRowsOf(rows, step);
    std::erase_if(counted, [&](const CountedRow& row) {
      constexpr double kLeastMore = 1;  // what not each step does changes no typical one
      return std::abs(row.more()) < kLeastMore || row.more() * step.delta <= 0;
    });
    return counted;
  };
  std::vector<CountedRow> counted = reasons(tables.device_waits);
  for (const std::vector<CountedRow>& others :
       {FetchesOf(counted, tables.ops, step), reasons(tables.launches)}) {
    counted.insert(counted.end(), others.begin(), others.end());
  }
  return RunCountsText("Calls on hosts", std::move(counted), ranks);
}

}  // namespace profiler
