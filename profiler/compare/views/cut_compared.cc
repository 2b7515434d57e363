#include "profiler/compare/views/cut_compared.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <set>
#include <string>
#include <utility>

#include "profiler/base/status.h"
#include "profiler/query/hidden_rows.h"
#include "profiler/report/compared/measured.h"
#include "profiler/report/row_filter.h"
#include "profiler/report/table.h"

namespace profiler {
namespace {

// A pair of columns base_X and X, and the least value of X that is shown.
struct LeastShown {
  const ReportColumn* base;
  const ReportColumn* next;
  double least;
};

std::vector<LeastShown> LeastShownOf(const Query& query, const std::vector<ComparedPlace>& places,
                                     const Report& report) {
  std::vector<LeastShown> all;
  for (size_t i = 0; i < places.size(); ++i) {
    const ReportColumn& next = report.columns[i];
    if (places[i].part != ComparedPart::kNew || !next.measure) continue;
    const int64_t least = query.min_of(*next.measure);
    if (least <= 0) continue;
    const auto base = std::find_if(places.begin(), places.end(), [&](const ComparedPlace& one) {
      return one.part == ComparedPart::kBase && one.of == places[i].of;
    });
    all.push_back({&report.columns[static_cast<size_t>(base - places.begin())], &next,
                   static_cast<double>(least)});
  }
  return all;
}

// A row is shown if it reaches the minimum in one of both profiles.
bool Reaches(const LeastShown& one, size_t row, ValueKind kind) {
  const double before = MeasuredAt(*one.base, row, kind), after = MeasuredAt(*one.next, row, kind);
  return before >= one.least || after >= one.least;
}

bool ReachesAll(const std::vector<LeastShown>& all, size_t row, ValueKind kind) {
  return std::all_of(all.begin(), all.end(),
                     [&](const LeastShown& one) { return Reaches(one, row, kind); });
}

// The rows that remain of a tree, in order. The root always does.
std::vector<size_t> KeptRows(const Query& query, const std::vector<double>& order,
                             const std::vector<ComparedPlace>& places, const Report& report,
                             HiddenRows& hidden) {
  const RowFilter filter(query.where, report.shape, report.columns);
  const std::vector<LeastShown> minimums = LeastShownOf(query, places, report);
  std::vector<size_t> kept;
  for (size_t row = 0; row < report.rows.size(); ++row) {
    const bool is_root = report.rows[row].parent < 0;
    if (!is_root && !ReachesAll(minimums, row, ValueKind::kTotal)) {
      hidden.Add(HiddenBy::kMinimum);
    } else if (!is_root && !filter.all() && !filter.PassesRow(report, row)) {
      hidden.Add(HiddenBy::kWhere);
    } else {
      kept.push_back(row);
    }
  }
  const size_t most = query.top ? static_cast<size_t>(*query.top) + 1 : kept.size();
  if (kept.size() <= most) return kept;
  hidden.Add(HiddenBy::kTop, static_cast<int64_t>(kept.size() - most));
  std::stable_sort(kept.begin() + 1, kept.end(), [&](size_t a, size_t b) {
    return !std::isnan(order[a]) && (std::isnan(order[b]) || order[a] > order[b]);
  });
  kept.resize(most);
  std::sort(kept.begin(), kept.end());
  return kept;
}

// Attaches rows to the nearest row above them that remains. Their keys keep the parts of the rows
// between.
void AttachToKept(const std::vector<size_t>& kept, Report& report) {
  std::vector<int32_t> place(report.rows.size(), -1);
  for (size_t i = 0; i < kept.size(); ++i) place[kept[i]] = static_cast<int32_t>(i);
  const bool nests = report.keys == Report::Keys::kNest;
  for (const size_t row : kept) {
    auto& of = report.rows[row];
    std::vector<std::string> key = of.key;
    if (nests && key.empty() && of.parent >= 0) key = {std::string(std::string_view(of.name))};
    bool is_moved = false;
    int32_t parent = of.parent;
    while (parent >= 0 && place[static_cast<size_t>(parent)] < 0) {
      const auto& above = report.rows[static_cast<size_t>(parent)];
      std::vector<std::string> longer = above.key;
      if (longer.empty()) longer = {std::string(std::string_view(above.name))};
      longer.insert(longer.end(), key.begin(), key.end());
      key = std::move(longer);
      parent = above.parent;
      is_moved = true;
    }
    if (is_moved && nests) of.key = std::move(key);
    // Rows above were renumbered before; place[] still has the old numbers as indexes.
    of.depth = parent;
  }
  for (const size_t row : kept) {
    auto& of = report.rows[row];
    of.parent = of.depth < 0 ? -1 : place[static_cast<size_t>(of.depth)];
  }
  TakeRows(kept, report);
  for (auto& row : report.rows) {
    row.depth = row.parent < 0 ? 0 : report.rows[static_cast<size_t>(row.parent)].depth + 1;
  }
}

bool IsSelected(const Query& query, const ReportColumn& column) {
  if (query.Selects(column.name) || query.Selects(SelectName(column))) return true;
  return column.measure && column.unit == Unit::kMicros && query.Selects(Measure::kMicros);
}

// Drops what -select does not name: X names all parts of X. If it names no column of the table, all
// are shown.
void SelectCompared(const Query& query, const std::vector<ComparedPlace>& places, Report& report) {
  std::vector<char> is_selected;
  std::set<size_t> with_all_parts;  // of `places`
  for (size_t i = 0; i < places.size(); ++i) {
    is_selected.push_back(IsSelected(query, report.columns[i]) ? 1 : 0);
    const bool is_whole =
        places[i].part == ComparedPart::kNew || places[i].part == ComparedPart::kOther;
    if (is_selected[i] != 0 && is_whole) {
      with_all_parts.insert(*places[i].of);
    }
  }
  if (std::count(is_selected.begin(), is_selected.end(), 1) == 0) return;
  std::vector<ReportColumn> kept;
  for (size_t i = 0; i < places.size(); ++i) {
    const bool is_about_row = !places[i].of;
    if (is_about_row || is_selected[i] != 0 || with_all_parts.contains(*places[i].of)) {
      kept.push_back(std::move(report.columns[i]));
    }
  }
  report.columns = std::move(kept);
}

}  // namespace

absl::Status CutCompared(const Query& query, const std::vector<double>& order, bool sorts,
                         bool is_ranked, const std::vector<ComparedPlace>& places, Report& report) {
  HiddenRows hidden;
  if (report.shape == Shape::kTree) {
    const std::vector<size_t> kept = KeptRows(query, order, places, report, hidden);
    if (kept.size() < report.rows.size()) AttachToKept(kept, report);
  } else {
    Query cut;
    cut.select.clear();
    cut.where = query.where;
    cut.show_names = query.show_names;
    cut.hide_names = query.hide_names;
    if (sorts) cut.order_by = query.order_by;
    cut.top = query.top;
    const bool counts_depth = is_ranked && !query.top;
    if (counts_depth) cut.top = query.max_depth;
    const std::vector<LeastShown> minimums = LeastShownOf(query, places, report);
    std::vector<size_t> kept;
    for (size_t row = 0; row < report.rows.size(); ++row) {
      if (ReachesAll(minimums, row, ValueKind::kOwn)) kept.push_back(row);
    }
    hidden.Add(HiddenBy::kMinimum, static_cast<int64_t>(report.rows.size() - kept.size()));
    if (kept.size() < report.rows.size()) TakeRows(kept, report);
    PROFILER_ASSIGN_OR_RETURN(
        const HiddenRows cut_rows,
        CutTable(cut, counts_depth ? HiddenBy::kMaxDepth : HiddenBy::kTop, report));
    hidden.Add(cut_rows);
  }
  report.hidden_rows = hidden.count();
  report.hidden_reason = hidden.Reason(query, is_ranked);
  if (report.shape == Shape::kTree && report.hidden_rows > 0) {
    report.hidden_reason += "; still in totals";
  }
  SelectCompared(query, places, report);
  DropEmptyColumns(report);
  return absl::OkStatus();
}

}  // namespace profiler
