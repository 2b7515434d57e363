#include "profiler/render/folded.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

namespace profiler {
namespace {

constexpr size_t kLeastBare = 4;

// Whether the row has numbers, and all that are known are 0.
bool IsOfZeros(const Report& table, size_t row) {
  bool has_number = false;
  for (const ReportColumn& column : table.columns) {
    if (column.type == ColumnType::kNumber && row < column.own.size()) {
      if (column.own[row] == kAbsent) continue;
      if (column.own[row] != 0) return false;
      has_number = true;
    } else if (row < column.reals.size()) {
      if (std::isnan(column.reals[row])) continue;
      if (column.reals[row] != 0) return false;
      has_number = true;
    } else {
      return false;
    }
  }
  return has_number;
}

template <typename T>
void Keep(const std::vector<size_t>& rows, std::vector<T>& values) {
  if (values.empty()) return;
  std::vector<T> kept;
  kept.reserve(rows.size());
  for (const size_t row : rows) kept.push_back(std::move(values[row]));
  values = std::move(kept);
}

bool IsBare(const Report& section) {
  return section.shape == Shape::kFindings && section.findings.empty();
}

std::string WhyNot(const Report& section) {
  std::vector<std::string_view> reasons;
  reasons.reserve(section.notes.size());
  for (const Note& note : section.notes) reasons.push_back(note.text);
  return fmt::format("{}", fmt::join(reasons, "; "));
}

}  // namespace

std::optional<FoldedZeros> FoldZeros(const Report& table) {
  if (!table.values.folds_zeros) return std::nullopt;
  std::vector<size_t> kept;
  std::vector<std::string> zeros;
  for (size_t row = 0; row < table.rows.size(); ++row) {
    if (IsOfZeros(table, row)) {
      zeros.emplace_back(table.rows[row].name);
    } else {
      kept.push_back(row);
    }
  }
  if (zeros.empty() || kept.empty()) return std::nullopt;
  FoldedZeros folded = {table, fmt::format("rows that are 0: {}", fmt::join(zeros, ", "))};
  Keep(kept, folded.table.rows);
  for (ReportColumn& column : folded.table.columns) {
    Keep(kept, column.own);
    Keep(kept, column.reals);
  }
  return folded;
}

BareSections::BareSections(const Report& report) {
  const auto bare = std::count_if(report.sections.begin(), report.sections.end(), IsBare);
  folds_ = !report.keeps_empty_sections && static_cast<size_t>(bare) >= kLeastBare;
  if (!folds_) return;
  // By reason, in the order of the sections; an empty reason means that nothing was found.
  std::vector<std::pair<std::string, std::vector<std::string_view>>> by_reason;
  for (const Report& section : report.sections) {
    if (!IsBare(section)) continue;
    const std::string why = WhyNot(section);
    auto same = std::find_if(by_reason.begin(), by_reason.end(),
                             [&](const auto& one) { return one.first == why; });
    if (same == by_reason.end()) same = by_reason.insert(same, {why, {}});
    same->second.push_back(section.title);
  }
  std::stable_partition(by_reason.begin(), by_reason.end(),
                        [](const auto& one) { return one.first.empty(); });
  for (const auto& [why, titles] : by_reason) {
    lines_.push_back(why.empty() ? fmt::format("nothing found: {}", fmt::join(titles, ", "))
                                 : fmt::format("not judged: {}: {}", fmt::join(titles, ", "), why));
  }
}

bool BareSections::Folds(const Report& section) const { return folds_ && IsBare(section); }

}  // namespace profiler
