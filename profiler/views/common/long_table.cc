#include "profiler/views/common/long_table.h"

#include <algorithm>
#include <utility>

#include "profiler/base/status.h"
#include "profiler/report/table.h"

namespace profiler {
namespace {

constexpr size_t kSiftEvery = 1 << 16;
constexpr int64_t kBeyondAll = int64_t{1} << 50;  // more rows than fit in memory

}  // namespace

LongTable::LongTable(const Query& query, int64_t most, Report report)
    : query_(query),
      sifts_(!query.where.all() || !query.order_by.empty() || !query.show_names.all() ||
             !query.hide_names.Matches("")),
      most_(static_cast<size_t>(std::min(query.top.value_or(most), kBeyondAll))),
      report_(std::move(report)) {}

void LongTable::RowAdded() {
  if (report_.rows.size() > 2 * most_ + kSiftEvery) Sift();
}

// Keeps the rows that may still be shown, plus one if there are more rows.
void LongTable::Sift() {
  if (!sifts_) return;
  Query query = query_;
  query.select.clear();  // rows that are added later need all columns
  query.top = static_cast<int64_t>(most_) + 1;
  FinishTable(query, report_).IgnoreError();  // Finish() reports the error
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
