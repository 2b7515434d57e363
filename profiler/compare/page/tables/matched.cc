#include "profiler/compare/page/tables/matched.h"

#include <fmt/format.h>

#include <string>

#include "profiler/report/column.h"
#include "profiler/report/table.h"

namespace profiler {
namespace {

constexpr size_t kMostMatchedShown = 5;

struct MatchedRow {
  std::string_view what;
  const DiffRow& row;

  std::string_view why() const {
    return row.by == PairedBy::kLooseStem ? "equal but for numbers, its file, or what compiles it"
                                          : "equal but for its number, line or template numbers";
  }
};

const std::vector<ColumnOf<MatchedRow>>& MatchedColumns() {
  using C = ColumnOf<MatchedRow>;
  static const std::vector<C> kColumns = {
      C::Text("base_name", "name in the base", "What it is called in the base.",
              [](const MatchedRow& of) { return of.row.base_name; }),
      C::Text("section", "in", "The table that compares them as one row.", &MatchedRow::what),
      C::Text("matched_by", "matched, as names are", "Why both are the same.", &MatchedRow::why),
  };
  return kColumns;
}

}  // namespace

Report EmptyMatchedTable() {
  return StartTable("matched", "Matched though renamed", "the name in the new profile",
                    Headers(MatchedColumns()));
}

void AppendMatched(std::string_view what, const std::vector<DiffRow>& rows, Report& table) {
  for (const DiffRow& row : rows) {
    if (row.base_name.empty()) continue;
    AppendRow(MatchedColumns(), row.name,
              {std::string(what), std::string(row.name), std::string(row.type)}, {what, row},
              table);
  }
}

void FoldMatched(Report& table) {
  if (table.rows.size() <= kMostMatchedShown) return;
  for (size_t i = kMostMatchedShown; i < table.rows.size(); ++i) table.rows[i].is_folded = true;
  table.folded =
      fmt::format("{} more; -format json lists all", table.rows.size() - kMostMatchedShown);
}

}  // namespace profiler
