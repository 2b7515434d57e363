#include "profiler/compare/views/fill_compared.h"

#include <algorithm>
#include <memory>
#include <string_view>
#include <utility>

#include "profiler/compare/views/compared_cells.h"
#include "profiler/compare/views/united_cells.h"
#include "profiler/report/compared/measured.h"

namespace profiler {
namespace {

// The columns of both reports, those of the new one first.
std::vector<ReportColumn> BothHeaders(const Report& base, const Report& next) {
  std::vector<ReportColumn> headers;
  const auto add = [&](const ReportColumn& column) {
    ReportColumn header = column;
    for (auto* values : {&header.own, &header.total}) values->clear();
    for (auto* values : {&header.share, &header.share_total, &header.reals}) values->clear();
    header.words.clear();
    header.texts.clear();
    header.series.clear();
    header.uses.clear();
    header.tensors.clear();
    header.grand_total = kAbsent;
    headers.push_back(std::move(header));
  };
  for (const ReportColumn& column : next.columns) add(column);
  for (const ReportColumn& column : base.columns) {
    if (ColumnNamed(next, column.name) == nullptr) add(column);
  }
  return headers;
}

class ComparedFiller {
 public:
  ComparedFiller(const ComparedTables& tables, const std::vector<UnitedRow>& rows,
                 const ColumnChanges& changes, const std::vector<Change>& verdicts)
      : tables_(tables),
        base_(tables.base),
        next_(tables.next),
        rows_(rows),
        changes_(changes),
        verdicts_(verdicts) {}

  FilledReport Run(const std::string& judged) && {
    FilledReport filled{HeadOf(), {}};
    Report& report = filled.report;
    const std::vector<ReportColumn> headers = BothHeaders(base_, next_);
    const auto judged_at = std::find_if(headers.begin(), headers.end(),
                                        [&](const auto& header) { return header.name == judged; });
    is_time_ = judged_at == headers.end() || judged_at->unit == Unit::kMicros;
    std::vector<ComparedColumn> columns = ComparedColumns(next_.shape, headers);
    // The judged column and its verdict come first, as columns on the right may not fit; before
    // them, what other tables have as the rows' names.
    const auto place = [&](const ComparedColumn& one) {
      if (one.of && NamesRows(headers[*one.of])) return 0;
      return !one.of || headers[*one.of].name == judged ? 1 : 2;
    };
    std::stable_sort(columns.begin(), columns.end(),
                     [&](const auto& a, const auto& b) { return place(a) < place(b); });
    for (ComparedColumn& one : columns) {
      Fill(one, one.of ? &headers[*one.of] : nullptr);
      report.columns.push_back(std::move(one.column));
      filled.places.push_back({one.part, one.of});
    }
    FillRows(report);
    return filled;
  }

 private:
  // Whether the column says which row it is, in a table whose rows have no names.
  bool NamesRows(const ReportColumn& column) const {
    return next_.rows_are_unnamed && !IsMeasured(column);
  }

  Report HeadOf() const {
    Report report;
    report.view = next_.view;
    report.title = next_.title;
    report.description = next_.description;
    report.shape = ComparedShape(next_.shape);
    if (next_.shape == Shape::kTree) report.doc = next_.doc;
    report.name_role = next_.name_role;
    report.keys = next_.keys;
    report.rows_are_unnamed = next_.rows_are_unnamed;
    report.keeps =
        std::make_shared<std::pair<std::shared_ptr<const void>, std::shared_ptr<const void>>>(
            base_.keeps, next_.keeps);
    report.no_ops = next_.no_ops && base_.no_ops;
    report.values = next_.values;
    report.values_are = next_.values_are;
    return report;
  }

  void Fill(ComparedColumn& to, const ReportColumn* of) const {
    ReportColumn& column = to.column;
    if (of == nullptr) return FillRowText(to);
    const ReportColumn* const base = ColumnNamed(base_, of->name);
    const ReportColumn* const next = ColumnNamed(next_, of->name);
    if (to.part == ComparedPart::kOther) return CopyColumn(base, next, rows_, column);
    if (to.part == ComparedPart::kPValue) return FillPValues(of->name, column);
    if (of->type == ColumnType::kSeries) return FillBaseSeries(base, rows_, column.series);
    if (of->type == ColumnType::kReal) {
      return FillComparedReals(to.part, base, next, rows_, column.reals);
    }
    FillComparedNumbers(to.part, tables_, *of, rows_, column);
  }

  void FillPValues(const std::string& name, ReportColumn& column) const {
    const auto it = changes_.find(name);
    for (size_t i = 0; i < rows_.size(); ++i) {
      column.reals.push_back(it == changes_.end() ? kAbsentReal : it->second[i].p_value);
    }
    column.is_optional = true;
  }

  void FillRowText(ComparedColumn& to) const {
    for (size_t i = 0; i < rows_.size(); ++i) {
      const Change& change = verdicts_[i];
      if (to.part == ComparedPart::kMoreSteps) {
        to.column.reals.push_back(change.more_steps);
      } else if (to.part == ComparedPart::kMoreRuns) {
        to.column.reals.push_back(change.shown_more_runs());
      } else if (to.part == ComparedPart::kVerdict) {
        to.column.words.emplace_back(is_time_ ? Name(change.verdict)
                                              : NameOfAmount(change.verdict));
      } else {
        to.column.words.emplace_back(
            rows_[i].is_renamed ? std::string_view(base_.rows[*rows_[i].base].name) : "");
      }
    }
  }

  void FillRows(Report& report) const {
    const bool ranks = next_.shape == Shape::kRanked;
    for (const UnitedRow& united : rows_) {
      const auto& from = united.next ? next_.rows[*united.next] : base_.rows[*united.base];
      auto& to = report.rows.emplace_back(from);
      if (ranks && to.key.empty()) to.key = {std::string(std::string_view(from.name))};
      to.parent = united.parent;
      to.depth = united.parent < 0 ? 0 : report.rows[static_cast<size_t>(united.parent)].depth + 1;
      if (united.base && united.next) {
        to.accounted = from.accounted || base_.rows[*united.base].accounted;
      }
    }
  }

  const ComparedTables& tables_;
  const Report& base_;
  const Report& next_;
  const std::vector<UnitedRow>& rows_;
  const ColumnChanges& changes_;
  const std::vector<Change>& verdicts_;
  bool is_time_ = true;
};

}  // namespace

FilledReport FillCompared(const ComparedTables& tables, const std::vector<UnitedRow>& rows,
                          const ColumnChanges& changes, const std::vector<Change>& verdicts,
                          const std::string& judged) {
  return ComparedFiller(tables, rows, changes, verdicts).Run(judged);
}

}  // namespace profiler
