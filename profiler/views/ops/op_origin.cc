#include "profiler/views/ops/op_origin.h"

#include <map>

#include "profiler/analysis/ops/op_device_times.h"
#include "profiler/analysis/ops/op_scope.h"
#include "profiler/analysis/ops/source_line.h"
#include "profiler/report/table.h"

namespace profiler {
namespace {

// Cells of the text that most of `amounts` is of, and of its share.
template <typename TextOf>
void AddMost(const AmountByOp& amounts, const TextOf& text_of, TableRow& row) {
  std::map<std::string, Int128> by_text;
  Int128 all = 0;
  for (const auto& [op, amount] : amounts) {
    all += amount;
    std::string text = text_of(op);
    if (!text.empty()) by_text[std::move(text)] += amount;
  }
  auto most = by_text.begin();
  for (auto it = by_text.begin(); it != by_text.end(); ++it) {
    if (it->second > most->second) most = it;
  }
  if (most == by_text.end()) {
    row.Text("").Real(kAbsentReal);
    return;
  }
  row.Text(most->first);
  row.Real(all <= 0 ? kAbsentReal : static_cast<double>(most->second) / static_cast<double>(all));
}

}  // namespace

std::vector<ReportColumn> OriginColumns() {
  using enum ColumnType;
  return {
      TableColumn("scope", kText, Unit::kNone, "scope",
                  "The path above the op; of several the one that most of the row is of."),
      TableColumn("scope_share", kReal, Unit::kShare, "scope share",
                  "The part of the row that is."),
      TableColumn(
          "source", kText, Unit::kNone, "source",
          "The line that made the op, file:line; of several the one that most of the row is "
          "of."),
      TableColumn("source_share", kReal, Unit::kShare, "source share",
                  "The part of the row that is."),
  };
}

void AddOrigin(const Profile& profile, const AmountByOp& amounts, TableRow& row) {
  const auto written = [&](OpId op) { return op.valid() ? WrittenOp(profile, op) : op; };
  const auto line = [&](OpId op) {
    return op.valid() ? SourceLine(profile, profile.ops.row[op].frame) : std::string();
  };
  AddMost(
      amounts, [&](OpId op) { return std::string(ScopeOf(profile, written(op))); }, row);
  AddMost(
      amounts,
      [&](OpId op) {
        std::string own = line(op);
        return own.empty() ? line(written(op)) : own;
      },
      row);
}

}  // namespace profiler
