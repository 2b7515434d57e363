#include "profiler/views/common/long_table.h"

#include <algorithm>
#include <utility>

#include "profiler/base/status.h"
#include "profiler/report/table.h"

namespace profiler {
namespace {

constexpr size_t kSiftEvery = 1 << 16;
constexpr int64_t kBeyondAll = int64_t{1} << 50;  // more rows than memory holds

}  // namespace

LongTable::LongTable(const Query& query, int64_t most, Report report)
    : query_(query),
      sifts_(!query.where.all() || !query.order_by_column.empty() || query.order_by ||
             !query.show_names.all() || !query.hide_names.Matches("")),
      most_(static_cast<size_t>(std::min(query.top.value_or(most), kBeyondAll))),
      report_(std::move(report)) {}

void LongTable::RowAdded() {
  if (report_.rows.size() > 2 * most_ + kSiftEvery) Sift();
}

// Leaves of the rows so far what can still be shown, and one more where there are more.
void LongTable::Sift() {
  if (!sifts_) return;
  Query query = query_;
  query.select_columns.clear();  // later rows need all columns
  query.top = static_cast<int64_t>(most_) + 1;
  FinishTable(query, report_).IgnoreError();  // the last one tells
}

bool LongTable::IsCut() {
  Sift();
  return !query_.top && report_.rows.size() > most_;
}

absl::StatusOr<Report> LongTable::Finish(int64_t offered) && {
  Query last = query_;
  last.top = static_cast<int64_t>(most_);
  PROFILER_RETURN_IF_ERROR(FinishTable(last, report_));
  report_.hidden_rows = offered - static_cast<int64_t>(report_.rows.size());
  if (report_.hidden_rows > 0 && report_.hidden_reason.empty()) {
    report_.hidden_reason = "left out by -top and the name options";
  }
  return std::move(report_);
}

}  // namespace profiler
