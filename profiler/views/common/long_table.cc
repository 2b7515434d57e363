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
      limit_(query.top ? HiddenBy::kTop : HiddenBy::kLimit),
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
  // Finish() reports an error.
  if (const auto hidden = CutTable(query, limit_, report_); hidden.ok()) hidden_.Add(*hidden);
}

bool LongTable::IsCut() {
  Sift();
  return !query_.top && report_.rows.size() > most_;
}

absl::StatusOr<Report> LongTable::Finish(int64_t offered) && {
  Query last = query_;
  last.top = static_cast<int64_t>(most_);
  PROFILER_ASSIGN_OR_RETURN(const HiddenRows hidden, CutTable(last, limit_, report_));
  hidden_.Add(hidden);
  const int64_t all = offered - static_cast<int64_t>(report_.rows.size());
  hidden_.Add(limit_, all - hidden_.count());  // rows that were not even added
  report_.hidden_rows = all;
  report_.hidden_reason = hidden_.Reason(query_);
  return std::move(report_);
}

}  // namespace profiler
