#include "profiler/compare/check/row_verdicts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "profiler/base/text/utf8.h"
#include "profiler/compare/change.h"
#include "profiler/compare/stats/false_discovery.h"
#include "profiler/report/scaled.h"

namespace profiler {
namespace {

constexpr size_t kMostRowsNamed = 10;

double TestedP(const JudgedRow& row, bool ranks_suffice) {
  if (!row.noise) return 1;
  const double p = ranks_suffice ? row.noise->p_value : row.noise->spread_p;
  return std::isnan(p) ? 1 : p;
}

void Correct(size_t count, double p_value, JudgedRow& row) {
  CheckResult& result = row.result;
  const NoiseVerdict& noise = *row.noise;
  const bool was_too_few = result.status == CheckStatus::kCannotTell;
  if (was_too_few ? std::isnan(noise.spread_p) : result.status != CheckStatus::kBroken) return;
  const bool is_worse = p_value < kSignificance;
  if (!was_too_few || !is_worse) result.p_value = p_value;
  if (was_too_few && is_worse) return;
  if (!is_worse) result.status = CheckStatus::kUnclear;
  result.reason =
      fmt::format("{} than noise between {}s: p = {:.2g} corrected for {} rows, {}",
                  is_worse ? "more" : "no more", noise.word, p_value, count, noise.counts);
}

bool IsOfNothing(const CheckResult& result) { return result.value == 0 && result.base == 0; }

// Also whether `a` says more, where both hold.
bool IsWorseRow(const JudgedRow& row, const JudgedRow& other) {
  const CheckResult &a = row.result, &b = other.result;
  if (a.status != b.status) return a.status < b.status;
  if (std::isnan(a.excess) && std::isnan(b.excess)) {
    if (IsOfNothing(a) != IsOfNothing(b)) return IsOfNothing(b);
    return !std::isnan(row.room) && (std::isnan(other.room) || row.room < other.room);
  }
  return !std::isnan(a.excess) && (std::isnan(b.excess) || a.excess > b.excess);
}

}  // namespace

void CorrectForRows(std::vector<JudgedRow>& rows) {
  if (rows.size() < 2) return;
  double least_p = 0;
  for (const JudgedRow& row : rows) {
    if (row.noise) least_p = std::max(least_p, row.noise->least_p);
  }
  const bool ranks_suffice = least_p * static_cast<double>(rows.size()) < kSignificance;
  std::vector<double> p_values;
  p_values.reserve(rows.size());
  for (const JudgedRow& row : rows) p_values.push_back(TestedP(row, ranks_suffice));
  const std::vector<double> corrected = CorrectForAll(p_values);
  for (size_t i = 0; i < rows.size(); ++i) {
    if (!rows[i].noise || rows[i].noise->is_exact) continue;
    const double of_ranks = rows[i].noise->p_value;
    const bool also_ranks = !ranks_suffice && !std::isnan(of_ranks);
    Correct(rows.size(), also_ranks ? std::max(corrected[i], of_ranks) : corrected[i], rows[i]);
  }
}

void SortWorstFirst(std::vector<JudgedRow>& rows) {
  std::stable_sort(rows.begin(), rows.end(), IsWorseRow);
}

std::string WithinText(const JudgedRow& row) {
  constexpr double kLeast = 0.0005;  // is 0.1%
  return row.room >= kLeast
             ? fmt::format("within the bound by {}", ScaledText(row.room, Unit::kShare))
             : "within the bound";
}

std::string NameInReason(std::string_view name) {
  constexpr size_t kMost = 80, kAtEnd = 38;
  if (name.size() <= kMost) return std::string(name);
  size_t end = name.size() - kAtEnd;
  while (end < name.size() && IsInsideCharacter(name[end])) ++end;
  return fmt::format("{}…{}", LettersWithin(name, kMost - kAtEnd), name.substr(end));
}

std::string DescribeRows(const std::vector<JudgedRow>& rows) {
  std::string named;
  size_t failing = 0;
  for (const JudgedRow& row : rows) {
    const CheckResult& result = row.result;
    if (!result.is_broken || ++failing > kMostRowsNamed || result.row.empty()) continue;
    const ScaledPair apart = ScaledApart(result.value, result.bound, result.unit);
    named += fmt::format("{}{} ({}, bound {})", named.empty() ? "" : ", ", NameInReason(result.row),
                         apart.value, apart.other);
  }
  if (failing == 0) return fmt::format("{} rows were judged", rows.size());
  if (failing == 1) return fmt::format("1 of {} rows fails", rows.size());
  if (failing > kMostRowsNamed) named += fmt::format(" and {} more", failing - kMostRowsNamed);
  return fmt::format("{} of {} rows fail{}{}", failing, rows.size(), named.empty() ? "" : ": ",
                     named);
}

}  // namespace profiler
