#include "profiler/compare/page/causes/exposed_rows.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

#include "profiler/analysis/step_split/step_part_names.h"
#include "profiler/compare/page/side.h"
#include "profiler/compare/page/tables/diff_table.h"

namespace profiler {
namespace {

bool IsChangedCollective(const DiffRow& row) {
  return row.is_collective && row.change.is_changed() && !row.is_beside;
}

}  // namespace

ExposedRows::ExposedRows(const Change& step, const std::vector<DiffRow>& parts,
                         std::vector<DiffRow> ops)
    : rows(std::move(ops)) {
  constexpr double kClearly = 0.1;  // of the step's change
  double exposed = 0, all = 0;
  bool has_part = false;
  for (const DiffRow& part : parts) {
    const bool is_exchange = part.name == Name(StepPart::kCollectives);
    if (!is_exchange && part.name != kCollectiveWaitPart) continue;
    if (std::isnan(part.change.delta)) return;
    has_part = has_part || is_exchange;
    exposed += part.change.delta;
  }
  size_t count = 0;
  DiffRow row;
  for (const DiffRow& op : rows) {
    if (!IsChangedCollective(op)) continue;
    all += op.change.delta;
    if (count++ == 0) row = op;
  }
  if (!has_part || count == 0) return;
  if (!((all - exposed) / step.delta > kClearly)) return;
  std::erase_if(rows, IsChangedCollective);
  name_ = count == 1 ? std::string(row.name) : "collectives";
  name_ += count == 1 ? " where nothing hides it" : " where nothing hides them";
  row.name = name_;
  row.change.delta = exposed;
  row.change.verdict = exposed > 0 ? Verdict::kSlower : Verdict::kFaster;
  rows.push_back(row);
  SortByChange(rows);
}

}  // namespace profiler
